-- Chase the Ace, a row a deal in which somebody loses: who pays less than the loss would cost, and
-- how many tokens have gone into the pot up to then.
SELECT record, deal,
    list(seat) FILTER (capped) AS capped,
    sum(sum(cost - given_back::INT)) OVER (PARTITION BY record ORDER BY deal) AS pot,
    min(tied_at) AS tied_at
FROM fates
GROUP BY record, deal
