-- Cards and letters, for every view.
CREATE OR REPLACE MACRO card_name(card) AS CASE
    WHEN card < 64 THEN '23456789TJQKA'[card % 16 + 1] || 'cdhs'[card // 16 + 1]
    WHEN card < 79 THEN '23456789TJQKA'[card - 63] || '?'
    WHEN card = 79 THEN '??'
    WHEN card < 160 THEN '?' || 'cdhs'[card // 16 - 4]
    ELSE ['cuckoo', 'hunter', 'horse', 'cat', 'inn', '10', '9', '8', '7', '6', '5', '4', '3', '2',
          '1', 'nulla', 'bucket', 'mask', 'lion', 'fool', 'dragoon', 'house', '12', '11', '0', 'pot',
          'owl', 'hussar', 'sow', 'cavalier', 'wreath', 'flowerpot', 'harlequin'][card - 159]
END;
CREATE OR REPLACE MACRO pips_of(cards) AS list_sum(list_transform(
    cards, lambda card: [0, 0, 0, 0, 0, 0, 0, 0, 10, 1, 2, 3, 4][card % 16 + 1]
));
CREATE OR REPLACE MACRO events_of(kinds, seats, cards, targets) AS list_transform(
    range(1, length(kinds) + 1),
    lambda k: {
        'place': k, 'kind': kinds[k], 'seat': seats[k], 'card': cards[k], 'target': targets[k]
    }
);
-- Chase the Ace: the rank of a card from 0 for the Ace to 12 for the King, null where it was not
-- seen or is of a special pack; and as it is written.
CREATE OR REPLACE MACRO rank_of(card) AS CASE WHEN card < 77 THEN (card % 16 + 1) % 13 END;
CREATE OR REPLACE MACRO rank_name(rank) AS 'A23456789TJQK'[rank + 1];
CREATE OR REPLACE MACRO rank_named(name) AS
    nullif(strpos('A23456789TJQK', replace(upper(name), '10', 'T')), 0) - 1;
-- How many of some cards were wholly seen.
CREATE OR REPLACE MACRO seen_of(cards) AS CASE WHEN list_max(cards) < 64 THEN len(cards)
    ELSE len(list_filter(cards, lambda card: card < 64)) END;
-- A deal's cards as one number. DuckDB's own hash of a list passes over a 0, the Two of clubs, where
-- the list begins with it, and over lists that are empty; so the number of cards in each hand counts too.
CREATE OR REPLACE MACRO hash_of(hands, stock) AS hash(
    hands, list_transform(hands, lambda hand: len(hand) + 1), coalesce(stock, [])
);
-- How often a letter stands in `kinds`.
CREATE OR REPLACE MACRO times_in(kinds, letter) AS length(kinds) - length(replace(kinds, letter, ''));
-- Of a list with one element an event (seats, cards) those of the showdown of Chase the Ace: the
-- cards shown after the last turn. They nearly always follow each other.
CREATE OR REPLACE MACRO turns_end(kinds) AS length(rtrim(rtrim(kinds, 'S'), 'r'));
CREATE OR REPLACE MACRO showdown(kinds, listed) AS CASE
    WHEN contains('sxbcdD', kinds[turns_end(kinds)])
        THEN listed[turns_end(kinds) + 1:length(rtrim(kinds, 'S'))]
    ELSE list_filter(listed, lambda each, k: kinds[k] = 'r'
        AND NOT regexp_matches(kinds[k:], '[sxbcd]')) END;
-- Of such a list those of the tricks.
CREATE OR REPLACE MACRO of_tricks(kinds, listed) AS
    list_filter(listed, lambda each, k: kinds[k] = 't');
-- The suit of trumps, also of a deal that was not played to its end: the turn-up's, in Seven-Up the
-- last one's, in Pitch that of the first card led.
CREATE OR REPLACE MACRO suit_seen(card) AS CASE WHEN card < 64 THEN card // 16 END;
CREATE OR REPLACE MACRO trump_of(game, trump, kinds, cards, tricks) AS CASE
    WHEN trump IS NOT NULL THEN instr('cdhs', trump) - 1
    WHEN contains(kinds, 'g') THEN NULL
    WHEN game = 'pitch' THEN suit_seen(tricks[1][1])
    WHEN game = 'seven-up' THEN suit_seen(cards[length(kinds) - strpos(reverse(kinds), 'u') + 1])
    ELSE suit_seen(cards[strpos(kinds, 'u')]) END;
-- How high the cards of a trick rank in it (CJ-3.2), and in which place the winning one was played.
CREATE OR REPLACE MACRO powers(cards, trump) AS list_transform(cards, lambda card: CASE
    WHEN card // 16 = trump THEN 100 + card % 16
    WHEN card // 16 = cards[1] // 16 THEN card % 16
    ELSE -1 END);
CREATE OR REPLACE MACRO winning_place(cards, trump) AS
    list_position(powers(cards, trump), list_max(powers(cards, trump)));
-- What a call of Pitch is worth, under one of the readings of `smudge` (PI-13).
CREATE OR REPLACE MACRO bid_value(call, smudge) AS CASE
    WHEN call = 'pass' THEN 0
    WHEN call = 'smudge' THEN CASE WHEN smudge = 'bid5' THEN 5 ELSE 4 END
    ELSE try_cast(call AS INTEGER) END;
