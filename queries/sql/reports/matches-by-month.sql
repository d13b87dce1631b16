-- QUESTION: How much is played, and is it growing?
-- FOR: club
-- GRAIN: one row a month and game
-- COLUMN month: its first day; null where no date is written down
-- COLUMN game: which
-- COLUMN matches: how many
-- COLUMN finished: to their end
-- COLUMN deals: how many
-- COLUMN players: how many different handles
-- ASSUMES: the date is `date` in `meta`, written year first
-- CHART: line x=month y=matches
-- PORTABLE
WITH dated AS (
    SELECT date_trunc('month', try_cast(meta->>'date' AS DATE))::DATE AS month, game, status,
        deals, players
    FROM games
)
SELECT month, game, count(*) AS matches, count(*) FILTER (status = 'finished') AS finished,
    sum(deals)::BIGINT AS deals, len(list_distinct(flatten(list(dated.players)))) AS players
FROM dated
GROUP BY month, game
ORDER BY month NULLS LAST, game
