-- QUESTION: Which rules are broken, and how often?
-- FOR: arbiter
-- GRAIN: one row a game, rule and fault
-- COLUMN game: which
-- COLUMN rule: clause
-- COLUMN code: fault
-- COLUMN findings: how many
-- COLUMN records: in how many records
-- COLUMN independent: how many that do not follow from another finding
-- COLUMN ruled: how many an arbiter has ruled on
-- COLUMN example: `games.record` of one of them
-- ASSUMES: what an audit can see; where cards were not seen a fault may have gone unnoticed
-- CHART: bar x=code y=findings
-- PORTABLE
SELECT game, rule, code, count(*) AS findings, count(DISTINCT record) AS records,
    count(*) - count(depends) AS independent, count(ruled) AS ruled, min(record) AS example
FROM (SELECT record, rule, code, depends, ruled FROM findings)
    JOIN (SELECT record, game FROM games) USING (record)
GROUP BY game, rule, code
ORDER BY findings DESC, game, rule, code
