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
), gained AS (
    -- By how much each of the others did better than the winner, deal by deal.
    SELECT record, deal, unnest(list_transform(changes, lambda change: change - changes[side]))
        AS gain, unnest(range(len(changes))) AS other
    FROM deals JOIN (SELECT record, side FROM won) USING (record)
    WHERE changes IS NOT NULL
), apart AS (
    SELECT record, deal, sum(gain) OVER (PARTITION BY record, other ORDER BY deal) AS behind
    FROM gained
), worst AS (
    SELECT record, max(behind)::BIGINT AS behind, arg_max(deal, behind * 10000 - deal) AS after
    FROM apart
    GROUP BY record
    HAVING max(apart.behind) > 0
    ORDER BY max(apart.behind) DESC, record
    LIMIT $most
)
SELECT record, id, game, winner, behind, after, deals
FROM won JOIN worst USING (record)
ORDER BY behind DESC, record
