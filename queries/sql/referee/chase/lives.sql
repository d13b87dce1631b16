-- Chase the Ace: lives or tokens before and after each deal, until all who are left go out at once.
WITH seated AS (
    SELECT record, deal, over OR shown_at_once AND begun_late AS counted,
        unnest(range(size)) AS seat, unnest(losses) AS loss, rule.lives AS lives
    FROM showdowns
), running AS (
    SELECT s.* EXCLUDE (lives), coalesce(m.begun[seat + 1], s.lives)
        - sum(CASE WHEN counted THEN loss ELSE 0 END) OVER (
            PARTITION BY s.record, seat ORDER BY deal ROWS UNBOUNDED PRECEDING
        ) AS remaining
    FROM seated s JOIN matches m USING (record)
)
SELECT record, deal, any_value(counted) AS counted,
    list(greatest(remaining + CASE WHEN counted THEN loss ELSE 0 END, 0) ORDER BY seat) AS before,
    list(greatest(remaining, 0) ORDER BY seat) AS after
FROM running
GROUP BY record, deal
