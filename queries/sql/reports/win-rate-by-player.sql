-- QUESTION: Who wins more often than chance would have it?
-- FOR: club
-- GRAIN: one row a player
-- PARAMETER game VARCHAR = NULL: only this game
-- VALUES game: a game
-- PARAMETER least UINTEGER = 1: players with at least so many finished matches
-- COLUMN player: handle
-- COLUMN matches: finished ones
-- COLUMN won: alone, jointly or with a partner
-- COLUMN share: won of matches, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- COLUMN expected: the share that would be his if all sides were equally strong
-- ASSUMES: matches are independent; a handle is one person
-- CHART: bar x=player y=share
-- PORTABLE
WITH seated AS (
    SELECT len(final) AS sides, winners, unnest(players) AS player,
        unnest(range(len(players))) AS seat
    FROM games
    WHERE status = 'finished' AND ($game IS NULL OR game = $game)
), counted AS (
    SELECT player, count(*) AS matches,
        count(*) FILTER (list_contains(winners, seat % sides)) AS won,
        avg(len(winners) / sides) AS expected
    FROM seated
    GROUP BY ALL
)
SELECT player, matches, won, won / matches AS share, wilson_low(won, matches, 1.96) AS low,
    wilson_high(won, matches, 1.96) AS high, expected
FROM counted
WHERE matches >= $least
ORDER BY share DESC, matches DESC, player
