-- Chase the Ace, a row a loss: what it costs the player and whether he is out. In sudden death all
-- have one life, and where all lose it, all get it back (A-03).
SELECT record, deal, seat, began, tied_at,
    coalesce(deal > tied_at, false) AS late,
    CASE WHEN late THEN 1 ELSE least(loss, remaining + loss) END AS cost, -- nobody pays more
    cost < loss AS capped,
    CASE WHEN late THEN everyone_loses ELSE coalesce(deal = tied_at, false) END AS given_back,
    CASE WHEN late THEN NOT everyone_loses ELSE remaining <= 0 AND NOT given_back END AS goes_out
FROM losses LEFT JOIN ties USING (record)
WHERE for_certain OR late -- a showdown without turns is one of sudden death (A-04)
