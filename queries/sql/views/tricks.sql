-- one row a trick
-- Tricks of the All Fours family, with who took them.
--   record: `games.record`
--   deal: `deals.deal`
--   game: `games.game`
--   trick: number in the deal, from 1
--   leader: seat
--   cards: in the order played
--   trump: suit, 0 to 3 for c d h s; null where it is open
--   winner: seat; null where a card or the trump was not seen
--   pips: of the cards in it; null where one was not seen
--   is_last: the last trick of its deal so far
WITH led AS (
    SELECT record, deal, game, size, tricks, trump_of(game, trump, kinds, cards, tricks) AS suit,
        list_filter(seats, lambda seat, k: kinds[k] = 't') AS leaders,
        unnest(range(1, len(tricks) + 1)) AS trick
    FROM deals
    WHERE tricks IS NOT NULL
), played AS (
    SELECT *, leaders[trick] AS leader, tricks[trick] AS cards,
        len(list_filter(tricks[trick], lambda card: card >= 64)) = 0 AS seen
    FROM led
), ranked AS (
    SELECT *, list_transform(cards, lambda card: CASE
        WHEN card // 16 = suit THEN 100 + card % 16
        WHEN card // 16 = cards[1] // 16 THEN card % 16
        ELSE -1 END) AS strength
    FROM played
)
SELECT record, deal, game, trick, leader, cards, suit AS trump,
    CASE WHEN seen AND suit IS NOT NULL AND len(cards) > 0
        THEN (leader + list_position(strength, list_max(strength)) - 1) % size
    END AS winner,
    CASE WHEN seen THEN pips_of(cards)::INTEGER END AS pips,
    trick = len(tricks) AS is_last
FROM ranked
