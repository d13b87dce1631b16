-- QUESTION: How long does a match last?
-- FOR: club
-- GRAIN: one row a game, profile and number of players
-- COLUMN game: which
-- COLUMN profile: in force; null where the game has none
-- COLUMN players: how many
-- COLUMN matches: finished ones
-- COLUMN mean: deals, on average
-- COLUMN median: deals
-- COLUMN most_of_them: nine matches of ten have at most so many deals
-- COLUMN longest: deals
-- COLUMN events: on average
-- ASSUMES: finished matches that the record holds from their beginning; void deals count
-- CHART: bar x=players y=mean
-- PORTABLE
SELECT game, profile, len(players) AS players, count(*) AS matches, avg(deals) AS mean,
    median(deals) AS median, quantile_disc(deals, 0.9) AS most_of_them, max(deals) AS longest,
    avg(events) AS events
FROM games
WHERE status = 'finished' AND standing IS NULL
GROUP BY game, profile, len(games.players)
ORDER BY game, profile, players
