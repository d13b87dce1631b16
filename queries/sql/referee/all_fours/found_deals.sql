-- All Fours: what each deal comes to, in the columns that the archive has for it, and who goes out
-- in it: whoever gets there first in the order of counting.
WITH counted AS (
    SELECT s.*, list_transform(enough, lambda e: {
            'at': CASE WHEN e.side = bidder AND made THEN 0 -- the pitcher counts first (PI-15)
                ELSE reached_at(points, e.side, e.needed) END,
            'side': e.side
        }) AS going_out,
        -- A Jack that is turned can end the match before a card is played (B-07, SU-4).
        NOT void AND (played OR enough IS NOT NULL) AS complete
    FROM scores s LEFT JOIN reached USING (record, deal)
)
SELECT record, deal, complete, unseen AND complete AS unseen, dealer, void,
    CASE WHEN void OR complete THEN gained END::INTEGER[] AS changes,
    NULL::VARCHAR AS lowest, NULL::BIGINT AS pot,
    CASE WHEN complete THEN 'cdhs'[trump + 1] END AS trump,
    CASE WHEN complete THEN high END::TINYINT AS high,
    CASE WHEN complete THEN low END::TINYINT AS low,
    CASE WHEN complete THEN jack END::TINYINT AS jack,
    CASE WHEN complete THEN game_point END::TINYINT AS game_point,
    CASE WHEN complete THEN nine END::TINYINT AS nine,
    CASE WHEN complete THEN coalesce(pips, list_transform(range(sides), lambda side: 0))
        END::SMALLINT[] AS pips,
    CASE WHEN complete THEN bidder END::TINYINT AS bidder,
    CASE WHEN complete THEN bid END::TINYINT AS bid,
    CASE WHEN complete THEN made END AS made,
    CASE
        WHEN NOT complete THEN NULL
        WHEN wins_at_once IS NOT NULL THEN wins_at_once -- PI-13
        ELSE list_min(list_filter(going_out, lambda each:
            only_pitchers IS DISTINCT FROM true OR each.at = 0)).side
    END AS winner
FROM counted
