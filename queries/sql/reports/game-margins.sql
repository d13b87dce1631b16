-- QUESTION: How close is the count for Game, and how often is it a tie?
-- FOR: club
-- GRAIN: one row a game and number of sides
-- COLUMN game: which
-- COLUMN sides: how many count
-- COLUMN deals: complete ones
-- COLUMN ties: in which the two best have the same pips
-- COLUMN share: ties of deals, 0 to 1
-- COLUMN winning: pips of the best side, on average
-- COLUMN margin: pips by which it leads, on average
-- ASSUMES: complete deals of which the pips are known
-- CHART: bar x=game y=share
-- PORTABLE
WITH alike AS (
    SELECT game, pips, count(*) AS deals
    FROM deals
    WHERE pips IS NOT NULL AND changes IS NOT NULL AND NOT void
    GROUP BY ALL
), sorted AS (
    SELECT game, deals, list_reverse_sort(pips) AS pips
    FROM alike
    WHERE len(pips) = list_count(pips)
)
SELECT game, len(sorted.pips) AS sides, sum(deals)::BIGINT AS deals,
    coalesce(sum(sorted.deals) FILTER (pips[1] = pips[2]), 0)::BIGINT AS ties,
    ties / sum(sorted.deals) AS share, sum(sorted.deals * pips[1]) / sum(sorted.deals) AS winning,
    sum(sorted.deals * (pips[1] - pips[2])) / sum(sorted.deals) AS margin
FROM sorted
GROUP BY game, len(sorted.pips)
ORDER BY game, sides
