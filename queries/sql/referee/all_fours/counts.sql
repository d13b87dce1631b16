-- All Fours without bids: the sides that score, in the order in which points count (CJ-5.2, B-14,
-- SU-17), as far as the deal got, and what that makes.
SELECT t.record, t.deal, t.sides, t.dealer, t.void, t.played, t.trump,
    t.trump_unseen OR coalesce(p.cards_unseen, false) AS unseen,
    p.high, p.low, p.game_point, p.nine, p.pips,
    CASE WHEN t.jack_turned THEN t.dealer % t.sides ELSE p.jack_taken END AS jack,
    CASE WHEN t.played
        THEN list_concat(t.early, [high, low, jack_taken, game_point, nine]) ELSE t.early
    END AS points,
    list_transform(range(t.sides), lambda side: CASE WHEN t.void THEN 0
        ELSE len(list_filter(points, lambda scored: scored = side)) END) AS gained,
    t.rule.target AS target, t.begun,
    NULL AS bidder, NULL AS bid, NULL AS made, NULL AS wins_at_once, NULL AS only_pitchers
FROM auctions t LEFT JOIN points p USING (record, deal)
