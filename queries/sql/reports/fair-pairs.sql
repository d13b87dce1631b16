-- QUESTION: Is any player of Chase the Ace unnaturally kind to his neighbour?
-- FOR: fraud desk
-- GRAIN: one row a player and the neighbour whom he could ask
-- PARAMETER least UINTEGER = 30: pairs with at least so many turns
-- COLUMN player: handle of who has the turn
-- COLUMN neighbour: handle of the player on his left
-- COLUMN turns: how often
-- COLUMN asked_low: asked with a card from Ace to 7, which burdens the neighbour
-- COLUMN expected_low: the same if he treated this neighbour as his others
-- COLUMN asked_high: asked with an 8 or more, which is a gift to the neighbour
-- COLUMN expected_high: the same if he treated this neighbour as his others
-- COLUMN z: kindness in standard deviations: low cards spared and high cards given beyond expectation
-- COLUMN p: chance of a z so large where he treats all alike
-- COLUMN p_corrected: the same for all pairs together (Holm): below 0.05 look at their deals
-- ASSUMES: with a card of the same rank, given to him or dealt, a player asks equally often whoever
--   sits on his left: each player is compared with himself (Mantel and Haenszel), so that a style of
--   his own accuses nobody; who has had one neighbour only cannot be judged and has no z
-- CHART: bar x=player y=p_corrected
-- PORTABLE
WITH told AS (
    SELECT record, seat, neighbour, rank_of(card) AS rank, given, count(*) AS n,
        count(*) FILTER (chosen <> 'stay') AS asked
    FROM turns
    WHERE neighbour IS NOT NULL AND NOT is_dealer AND rank_of(card) IS NOT NULL
    GROUP BY ALL
), cells AS (
    SELECT players[seat + 1] AS player, players[told.neighbour + 1] AS neighbour, rank, given,
        sum(n) AS n, sum(asked) AS asked
    FROM told JOIN (SELECT record, players FROM games) USING (record)
    GROUP BY ALL
), strata AS (
    SELECT *, sum(n) OVER same AS all_n, sum(asked) OVER same AS all_asked FROM cells
    WINDOW same AS (PARTITION BY player, rank, given)
), expected AS (
    SELECT *, n * all_asked / all_n AS mean, CASE WHEN all_n > 1 THEN n * (all_n - n) * all_asked
        * (all_n - all_asked) / (all_n * all_n * (all_n - 1)) ELSE 0 END AS variance
    FROM strata
), pairs AS (
    SELECT player, neighbour, sum(n) AS turns,
        coalesce(sum(asked) FILTER (rank <= 6), 0) AS asked_low,
        coalesce(sum(mean) FILTER (rank <= 6), 0) AS expected_low,
        coalesce(sum(asked) FILTER (rank > 6), 0) AS asked_high,
        coalesce(sum(mean) FILTER (rank > 6), 0) AS expected_high,
        CASE WHEN sum(variance) >= 1 THEN
            (expected_low - asked_low + asked_high - expected_high) / sqrt(sum(variance)) END AS z
    FROM expected
    GROUP BY player, neighbour
    HAVING turns >= $least
), ranked AS (
    SELECT *, normal_above(z) AS p,
        row_number() OVER (ORDER BY z DESC NULLS LAST, player, neighbour) AS place,
        count(z) OVER () AS tests
    FROM pairs
)
SELECT player, neighbour, turns::BIGINT AS turns, asked_low::BIGINT AS asked_low, expected_low,
    asked_high::BIGINT AS asked_high, expected_high, z, p,
    CASE WHEN z IS NOT NULL THEN
        max(least(1.0, p * (tests - place + 1))) OVER (ORDER BY place) END AS p_corrected
FROM ranked
ORDER BY place
