-- Chase the Ace, a row a deal in which somebody pays less than the loss would cost: who.
SELECT record, deal, list(seat) AS capped
FROM fates
WHERE capped
GROUP BY record, deal
