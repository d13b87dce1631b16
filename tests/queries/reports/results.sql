-- QUESTION: How do the matches of a game end?
-- FOR: club
-- GRAIN: one row a game and status
-- PARAMETER game VARCHAR = NULL: only this game
-- PARAMETER least BIGINT = 1: statuses with at least so many matches
-- COLUMN game: which
-- COLUMN status: `finished`, `unfinished` or `illegal`
-- COLUMN matches: how many
-- ASSUMES: records that are in the archive twice are
--   counted twice
-- CHART: bar x=status y=matches
-- PORTABLE
SELECT game, status, count(*) AS matches
FROM games
WHERE $game IS NULL OR game = $game
GROUP BY game, status
HAVING count(*) >= $least
ORDER BY game, status
