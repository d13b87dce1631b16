-- QUESTION: Which pairs of partners do best?
-- FOR: club
-- GRAIN: one row a pair of partners and game
-- COLUMN game: which
-- COLUMN one: handle, the first by the alphabet
-- COLUMN other: his partner
-- COLUMN matches: finished ones
-- COLUMN won: by the pair
-- COLUMN share: won of matches, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- ASSUMES: partnership games of two pairs; a handle is one person
-- PORTABLE
WITH paired AS (
    SELECT game, winners, players, unnest([0, 1]) AS side
    FROM games
    WHERE status = 'finished' AND len(final) = 2 AND len(players) = 4
), counted AS (
    SELECT game, least(players[side + 1], players[side + 3]) AS one,
        greatest(players[side + 1], players[side + 3]) AS other, count(*) AS matches,
        count(*) FILTER (list_contains(winners, side)) AS won
    FROM paired
    GROUP BY ALL
)
SELECT *, won / matches AS share, wilson_low(won, matches, 1.96) AS low,
    wilson_high(won, matches, 1.96) AS high
FROM counted
ORDER BY share DESC, matches DESC, one, other
