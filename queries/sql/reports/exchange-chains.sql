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
WITH alike AS (
    SELECT kinds, count(*) AS deals
    FROM deals
    WHERE game = 'chase-the-ace' AND contains(kinds, 'x')
    GROUP BY ALL
), chained AS (
    SELECT deals, unnest(
        regexp_extract_all(regexp_replace(kinds, '[^sxbcd]', '', 'g'), 'x+[^x]?')
    ) AS chain
    FROM alike
)
SELECT times_in(chain, 'x') AS length, sum(deals)::BIGINT AS chains,
    coalesce(sum(deals) FILTER (chain[-1] = 's'), 0)::BIGINT AS kept,
    coalesce(sum(deals) FILTER (chain[-1] = 'b'), 0)::BIGINT AS refused,
    coalesce(sum(deals) FILTER (contains('cd', chain[-1])), 0)::BIGINT AS cut
FROM chained
GROUP BY times_in(chain, 'x')
ORDER BY length
