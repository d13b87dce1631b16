-- All Fours: whether every trick was led by who took the last, with cards that were held, and suits
-- were followed; what else happened cannot be what this record comes to. Hands are masks of a bit a
-- card.
WITH drawn AS (
    SELECT *,
        list_where(cards, list_transform(letters, lambda letter: letter = 'd')) AS drawn,
        list_where(seats, list_transform(letters, lambda letter: letter = 'd')) AS drawn_by
    FROM captures
), masked AS ( -- by seat
    SELECT *,
        list_transform(range(size), lambda seat: list_transform(leaders, lambda leader, j:
            bit_of(cards_played[(j - 1) * size + (seat - leader + size) % size + 1]))) AS played_by,
        list_transform(range(size), lambda seat:
            list_transform(list_filter(drawn, lambda card, k: drawn_by[k] = seat),
                lambda card: bit_of(card))) AS drawn_by_seat,
        list_transform(hands, lambda hand:
            list_bit_or(list_transform(hand, lambda card: bit_of(card)))) AS dealt,
        list_max(drawn) >= 64 OR list_max(flatten(hands)) >= 64 AS some_unseen,
        list_filter(range(len(cards_played)), lambda q: q % size > 0 -- in the order of play
            AND cards_played[q + 1] // 16 <> cards_played[q - q % size + 1] // 16
            AND (coalesce(rule.strict_follow, false) OR cards_played[q + 1] // 16 <> trump)
        ) AS not_followed
    FROM drawn
), told AS (
    SELECT *,
        len(list_filter(played_by, lambda played, place:
            bit_count(list_bit_or(played)) < len(played) -- the same card twice
            OR (list_bit_or(played)
                & ~(dealt[place] | coalesce(list_bit_or(drawn_by_seat[place]), 0))) <> 0
        )) > 0 AS not_held,
        list_transform(not_followed, lambda q: {
            'seat': (leaders[q // size + 1] + q) % size + 1, 'trick': q // size + 1,
            'owed': suit_mask(cards_played[q - q % size + 1] // 16)
                | CASE WHEN rule.void_must_trump AND cards_played[q + 1] // 16 <> trump
                    THEN suit_mask(trump) ELSE 0 END
        }) AS owing
    FROM masked
)
SELECT record, deal, CASE
    WHEN misbid IS NOT NULL THEN misbid
    WHEN winners_of[:len(leaders) - 1] <> leaders[2:]
        OR leaders[1] <> coalesce(buyer, (dealer + 1) % size)
        THEN 'a trick led by another than who took the last (CJ-3.2)'
    WHEN some_unseen THEN NULL
    WHEN not_held THEN 'a card played that was not held (CJ-3.1)'
    -- What he plays later and had before: in Seven-Up all is drawn before the first trick.
    WHEN len(list_filter(owing, lambda play: (play.owed
        & list_bit_or(played_by[play.seat][play.trick + 1:])
        & ~CASE WHEN $game = 'seven-up' THEN 0
            ELSE coalesce(list_bit_or(drawn_by_seat[play.seat][play.trick:]), 0) END) <> 0)) > 0
        THEN 'a suit not followed (CJ-3.1, SU-13)'
    END AS fault
FROM told
