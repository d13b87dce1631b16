-- QUESTION: How much of the archive was seen by whoever wrote it down?
-- FOR: researcher
-- GRAIN: one row a game and kind of observer
-- COLUMN game: which
-- COLUMN observer: `table`, `seat` or `spectator`
-- COLUMN records: how many
-- COLUMN deals: how many
-- COLUMN gaps: deals in which something was not recorded
-- COLUMN hidden: deals with a dealt card that was not wholly seen
-- COLUMN stocks: deals with the stock written down
-- COLUMN results: deals whose result is certain for every side
-- ASSUMES: nothing
-- PORTABLE
WITH told AS (
    SELECT record, count(*) AS deals, count(*) FILTER (contains(kinds, 'g')) AS gaps,
        count(*) FILTER (list_max(list_filter(flatten(hands), lambda card: card < 160)) >= 64) AS hidden,
        count(stock) AS stocks,
        count(*) FILTER (changes IS NOT NULL AND len(changes) = list_count(changes)) AS results
    FROM deals
    GROUP BY record
)
SELECT game, CASE WHEN observer IS NULL THEN 'table' WHEN observer = 'spectator' THEN observer
        ELSE 'seat' END AS observer,
    count(*) AS records, sum(coalesce(told.deals, 0))::BIGINT AS deals,
    sum(coalesce(gaps, 0))::BIGINT AS gaps, sum(coalesce(hidden, 0))::BIGINT AS hidden,
    sum(coalesce(stocks, 0))::BIGINT AS stocks, sum(coalesce(results, 0))::BIGINT AS results
FROM (SELECT record, game, observer FROM games) games LEFT JOIN told ON told.record = games.record
GROUP BY ALL
ORDER BY game, observer
