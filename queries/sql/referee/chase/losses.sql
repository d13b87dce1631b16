-- Chase the Ace, a row a loss: what the player has left, as long as nobody is given anything back.
WITH lost AS (
    SELECT record, deal, over OR begun_late AS for_certain, everyone_loses,
        rule.final_tie = 'sudden_death' AS sudden_death,
        CASE WHEN begun IS NULL THEN size ELSE len(list_filter(begun, lambda lives: lives > 0))
            END AS began,
        unnest(list_filter(range(size), lambda seat: losses[seat + 1] > 0)) AS seat,
        losses[seat + 1] AS loss,
        CASE WHEN begun IS NULL THEN rule.lives ELSE begun[seat + 1] END AS had
    FROM showdowns
    WHERE over OR shown_at_once
)
SELECT *, had - sum(loss) OVER (PARTITION BY record, seat ORDER BY deal) AS remaining
FROM lost
