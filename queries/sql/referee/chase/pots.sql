-- Chase the Ace for tokens, a row a deal: what has been paid into the pot up to then. A token that
-- sudden death gives back comes out of it.
WITH paid AS (
    SELECT record, deal, sum(cost - given_back::INT) AS paid FROM fates GROUP BY record, deal
)
SELECT record, deal, coalesce(sum(paid) OVER (PARTITION BY record ORDER BY deal), 0) AS paid
FROM showdowns LEFT JOIN paid USING (record, deal)
WHERE rule.stake = 'tokens'
