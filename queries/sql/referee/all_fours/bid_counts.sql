-- Pitch: what each side made, and whether the pitcher made the bid or is set back by it (PI-12).
WITH scored AS (
    SELECT b.*, p.high, p.low, p.jack_taken AS jack, p.game_point, p.pips,
        b.trump_unseen OR coalesce(p.cards_unseen, false) AS unseen,
        CASE WHEN b.played THEN [high, low, p.jack_taken, game_point] ELSE [] END AS points,
        list_transform(range(b.sides), lambda side:
            len(list_filter(points, lambda scored: scored = side))) AS made_by,
        list_position(made_by, 4) - 1 AS sweeper, -- all four points
        CASE
            WHEN NOT b.played OR bidder IS NULL THEN NULL
            WHEN bid = 5 THEN coalesce(sweeper = bidder, false)
                AND len(list_filter(p.takers, lambda side: side <> bidder)) = 0
            ELSE made_by[bidder + 1] >= bid
        END AS made
    FROM auctions b LEFT JOIN points p USING (record, deal)
)
SELECT record, deal, sides, dealer, void, played, trump, unseen,
    high, low, game_point, NULL AS nine, pips, jack, points,
    list_transform(made_by, lambda points, place: CASE
        WHEN void OR NOT played THEN 0
        WHEN place <> bidder + 1 OR bidder IS NULL THEN points
        WHEN NOT made THEN -bid
        WHEN bid = 5 THEN 5
        ELSE points
    END) AS gained,
    rule.target AS target, begun, bidder, bid, made,
    CASE WHEN rule.smudge = 'win_game' THEN sweeper END AS wins_at_once,
    rule.go_out = 'pitchers_only' AS only_pitchers
FROM scored
