-- one row a deal and seat
-- What each player was dealt and what came of it.
--   record: `games.record`
--   deal: `deals.deal`
--   game: `games.game`
--   seat: from 0; a seat that was dealt no card has no row
--   is_dealer: dealt
--   place: turns after the dealer's left hand neighbour, by seats; the dealer is last
--   dealt: the cards
--   shown: the cards that the player showed, one at a time, in order
--   side: the seat, or the pair in a partnership game
--   change: lives, tokens or points of the side in this deal
WITH dealt AS (
    SELECT record, deal, game, size, dealer, hands, kinds, seats, cards, changes,
        unnest(range(len(hands))) AS seat
    FROM deals
)
SELECT record, deal, game, seat,
    seat = dealer AS is_dealer,
    (seat + size - dealer - 1) % size AS place,
    hands[seat + 1] AS dealt,
    list_transform(
        list_filter(
            range(1, len(kinds) + 1), lambda k: kinds[k] = 'r' AND seats[k] = seat
        ),
        lambda k: cards[k]
    ) AS shown,
    seat % len(changes) AS side,
    changes[seat % len(changes) + 1] AS change
FROM dealt
WHERE len(hands[seat + 1]) > 0
