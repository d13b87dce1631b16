-- Chase the Ace: what the players hold when the turns of a deal are over (CC-3, CC-4, CP-4).
WITH swapped AS (
    SELECT *,
        length(rtrim(kinds, 'rSne')) AS last_turn, -- reveals, a claim and notes may follow
        list_reduce(
            list_transform(places_of(kinds, 'x'), lambda k: [seats[k], targets[k]]),
            lambda held, pair: list_transform(held, lambda card, place: CASE
                WHEN place = pair[1] + 1 THEN held[pair[2] + 1]
                WHEN place = pair[2] + 1 THEN held[pair[1] + 1]
                ELSE card END),
            list_transform(hands, lambda hand: hand[1])
        ) AS held
    FROM events
), drawn AS (
    SELECT *, seats[last_turn] = dealer AND contains('scd', kinds[last_turn]) AS dealer_chose,
        CASE WHEN dealer_chose THEN cards[last_turn] END AS drawn
    FROM swapped
), traced AS (
    SELECT * EXCLUDE (held),
        drawn IS NOT NULL AND is_king(drawn) AND rule.dealer_draws_king <> 'kept'
            AS king_drawn, -- A-01
        king_drawn AND rule.dealer_draws_king = 'loses' AS dealer_loses,
        rule.dealer_draws_king = 'loses' AND height(drawn, rule.deck) IS NULL
            AND drawn IS NOT NULL AS draw_unseen,
        CASE
            WHEN drawn IS NULL OR king_drawn THEN held
            ELSE list_transform(held, lambda card, place: CASE place WHEN dealer + 1 THEN drawn
                ELSE card END)
        END AS traced
    FROM drawn
)
-- Cards that nobody saw before are seen when all are shown.
SELECT * EXCLUDE (traced), CASE
    WHEN len(list_filter(traced, lambda card: NOT seen(card))) = 0 THEN traced
    ELSE list_transform(traced, lambda card, place: CASE WHEN seen(card) THEN card
        ELSE coalesce(cards[list_filter(
            range(last_turn + 1, len(kinds) + 1), lambda k: kinds[k] = 'r' AND seats[k] = place - 1
        )[1]], card) END)
    END AS shown
FROM traced
