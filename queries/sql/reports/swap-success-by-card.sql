-- QUESTION: With which card does it pay to ask your neighbour?
-- FOR: club
-- GRAIN: one row a rank held by a player who could ask, in Chase the Ace
-- COLUMN rank: A for the Ace to K for the King
-- COLUMN turns: how often it was held by a player on turn, the dealer left out
-- COLUMN asked: how often he asked
-- COLUMN refused: how often a King refused him
-- COLUMN better: how often he got a higher card
-- COLUMN worse: how often he got a lower one
-- COLUMN success: better of asked, 0 to 1; null where nobody asked
-- COLUMN lost_asking: share that lost a life of those who asked
-- COLUMN lost_keeping: share that lost a life of those who kept it
-- ASSUMES: cards of a standard pack that were seen; unfinished deals count for what they tell
-- CHART: bar x=rank y=success
-- PORTABLE
WITH told AS (
    SELECT rank_of(card) AS rank, chosen <> 'stay' AS asks, chosen = 'block' AS refused,
        CASE WHEN chosen = 'swap' THEN rank_of(got) END AS got, change < 0 AS lost
    FROM turns
    WHERE NOT is_dealer
)
SELECT rank_name(rank) AS rank, count(*) AS turns, count(*) FILTER (asks) AS asked,
    count(*) FILTER (refused) AS refused, count(*) FILTER (got > told.rank) AS better,
    count(*) FILTER (got < told.rank) AS worse,
    better / nullif(asked, 0) AS success,
    avg(lost::INTEGER) FILTER (asks) AS lost_asking,
    avg(lost::INTEGER) FILTER (NOT asks) AS lost_keeping
FROM told
WHERE told.rank IS NOT NULL
GROUP BY told.rank
ORDER BY told.rank
