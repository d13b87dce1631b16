-- QUESTION: Who breaks rules most often?
-- FOR: arbiter
-- GRAIN: one row a player
-- COLUMN player: handle
-- COLUMN matches: how many
-- COLUMN deals: of these matches
-- COLUMN findings: faults of his that follow from no other
-- COLUMN ruled: how many of them an arbiter has ruled on
-- COLUMN records: in how many matches
-- COLUMN per_hundred: findings in a hundred deals
-- ASSUMES: a handle is one person; a fault is one's whose event it is
-- PORTABLE
WITH at_fault AS (
    SELECT record, seat, count(*) AS findings, count(ruled) AS ruled
    FROM findings
    WHERE seat IS NOT NULL AND depends IS NULL
    GROUP BY ALL
), seated AS (
    SELECT record, deals, unnest(players) AS player, unnest(range(len(players))) AS seat
    FROM games
)
SELECT player, count(*) AS matches, sum(deals)::BIGINT AS deals,
    coalesce(sum(at_fault.findings), 0)::BIGINT AS findings,
    coalesce(sum(at_fault.ruled), 0)::BIGINT AS ruled, count(at_fault.record) AS records,
    100 * coalesce(sum(at_fault.findings), 0) / nullif(sum(deals), 0) AS per_hundred
FROM seated LEFT JOIN at_fault USING (record, seat)
GROUP BY player
ORDER BY per_hundred DESC NULLS LAST, player
