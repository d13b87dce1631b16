-- What each match comes to, and why one is not judged.
WITH told AS (
    SELECT record, min(e.reason) AS reason, bool_or(unseen) AS unseen
    FROM events e JOIN found_deals f USING (record, deal)
    GROUP BY record
)
SELECT record, id,
    coalesce(m.reason, t.reason, CASE WHEN unseen THEN 'unseen cards' END) AS reason,
    CASE WHEN winners IS NULL THEN 'unfinished' ELSE 'finished' END AS status,
    coalesce(winners, []) AS winners,
    coalesce(standing, m.begun,
        list_transform(range(sides), lambda side: coalesce(m.rule.lives, 0))) AS final
FROM matches m LEFT JOIN told t USING (record) LEFT JOIN standings USING (record)
