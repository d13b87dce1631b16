-- QUESTION: What has each player done in each game?
-- FOR: club
-- GRAIN: one row a player and game
-- PARAMETER player VARCHAR = NULL: only this handle
-- VALUES player: a player
-- COLUMN player: handle
-- COLUMN game: which
-- COLUMN matches: all
-- COLUMN finished: to their end
-- COLUMN won: alone, jointly or with a partner
-- COLUMN unfinished: broken off
-- COLUMN illegal: with an event that the rules forbid
-- COLUMN deals: of these matches
-- COLUMN balance: lives, tokens or points at the end of the finished matches, added up
-- ASSUMES: a handle is one person; of a pair each has its points
-- PORTABLE
WITH seated AS (
    SELECT game, status, deals, final, winners, unnest(players) AS player,
        unnest(range(len(players))) AS seat
    FROM games
)
SELECT player, game, count(*) AS matches, count(*) FILTER (status = 'finished') AS finished,
    count(*) FILTER (status = 'finished' AND list_contains(winners, seat % nullif(len(final), 0))) AS won,
    count(*) FILTER (status = 'unfinished') AS unfinished,
    count(*) FILTER (status = 'illegal') AS illegal, sum(deals)::BIGINT AS deals,
    coalesce(sum(final[seat % nullif(len(final), 0) + 1]) FILTER (status = 'finished'), 0)::BIGINT AS balance
FROM seated
WHERE $player IS NULL OR player = $player
GROUP BY player, game
ORDER BY player, game
