-- one row a record and seat
-- What each player came to in the end.
--   record: `games.record`
--   game: `games.game`
--   seat: from 0
--   player: handle
--   side: the seat, or the pair in a partnership game
--   final: lives, tokens or points of the side at the end
--   won: the side has won
WITH seated AS (
    SELECT record, game, players, final, winners,
        unnest(range(len(players))) AS seat
    FROM games
)
SELECT record, game, seat, players[seat + 1] AS player,
    seat % nullif(len(final), 0) AS side,
    final[seat % nullif(len(final), 0) + 1] AS final,
    list_contains(winners, seat % nullif(len(final), 0)) AS won
FROM seated
