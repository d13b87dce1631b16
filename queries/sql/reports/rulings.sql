-- QUESTION: What have arbiters decided?
-- FOR: arbiter
-- GRAIN: one row a ruling
-- COLUMN record: `games.record`
-- COLUMN id: content id
-- COLUMN game: which
-- COLUMN deal: in which it stands
-- COLUMN effect: `stands`, `undone`, `replaced`, `void`, `adjust`; null for words alone
-- COLUMN event: index of the event that it is about
-- COLUMN by: who ruled
-- COLUMN text: the words
-- ASSUMES: rulings that stand before the first deal are not listed
-- PORTABLE
WITH ruled AS (
    SELECT record, deal, unnest((extras::JSON->'$[*]')) AS extra
    FROM deals
    WHERE contains(extras, '"ruling"')
)
SELECT record, id, game, deal, extra->>'$[1].effect' AS effect,
    (extra->>'$[1].event')::UINTEGER AS event, extra->>'$[1].by' AS "by", extra->>'$[1].text' AS text
FROM ruled JOIN (SELECT record, id, game FROM games) USING (record)
WHERE extra->>'$[1].type' = 'ruling'
ORDER BY record, deal, (extra->>'$[0]')::UINTEGER
