-- What each match comes to: it ends with the first deal that somebody wins.
WITH told AS (
    SELECT record,
        min(reason) AS reason,
        bool_or(unseen) AS unseen,
        arg_max(standing, deal) AS standing,
        arg_min(winners, deal) FILTER (winners IS NOT NULL) AS winners
    FROM events JOIN found_deals USING (record, deal)
    GROUP BY record
)
SELECT record, id,
    coalesce(m.reason, t.reason, CASE WHEN unseen THEN 'unseen cards' END) AS reason,
    CASE WHEN t.winners IS NULL THEN 'unfinished' ELSE 'finished' END AS status,
    coalesce(t.winners, []) AS winners,
    coalesce(t.standing, m.begun,
        list_transform(range(sides), lambda side: coalesce(m.rule.lives, 0))) AS final
FROM matches m LEFT JOIN told t USING (record)
