-- QUESTION: How often does the score that was written down differ from the cards?
-- FOR: arbiter
-- GRAIN: one row a game
-- COLUMN game: which
-- COLUMN deals: complete ones
-- COLUMN claims: of which a score was written down
-- COLUMN false: how many of those say otherwise than the cards
-- COLUMN too_much: how many give some side more than it has
-- COLUMN too_little: how many give some side less
-- COLUMN share: false of claims, 0 to 1
-- ASSUMES: changes that unseen cards leave open are not compared; the first score of a deal counts
-- CHART: bar x=game y=share
-- PORTABLE
WITH alike AS (
    SELECT game, claim, changes, count(*) AS deals
    FROM deals
    WHERE changes IS NOT NULL
    GROUP BY ALL
), told AS (
    SELECT game, claim, deals, list_transform(changes, lambda change, k: claim[k] - change) AS off
    FROM alike
)
SELECT game, sum(deals)::BIGINT AS deals,
    coalesce(sum(told.deals) FILTER (claim IS NOT NULL), 0)::BIGINT AS claims,
    coalesce(sum(told.deals) FILTER (list_min(off) < 0 OR list_max(off) > 0), 0)::BIGINT AS false,
    coalesce(sum(told.deals) FILTER (list_max(off) > 0), 0)::BIGINT AS too_much,
    coalesce(sum(told.deals) FILTER (list_min(off) < 0), 0)::BIGINT AS too_little,
    coalesce(sum(told.deals) FILTER (list_min(off) < 0 OR list_max(off) > 0), 0)
        / nullif(claims, 0) AS share
FROM told
GROUP BY game
ORDER BY game
