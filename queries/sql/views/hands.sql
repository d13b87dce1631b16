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
--   held: Chase the Ace: the card at the end of a complete deal, as shown; else null
--   side: the seat, or the pair in a partnership game
--   change: lives, tokens or points of the side in this deal
--   lost: the side lost lives, tokens or points in it; null where that is open
--   won: the side gained some
WITH dealt AS (
    SELECT record, deal, game, size, dealer, hands, kinds, seats, cards, changes,
        unnest(range(len(hands))) AS seat
    FROM deals
), told AS (
    SELECT *, changes[seat % nullif(len(changes), 0) + 1] AS change,
        list_transform(
            list_filter(
                range(1, length(kinds) + 1), lambda k: kinds[k] = 'r' AND seats[k] = seat
            ),
            lambda k: cards[k]
        ) AS shown
    FROM dealt
    WHERE len(hands[seat + 1]) > 0
)
SELECT record, deal, game, seat,
    seat = dealer AS is_dealer,
    (seat + size - dealer - 1) % size AS place,
    hands[seat + 1] AS dealt,
    shown,
    CASE WHEN game = 'chase-the-ace' AND changes IS NOT NULL AND regexp_matches(kinds, 'r[^sxbcd]*$')
        THEN shown[-1] END AS held,
    seat % nullif(len(changes), 0) AS side,
    change, change < 0 AS lost, change > 0 AS won
FROM told
