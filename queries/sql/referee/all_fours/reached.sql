-- All Fours, a row a deal in which somebody has enough points: who, and how many each needed.
SELECT record, deal,
    list({'side': side, 'needed': (target - total + points)::BIGINT} ORDER BY side) AS enough
FROM totals
WHERE total >= target AND points > 0
GROUP BY record, deal
