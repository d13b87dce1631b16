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
-- PORTABLE
WITH won AS (
    SELECT record, id, game, deals, players[winners[1] + 1] AS winner, winners[1] + 1 AS side
    FROM games
    WHERE status = 'finished' AND len(winners) = 1 AND standing IS NULL
), played AS (
    SELECT record, list({'deal': deal, 'changes': changes}) AS found
    FROM deals
    WHERE changes IS NOT NULL
    GROUP BY record
), bounded AS (
    -- Nobody was further behind than what others did better in single deals comes to. Few matches
    -- need to be followed deal by deal: first those where that is most, to know what is enough.
    SELECT record, side, found, list_sum(list_transform(found, lambda each:
        coalesce(list_max(each.changes) - each.changes[side], 0))) AS bound
    FROM played JOIN (SELECT record, side FROM won) USING (record)
), likely AS (
    SELECT record, side, unnest(found) AS each
    FROM (SELECT record, side, found FROM bounded ORDER BY bound DESC, record LIMIT 50 * $most)
), likely_gains AS (
    SELECT record, each.deal AS deal, unnest(list_transform(
            each.changes, lambda change: change - each.changes[side])) AS gain,
        unnest(range(len(each.changes))) AS other
    FROM likely
), enough AS (
    SELECT coalesce(min(behind), 0) AS behind FROM (
        SELECT record, max(total) AS behind FROM (
            SELECT record, sum(gain) OVER (PARTITION BY record, other ORDER BY deal) AS total
            FROM likely_gains
        ) GROUP BY record ORDER BY behind DESC LIMIT $most
    )
), followed AS (
    SELECT record, side, unnest(found) AS each
    FROM bounded
    WHERE bound >= (SELECT behind FROM enough)
), gained AS (
    -- By how much each of the others did better than the winner, deal by deal.
    SELECT record, each.deal AS deal, unnest(list_transform(
            each.changes, lambda change: change - each.changes[side])) AS gain,
        unnest(range(len(each.changes))) AS other
    FROM followed
), apart AS (
    SELECT record, deal, sum(gain) OVER (PARTITION BY record, other ORDER BY deal) AS total
    FROM gained
), worst AS (
    SELECT record, max(total)::BIGINT AS behind, arg_max(deal, total * 10000 - deal) AS after
    FROM apart
    GROUP BY record
    HAVING max(total) > 0
    ORDER BY behind DESC, record
    LIMIT $most
)
SELECT record, id, game, winner, behind, after, deals
FROM won JOIN worst USING (record)
ORDER BY behind DESC, record
