-- What the referee's questions share. A card's number says its suit and rank (SCHEMA.md).
CREATE OR REPLACE TEMP MACRO places_of(kinds, kind) AS list_filter(
    range(1, len(kinds) + 1), lambda k: kinds[k] = kind
);
CREATE OR REPLACE TEMP MACRO seen(card) AS card < 64 OR card >= 160;

-- Chase the Ace: how high a card is, ace low (CC-1.4) or by the order of its pack (CP-V2); null
-- where its rank was not seen.
CREATE OR REPLACE TEMP MACRO height(card, deck) AS CASE
    WHEN deck = 'standard52' THEN CASE WHEN card < 79 THEN (card % 16 + 1) % 13 END
    WHEN card >= 160 THEN -list_position(CASE deck
        WHEN 'cucu40' THEN [160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173,
            174, 175, 176, 177, 178, 179]
        WHEN 'gnav42' THEN [160, 180, 163, 162, 181, 182, 183, 165, 166, 167, 168, 169, 170, 171,
            172, 173, 174, 184, 185, 186, 179]
        WHEN 'kille42' THEN [160, 187, 188, 189, 164, 182, 183, 165, 166, 167, 168, 169, 170, 171,
            172, 173, 174, 190, 191, 177, 192]
    END, card) END;
CREATE OR REPLACE TEMP MACRO rank_name(card) AS CASE
    WHEN card < 79 THEN '23456789TJQKA'[card % 16 + 1] ELSE card_name(card) END;
CREATE OR REPLACE TEMP MACRO is_king(card) AS card = 160 OR (card < 79 AND card % 16 = 11);

-- All Fours: within a trick the highest trump wins, else the highest of the suit led.
CREATE OR REPLACE TEMP MACRO strength(card, trump, led) AS CASE
    WHEN card // 16 = trump THEN 16 + card % 16
    WHEN card // 16 = led THEN card % 16
    ELSE -1
END;
-- A ten counts ten, an ace four, king three, queen two, jack one (CJ-1.3).
CREATE OR REPLACE TEMP MACRO pips(cards) AS list_sum(list_transform(cards, lambda card: CASE
    WHEN card % 16 < 8 THEN 0 WHEN card % 16 = 8 THEN 10 ELSE card % 16 - 8 END));
-- The place among points, in the order in which they count, of the one that a side still needs.
CREATE OR REPLACE TEMP MACRO reached_at(points, side, needed) AS list_filter(
    range(1, len(points) + 1), lambda place: points[place] = side
)[greatest(needed, 1)];
-- Hands as masks: a bit a card that was seen.
CREATE OR REPLACE TEMP MACRO bit_of(card) AS CASE WHEN card < 64 THEN 1::BIGINT << card ELSE 0 END;
CREATE OR REPLACE TEMP MACRO suit_mask(suit) AS CASE WHEN suit < 4
    THEN 8191::BIGINT << (suit * 16) ELSE 0 END;
