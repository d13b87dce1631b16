-- QUESTION: Who beats whom?
-- FOR: club
-- GRAIN: one row a pair of players who have finished matches against each other
-- PARAMETER player VARCHAR = NULL: only pairs with this handle
-- VALUES player: a player
-- PARAMETER game VARCHAR = NULL: only this game
-- VALUES game: a game
-- COLUMN one: handle, the first by the alphabet
-- COLUMN other: handle
-- COLUMN matches: finished ones that both played, not as partners
-- COLUMN one_won: where only the first won
-- COLUMN other_won: where only the second won
-- COLUMN both_won: jointly
-- COLUMN neither: a third won
-- ASSUMES: a handle is one person
-- PORTABLE
WITH played AS (
    SELECT players, winners, len(players) AS size, len(final) AS sides
    FROM games
    WHERE status = 'finished' AND ($game IS NULL OR game = $game)
        AND ($player IS NULL OR list_contains(players, $player))
), seated AS (
    -- Which seats meet is the same for all matches of so many players: those are not unnested.
    SELECT size, sides, unnest(range(size)) AS seat
    FROM (SELECT DISTINCT size, sides FROM played)
), opposed AS (
    SELECT size, sides, seat, unnest(range(seat + 1, size)) AS opposite FROM seated
), met AS (
    SELECT players[seat + 1] AS player, players[opposite + 1] AS opponent,
        list_contains(winners, seat % sides) AS wins,
        list_contains(winners, opposite % sides) AS loses, count(*) AS matches
    FROM played JOIN opposed USING (size, sides)
    WHERE seat % sides <> opposite % sides
    GROUP BY ALL
), sorted AS (
    SELECT least(player, opponent) AS one, greatest(player, opponent) AS other, matches,
        CASE WHEN player < opponent THEN wins ELSE loses END AS wins,
        CASE WHEN player < opponent THEN loses ELSE wins END AS loses
    FROM met
    WHERE $player IS NULL OR player = $player OR opponent = $player
)
SELECT one, other, sum(sorted.matches)::BIGINT AS matches,
    coalesce(sum(sorted.matches) FILTER (wins AND NOT loses), 0)::BIGINT AS one_won,
    coalesce(sum(sorted.matches) FILTER (loses AND NOT wins), 0)::BIGINT AS other_won,
    coalesce(sum(sorted.matches) FILTER (wins AND loses), 0)::BIGINT AS both_won,
    coalesce(sum(sorted.matches) FILTER (NOT wins AND NOT loses), 0)::BIGINT AS neither
FROM sorted
GROUP BY one, other
ORDER BY sum(sorted.matches) DESC, one, other
