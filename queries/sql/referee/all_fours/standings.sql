-- All Fours: the points in the end, and who went out first.
WITH last_totals AS (
    SELECT record, side, arg_max(total, deal) AS total FROM totals GROUP BY record, side
), summed AS (
    SELECT record, list(total ORDER BY side)::BIGINT[] AS standing FROM last_totals GROUP BY record
), won AS (
    SELECT record, [arg_min(winner, deal)]::UTINYINT[] AS winners
    FROM found_deals WHERE winner IS NOT NULL GROUP BY record
)
FROM summed LEFT JOIN won USING (record)
