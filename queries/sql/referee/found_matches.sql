-- What each match comes to, and why one is not judged.
WITH told AS (
    SELECT record, min(e.reason) AS reason, bool_or(unseen) AS unseen
    FROM events e JOIN found_deals f USING (record, deal)
    GROUP BY record
), begun AS ( -- a record may begin where one is left, or has reached the target
    SELECT *, CASE WHEN len(ahead) = 1 THEN ahead END::UTINYINT[] AS won_before
    FROM (SELECT *, list_filter(range(len(begun)), lambda side:
        begun[side + 1] >= coalesce(rule.target, 1)) AS ahead FROM matches)
)
SELECT record, id,
    coalesce(m.reason, t.reason, CASE WHEN unseen THEN 'unseen cards' END) AS reason,
    CASE WHEN winners IS NULL AND won_before IS NULL THEN 'unfinished' ELSE 'finished' END AS status,
    coalesce(winners, won_before, []) AS winners,
    coalesce(standing, m.begun,
        list_transform(range(sides), lambda side: coalesce(m.rule.lives, 0))) AS final
FROM begun m LEFT JOIN told t USING (record) LEFT JOIN standings USING (record)
