-- Chase the Ace, a row a match that came to sudden death: the deal in which all who were left went
-- out at once (CP-6.2, A-03).
WITH gone AS (
    SELECT record, deal, began,
        count(*) FILTER (remaining <= 0) OVER (PARTITION BY record ORDER BY deal) AS out
    FROM losses
    WHERE for_certain AND sudden_death
)
SELECT record, min(deal) AS tied_at
FROM gone
WHERE out >= began
GROUP BY record
