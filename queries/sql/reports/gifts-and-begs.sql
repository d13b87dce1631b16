-- QUESTION: Does it pay to beg in Seven-Up, and to give?
-- FOR: club
-- GRAIN: one row a number of players and way the calls went
-- COLUMN players: how many
-- COLUMN calls: `stand`, `beg give` or `beg run`
-- COLUMN deals: how many
-- COLUMN share: of all deals with so many players, 0 to 1
-- COLUMN void: how many of them came to nothing
-- COLUMN elder: points of elder hand's side, on average, a gift included
-- COLUMN dealer: points of the dealer's side, on average
-- ASSUMES: averages over complete deals that are not void
-- CHART: bar x=calls y=share
-- PORTABLE
WITH told AS (
    SELECT size AS players, array_to_string(calls, ' ') AS calls, void,
        changes[dealer % nullif(len(changes), 0) + 1] AS dealer,
        changes[(dealer + 1) % size % nullif(len(changes), 0) + 1] AS elder
    FROM deals
    WHERE game = 'seven-up' AND len(deals.calls) > 0
)
SELECT players, calls, count(*) AS deals,
    count(*) / sum(count(*)) OVER (PARTITION BY players) AS share,
    count(*) FILTER (void) AS void,
    avg(told.elder) FILTER (NOT told.void) AS elder,
    avg(told.dealer) FILTER (NOT told.void) AS dealer
FROM told
GROUP BY players, calls
ORDER BY players, calls
