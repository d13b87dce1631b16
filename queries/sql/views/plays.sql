-- one row a card played to a trick
-- Each choice of a card in the All Fours family, with what the player knew.
--   record: `games.record`
--   deal: `deals.deal`
--   game: `games.game`
--   trick: number in the deal, from 1
--   seat: who plays
--   turn: 1 leads
--   trump: suit, 0 to 3 for c d h s; null before the first lead of Pitch has made it
--   so_far: the cards that lie in the trick already
--   hand: the cards held before, in no order that means anything; null after a gap
--   card: the one played
--   winner: the seat that takes the trick
WITH placed AS (
    SELECT *, list_filter(range(1, length(kinds) + 1), lambda k: kinds[k] = 't') AS places,
        list_filter(range(1, length(kinds) + 1), lambda k: kinds[k] = 'd') AS draws
    FROM deals
    WHERE tricks IS NOT NULL
), each_card AS (
    SELECT t.*, p.hands, p.tricks, p.places, p.draws, p.seats, p.cards AS drawn, p.size, p.packets,
        p.kinds, unnest(range(1, len(t.cards) + 1)) AS turn
    FROM tricks t JOIN placed p USING (record, deal)
), seated AS (
    SELECT *, (leader + turn - 1) % size AS seat, places[trick] AS place FROM each_card
)
SELECT record, deal, game, trick, seat, turn,
    CASE WHEN game = 'pitch' AND trick = 1 AND turn = 1 THEN NULL ELSE trump END AS trump,
    cards[1:turn - 1] AS so_far,
    CASE WHEN NOT contains(kinds, 'g') THEN list_filter(
        list_concat(
            hands[seat + 1],
            list_transform(
                list_filter(draws, lambda k: k < place AND seats[k] = seat), lambda k: drawn[k]
            )
        ),
        lambda card: NOT list_contains(flatten(tricks[1:trick - 1]), card)
            AND NOT list_contains(coalesce(flatten(packets), []), card)
    ) END AS hand,
    cards[turn] AS card, winner
FROM seated
