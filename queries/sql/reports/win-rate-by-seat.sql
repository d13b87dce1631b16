-- QUESTION: Does it matter for winning where you sit?
-- FOR: researcher
-- GRAIN: one row a game, number of players and seat
-- COLUMN game: which
-- COLUMN players: how many
-- COLUMN seat: from 0, clockwise
-- COLUMN matches: finished ones
-- COLUMN won: by the side of this seat, alone or jointly
-- COLUMN share: won of matches, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- COLUMN expected: the share of an average seat
-- ASSUMES: seat 0 is where the room began to write: see `life-loss-by-seat` for the distance from
--   the dealer
-- CHART: bar x=seat y=share
-- PORTABLE
WITH seated AS (
    SELECT game, len(players) AS players, len(final) AS sides, winners,
        unnest(range(len(players))) AS seat
    FROM games
    WHERE status = 'finished'
), counted AS (
    SELECT game, players, seat, count(*) AS matches,
        count(*) FILTER (list_contains(winners, seat % sides)) AS won
    FROM seated
    GROUP BY ALL
)
SELECT *, won / matches AS share, wilson_low(won, matches, 1.96) AS low,
    wilson_high(won, matches, 1.96) AS high,
    (sum(won) OVER same / sum(matches) OVER same) AS expected
FROM counted
WINDOW same AS (PARTITION BY game, players)
ORDER BY game, players, seat
