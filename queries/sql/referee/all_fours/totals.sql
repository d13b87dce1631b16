-- All Fours, a row a deal and side: the points of the side before it and after it.
WITH sided AS (
    SELECT record, deal, target, begun, unnest(range(sides)) AS side, unnest(gained) AS points
    FROM scores
)
SELECT record, deal, side, points, target,
    coalesce(begun[side + 1], 0)
        + sum(points) OVER (PARTITION BY record, side ORDER BY deal) AS total
FROM sided
