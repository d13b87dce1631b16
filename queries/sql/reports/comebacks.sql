-- QUESTION: Which winners were furthest behind?
-- FOR: club
-- GRAIN: one row a finished match whose winner was behind after some deal
-- PARAMETER most UINTEGER = 20: how many rows
-- COLUMN record: `games.record`
-- COLUMN id: content id
-- COLUMN game: which
-- COLUMN winner: handle, of a pair the first
-- COLUMN behind: by how many lives, tokens or points, at the worst
-- COLUMN after: the deal after which
-- COLUMN deals: how many the match took
-- ASSUMES: one winner; the record begins with the match; no ruling adjusts the score
WITH won AS (
    SELECT record, id, game, deals, players[winners[1] + 1] AS winner, winners[1] + 1 AS side
    FROM games
    WHERE status = 'finished' AND len(winners) = 1 AND standing IS NULL
), told AS (
    SELECT record, list(changes ORDER BY deal) AS changes, list(deal ORDER BY deal) AS numbers
    FROM deals
    WHERE changes IS NOT NULL
    GROUP BY record
), apart AS (
    -- How far ahead the best of the others is, summed up deal by deal.
    SELECT won.*, numbers, list_transform(range(1, len(changes) + 1), lambda k:
        list_max(list_transform(range(1, len(changes[1]) + 1), lambda other: list_sum(
            list_transform(changes[:k], lambda each: each[other] - each[side])
        )))
    ) AS behind
    FROM won JOIN told USING (record)
)
SELECT record, id, game, winner, list_max(behind)::BIGINT AS behind,
    numbers[list_position(apart.behind, list_max(apart.behind))] AS after, deals
FROM apart
WHERE list_max(apart.behind) > 0
ORDER BY list_max(apart.behind) DESC, record
LIMIT $most
