-- All Fours: what each deal comes to, in the columns that the archive has for it, and who goes out
-- in it: whoever gets there first in the order of counting.
WITH reached AS (
    SELECT s.*, before, after, rule.target AS target,
        NOT void AND list_max(after) >= target AS enough,
        -- A Jack that is turned can end the match before a card is played (B-07, SU-4).
        NOT void AND (played OR $game <> 'pitch' AND enough) AS complete
    FROM scores s JOIN totals USING (record, deal)
), ended AS (
    SELECT *,
        CASE
            WHEN NOT complete THEN NULL
            WHEN rule.smudge = 'win_game' AND sweeper IS NOT NULL THEN sweeper -- PI-13
            WHEN NOT enough THEN NULL
            WHEN made AND after[bidder + 1] >= target THEN bidder -- PI-15
            WHEN rule.go_out = 'pitchers_only' THEN NULL
            ELSE list_min(list_transform(
                list_filter(range(sides), lambda side: after[side + 1] >= target
                    AND (made OR side <> bidder) IS DISTINCT FROM false),
                lambda side: {
                    'at': reached_at(points, side, target - before[side + 1]), 'side': side
                }
            )).side
        END AS winner
    FROM reached
)
SELECT record, deal, complete, unseen AND NOT void AND complete AS unseen, dealer, void,
    CASE WHEN void OR complete THEN gained END AS changes,
    NULL AS lowest, NULL AS pot,
    CASE WHEN complete THEN 'cdhs'[trump + 1] END AS trump,
    CASE WHEN complete THEN high END AS high,
    CASE WHEN complete THEN low END AS low,
    CASE WHEN complete THEN jack END AS jack,
    CASE WHEN complete THEN game_point END AS game_point,
    CASE WHEN complete THEN nine END AS nine,
    CASE WHEN complete THEN coalesce(pips, list_transform(range(sides), lambda side: 0)) END AS pips,
    CASE WHEN complete THEN bidder END AS bidder,
    CASE WHEN complete THEN bid END AS bid,
    CASE WHEN complete THEN made END AS made,
    after AS standing,
    CASE WHEN winner IS NOT NULL THEN [winner] END AS winners
FROM ended
