-- QUESTION: Which records are unfinished, illegal or claim what is not so?
-- FOR: arbiter
-- GRAIN: one row a record that was not played to its end or has a finding nobody ruled on
-- COLUMN record: `games.record`
-- COLUMN id: content id
-- COLUMN game: which
-- COLUMN status: `finished`, `unfinished` or `illegal`; null where it was not folded
-- COLUMN ok: nothing wrong was found that was not ruled on
-- COLUMN deals: how many
-- COLUMN events: how many
-- COLUMN findings: how many
-- COLUMN event: index of the event of the first finding
-- COLUMN message: what it says, or why the record was not folded to its end
-- ASSUMES: an unfinished record is no fault
-- PORTABLE
WITH told AS (
    SELECT record, arg_min(event, finding) AS event, arg_min(message, finding) AS message
    FROM findings
    GROUP BY record
)
SELECT games.record, id, game, status, ok, deals, events, findings, told.event,
    coalesce(told.message, stopped) AS message
FROM games LEFT JOIN told ON told.record = games.record
WHERE status IS DISTINCT FROM 'finished' OR ok IS DISTINCT FROM true
ORDER BY games.record
