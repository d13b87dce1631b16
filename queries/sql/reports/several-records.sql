-- QUESTION: Of which games are there several records, and where do they part?
-- FOR: arbiter
-- GRAIN: one row a game, by its `uid`, of which there are several records
-- COLUMN uid: the room's own key of the game
-- COLUMN records: how many there are
-- COLUMN numbers: `games.record` of each; the lists that follow are in this order
-- COLUMN ids: content ids
-- COLUMN observers: seat number or `spectator` of each; null for the table's own log
-- COLUMN events: how many each has
-- COLUMN headers: how many different headers they have (game, rules, players and standing)
-- COLUMN event: index of the first event that they tell differently; null where columns show no difference
-- ASSUMES: events are compared by their place, without times, stocks and what is said in words; where one
--   record did not see a card, that event of it is left out; an end before the others' is no difference
-- PORTABLE
WITH several AS (
    SELECT uid FROM games WHERE uid IS NOT NULL GROUP BY uid HAVING count(*) > 1
), logs AS (
    SELECT * FROM games JOIN several USING (uid)
), pieces AS (
    SELECT uid, first, kinds, seats, cards, targets, hands, tricks, packets, calls, claim
    FROM deals JOIN (SELECT record, uid FROM logs) USING (record)
    UNION ALL
    SELECT uid, 0 AS first, opening.kinds, opening.seats, opening.cards, opening.targets, opening.hands,
        opening.tricks, opening.packets, opening.calls, opening.claim
    FROM logs
    WHERE opening IS NOT NULL
), placed AS (
    SELECT *, unnest(range(1, length(kinds) + 1)) AS k FROM pieces
), shown AS (
    SELECT uid, first + k - 1 AS event, kinds[k] AS kind, seats[k] AS seat, targets[k] AS target,
        CASE kinds[k] WHEN 'D' THEN list_transform(hands, lambda hand: len(hand)) END AS sizes,
        CASE kinds[k] WHEN 'a' THEN calls[times_in(kinds[1:k], 'a')]
            WHEN 'S' THEN CASE WHEN times_in(kinds[1:k], 'S') = 1 THEN claim::VARCHAR END END AS said,
        CASE WHEN kinds[k] = 'D' THEN flatten(hands)
            WHEN kinds[k] = 't' THEN tricks[times_in(kinds[1:k], 't')]
            WHEN cards[k] IS NULL AND kinds[k] IN ('p', 'r') THEN packets[len(list_filter(
                range(1, k + 1), lambda j: kinds[j] IN ('p', 'r') AND cards[j] IS NULL))]
            ELSE [cards[k]] END AS seen
    FROM placed
), parted AS (
    SELECT uid, event
    FROM shown
    WHERE coalesce(len(list_filter(seen, lambda card: card BETWEEN 64 AND 159)), 0) = 0
    GROUP BY uid, event
    HAVING count(DISTINCT hash(kind, seat, target, said, sizes, list_transform(seen, lambda card: card + 1))) > 1
), gathered AS (
    SELECT uid, list_sort(list({'record': record, 'id': id, 'observer': observer, 'events': events})) AS found,
        count(DISTINCT hash(game, rules, players, standing::VARCHAR)) AS headers
    FROM logs
    GROUP BY uid
)
SELECT uid, len(found) AS records, list_transform(found, lambda each: each.record) AS numbers,
    list_transform(found, lambda each: each.id) AS ids,
    list_transform(found, lambda each: each.observer) AS observers,
    list_transform(found, lambda each: each.events) AS events, headers, first_parted.event
FROM gathered LEFT JOIN (SELECT uid, min(event) AS event FROM parted GROUP BY uid) AS first_parted USING (uid)
ORDER BY uid
