-- QUESTION: How far does a card travel round the table?
-- FOR: club
-- GRAIN: one row a number of exchanges that follow each other in Chase the Ace
-- COLUMN length: exchanges in the chain
-- COLUMN chains: how many chains of that length
-- COLUMN kept: how many ended with a player who kept what he got
-- COLUMN refused: how many ended at a King
-- COLUMN cut: how many ended with the dealer who took a card from the stock
-- ASSUMES: low cards that were shown on the way do not break a chain
-- CHART: bar x=length y=chains
-- PORTABLE
WITH alike AS (
    SELECT kinds, count(*) AS deals
    FROM deals
    WHERE game = 'chase-the-ace'
    GROUP BY ALL
), chained AS (
    SELECT deals, unnest(regexp_extract_all(kinds, 'x(?:[^sxbcd]*x)*(?:[^sxbcd]*[sbcd])?')) AS chain
    FROM alike
    WHERE contains(kinds, 'x')
), ended AS (
    SELECT deals, times_in(chain, 'x') AS length, right(chain, 1) AS last FROM chained
)
SELECT length, sum(deals)::BIGINT AS chains,
    coalesce(sum(deals) FILTER (last = 's'), 0)::BIGINT AS kept,
    coalesce(sum(deals) FILTER (last = 'b'), 0)::BIGINT AS refused,
    coalesce(sum(deals) FILTER (last IN ('c', 'd')), 0)::BIGINT AS cut
FROM ended
GROUP BY length
ORDER BY length
