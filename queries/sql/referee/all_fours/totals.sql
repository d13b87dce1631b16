-- All Fours: the points that the sides had before each deal and have after it.
WITH sided AS (
    SELECT record, deal, unnest(range(sides)) AS side, unnest(gained) AS points FROM scores
), running AS (
    SELECT s.*, coalesce(m.begun[side + 1], 0) + sum(points::BIGINT) OVER (
            PARTITION BY s.record, side ORDER BY deal ROWS UNBOUNDED PRECEDING) AS total
    FROM sided s JOIN matches m USING (record)
)
SELECT record, deal, list((total - points)::BIGINT ORDER BY side) AS before,
    list(total::BIGINT ORDER BY side) AS after
FROM running
GROUP BY record, deal
