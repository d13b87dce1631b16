-- QUESTION: How long do players think?
-- FOR: arbiter
-- GRAIN: one row a player and game
-- COLUMN player: handle
-- COLUMN game: which
-- COLUMN moves: turns, calls and discards with a time, and one before them
-- COLUMN median: seconds since the event before
-- COLUMN slow: nine moves of ten take at most so many seconds
-- COLUMN longest: seconds
-- COLUMN auto: how many were played for him
-- ASSUMES: times of one clock in the order of the events; a trick is of several players and is not
--   counted; what goes backwards is left out
-- PORTABLE
WITH timed AS (
    SELECT record, game, seats, auto, list_transform("at", lambda each: epoch_us(
        try_cast(each AS TIMESTAMPTZ)
    )) AS times, list_filter(range(2, len("at") + 1), lambda k: contains('sxbcdap', kinds[k])) AS moves
    FROM deals
    WHERE "at" IS NOT NULL
), moved AS (
    SELECT record, game, unnest(list_transform(moves, lambda k: {
        'seat': seats[k], 'took': (times[k] - times[k - 1]) / 1e6, 'auto': auto[k]
    })) AS move
    FROM timed
)
SELECT players[move.seat + 1] AS player, moved.game, count(*) AS moves,
    median(move.took) AS median, quantile_disc(move.took, 0.9) AS slow,
    max(move.took) AS longest, count(*) FILTER (move.auto) AS auto
FROM moved JOIN (SELECT record, players FROM games) USING (record)
WHERE move.took >= 0
GROUP BY player, moved.game
ORDER BY median DESC, player, moved.game
