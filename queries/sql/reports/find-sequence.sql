-- QUESTION: In which deals did these events follow each other?
-- FOR: arbiter
-- GRAIN: one row a deal, with the first place where they did
-- PARAMETER pattern VARCHAR = 'xxb': regular expression over `kinds`: one letter an event
-- PARAMETER game VARCHAR = NULL: only this game
-- VALUES game: a game
-- PARAMETER most UINTEGER = 100: how many rows
-- COLUMN record: `games.record`
-- COLUMN id: content id
-- COLUMN game: which
-- COLUMN deal: its number
-- COLUMN event: index in the record of the first of them
-- COLUMN found: their letters
-- COLUMN kinds: all of the deal
-- ASSUMES: letters as in `deals.kinds`: `x` swap, `b` block, `c` cut, `t` trick, `m` misdeal …
-- PORTABLE
WITH matching AS (
    SELECT record, deal, first, kinds
    FROM deals
    WHERE regexp_matches(kinds, $pattern) AND ($game IS NULL OR game = $game)
    ORDER BY record, deal
    LIMIT $most
)
SELECT record, id, game, deal,
    first + length(regexp_extract(kinds, '^(.*?)(?:' || $pattern || ')', 1)) AS event,
    regexp_extract(kinds, $pattern, 0) AS found, kinds
FROM matching JOIN (SELECT record, id, game FROM games) USING (record)
ORDER BY record, deal
