-- QUESTION: Who makes High, Low, Jack and Game: the dealer, elder hand or the others?
-- FOR: researcher
-- GRAIN: one row a game, number of players and point
-- COLUMN game: which
-- COLUMN players: how many
-- COLUMN point: high, low, jack, game or nine
-- COLUMN deals: complete ones
-- COLUMN dealer: how often the dealer's side made it
-- COLUMN elder: how often the side on his left made it
-- COLUMN others: how often anybody else did
-- COLUMN nobody: how often nobody did, or it is open
-- COLUMN dealers_share: dealer of all that were made, 0 to 1
-- ASSUMES: complete deals of the All Fours family, void ones left out; the Nine only where it was
--   ever made
-- CHART: bar x=point y=dealers_share
-- PORTABLE
WITH alike AS (
    SELECT game, size AS players, len(changes) AS sides, dealer,
        high, low, jack, game_point, nine, count(*) AS deals
    FROM deals
    WHERE game <> 'chase-the-ace' AND changes IS NOT NULL AND NOT void
    GROUP BY ALL
), pointed AS (
    SELECT *, unnest([1, 2, 3, 4, 5]) AS rank,
        unnest(['high', 'low', 'jack', 'game', 'nine']) AS point,
        unnest([high, low, jack, game_point, nine]) AS side
    FROM alike
), told AS (
    SELECT game, players, rank, point, deals, CASE
        WHEN side IS NULL OR side < 0 THEN 'nobody'
        WHEN side = dealer % sides THEN 'dealer'
        WHEN side = (dealer + 1) % players % sides THEN 'elder'
        ELSE 'other' END AS who
    FROM pointed
), counted AS (
    SELECT game, players, rank, point, sum(deals)::BIGINT AS deals,
        coalesce(sum(deals) FILTER (who = 'dealer'), 0)::BIGINT AS dealer,
        coalesce(sum(deals) FILTER (who = 'elder'), 0)::BIGINT AS elder,
        coalesce(sum(deals) FILTER (who = 'other'), 0)::BIGINT AS others,
        coalesce(sum(deals) FILTER (who = 'nobody'), 0)::BIGINT AS nobody
    FROM told
    GROUP BY ALL
)
SELECT game, players, point, deals, dealer, elder, others, nobody,
    dealer / nullif(deals - nobody, 0) AS dealers_share
FROM counted
WHERE point <> 'nine' OR nobody < deals
ORDER BY game, players, rank
