-- Chase the Ace: whether those who were left took turns in order and showed what they held; what
-- else happened cannot be what this record comes to. Turns of a domino chain are not looked into.
WITH seated AS ( -- in the order of turns, the dealer last (CC-2.4)
    SELECT *, list_filter(
            list_transform(range(1, size + 1), lambda step: (dealer + step) % size),
            lambda seat: len(hands[seat + 1]) > 0
        ) AS in_order,
        list_filter(range(1, last_turn + 1), lambda k: contains('sxbcd', kinds[k])) AS turns
    FROM exchanges
), asked AS (
    SELECT *, list_filter(turns, lambda k: targets[k] IS NOT NULL) AS asks,
        list_transform(turns, lambda k: seats[k]) AS acted
    FROM seated
), out_by_now AS (
    SELECT s.record, s.deal, count(*) AS out,
        count(*) FILTER (list_contains(in_order, f.seat)) AS dealt_to_the_dead
    FROM seated s JOIN fates f ON s.record = f.record AND f.goes_out AND f.deal < s.deal
    GROUP BY s.record, s.deal
)
SELECT record, deal, CASE
    WHEN dealt_to_the_dead > 0 OR len(in_order) + coalesce(out, 0) <> CASE WHEN begun IS NULL
        THEN size ELSE len(list_filter(begun, lambda lives: lives > 0)) END
        THEN 'not dealt to those who are left (CC-2.2)'
    WHEN rule.domino = 'off' AND NOT rule.shown_king_ends_turn
        AND acted <> in_order[:len(acted)] THEN 'turns out of order (CC-2.4)'
    WHEN rule.domino = 'off' AND len(list_filter(asks, lambda k: targets[k]
        IS DISTINCT FROM in_order[list_position(in_order, seats[k]) + 1])) > 0
        THEN 'asked another than the neighbour (CC-3.1)'
    -- Until he is asked nobody but the asker can have touched the neighbour's card.
    WHEN rule.domino = 'off' AND len(list_filter(asks, lambda k: CASE kinds[k]
        WHEN 'b' THEN seen(cards[k]) AND (NOT is_king(cards[k])
            OR seen(hands[targets[k] + 1][1]) AND cards[k] <> hands[targets[k] + 1][1])
        ELSE rule.king_block = 'mandatory' AND is_king(hands[targets[k] + 1][1])
            AND (rule.dealer_king_blocks OR targets[k] <> dealer)
        END)) > 0 THEN 'refused or given against the rule of the King (CC-3.2)'
    WHEN len(list_filter(range(last_turn + 1, len(kinds) + 1), lambda k: kinds[k] = 'r'
        AND (shown[seats[k] + 1] IS NULL
            OR seen(cards[k]) AND seen(shown[seats[k] + 1]) AND cards[k] <> shown[seats[k] + 1])
        )) > 0
        THEN 'shown what was not held (CC-5.1)'
    END AS fault
FROM asked LEFT JOIN out_by_now USING (record, deal)
WHERE NOT void
