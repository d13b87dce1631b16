-- QUESTION: Who beats whom?
-- FOR: club
-- GRAIN: one row a pair of players who have finished matches against each other
-- PARAMETER player VARCHAR = NULL: only pairs with this handle
-- PARAMETER game VARCHAR = NULL: only this game
-- COLUMN one: handle, the first by the alphabet
-- COLUMN other: handle
-- COLUMN matches: finished ones that both played, not as partners
-- COLUMN one_won: where only the first won
-- COLUMN other_won: where only the second won
-- COLUMN both_won: jointly
-- COLUMN neither: a third won
-- ASSUMES: a handle is one person
WITH played AS (
    SELECT players, winners, len(final) AS sides, list_grade_up(players) AS sorted
    FROM games
    WHERE status = 'finished' AND ($game IS NULL OR game = $game)
        AND ($player IS NULL OR list_contains(players, $player))
), first_of_two AS (
    SELECT *, unnest(range(1, len(players) + 1)) AS k FROM played
), pairs AS (
    SELECT players[sorted[k]] AS one, sorted[k] - 1 AS seat, sides, winners, players,
        unnest(sorted[k + 1:]) - 1 AS opposite
    FROM first_of_two
), opposed AS (
    SELECT one, players[opposite + 1] AS other,
        list_contains(winners, seat % sides) AS wins,
        list_contains(winners, opposite % sides) AS loses
    FROM pairs
    WHERE seat % sides <> opposite % sides
)
SELECT one, other, count(*) AS matches, count(*) FILTER (wins AND NOT loses) AS one_won,
    count(*) FILTER (loses AND NOT wins) AS other_won, count(*) FILTER (wins AND loses) AS both_won,
    count(*) FILTER (NOT wins AND NOT loses) AS neither
FROM opposed
WHERE $player IS NULL OR one = $player OR other = $player
GROUP BY one, other
ORDER BY matches DESC, one, other
