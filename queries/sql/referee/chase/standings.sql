-- Chase the Ace: who is left, with what, and who has won: the last one left, or the last who went
-- out together (CC-6.1, CC-6.2).
WITH fallen AS (
    SELECT record, max(tied_at) AS tied_at,
        list({'seat': seat, 'cost': cost}) AS costs,
        coalesce(list(seat) FILTER (goes_out), []) AS out,
        arg_max(deal, deal) FILTER (goes_out) AS last_fall,
        any_value(f.began) - len(out) AS remaining
    FROM fates f
    GROUP BY record
), last_out AS (
    SELECT record, list(seat ORDER BY seat) AS together
    FROM fates JOIN fallen f USING (record)
    WHERE f.remaining = 0 AND goes_out AND deal = last_fall
    GROUP BY record
), held AS (
    SELECT f.*, together, list_transform(range(m.size), lambda seat: CASE
            WHEN list_contains(out, seat) THEN 0
            ELSE coalesce(m.begun[seat + 1], m.rule.lives) END) AS had
    FROM fallen f JOIN matches m USING (record) LEFT JOIN last_out USING (record)
)
SELECT record,
    list_transform(had, lambda lives, place: CASE
        WHEN lives = 0 THEN 0
        WHEN tied_at IS NOT NULL THEN 1
        ELSE lives - coalesce(list_sum(list_transform(costs,
            lambda c: CASE WHEN c.seat = place - 1 THEN c.cost ELSE 0 END)), 0)
    END)::BIGINT[] AS standing,
    CASE remaining WHEN 0 THEN together
        WHEN 1 THEN list_filter(range(len(standing)), lambda seat: standing[seat + 1] > 0)
    END::UTINYINT[] AS winners
FROM held
