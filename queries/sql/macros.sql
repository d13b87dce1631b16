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
    range(1, len(kinds) + 1),
    lambda k: {
        'place': k, 'kind': kinds[k], 'seat': seats[k], 'card': cards[k], 'target': targets[k]
    }
);
