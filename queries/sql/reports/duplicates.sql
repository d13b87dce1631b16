-- QUESTION: Is the same match in the archive more than once?
-- FOR: fraud desk
-- GRAIN: one row a set of records whose deals have all the same cards
-- COLUMN records: `games.record` of each
-- COLUMN ids: how many different content ids they have; 1 is the same record over again
-- COLUMN game: which
-- COLUMN deals: how many
-- COLUMN cards: seen in those deals
-- COLUMN rosters: how many different lists of players
-- COLUMN courses: how many different courses of events they took
-- ASSUMES: 20 or more seen cards that are the same are no chance; cards are compared by a 64-bit hash
-- PORTABLE
WITH hashed AS (
    SELECT record, sum(hash(deal, hash_of(hands, NULL))::HUGEINT) AS cards, sum(hash(deal, kinds)::HUGEINT) AS course,
        sum(seen_of(flatten(hands))) AS seen
    FROM deals
    WHERE hands IS NOT NULL
    GROUP BY record
)
SELECT list_sort(list(record)) AS records, count(DISTINCT id) AS ids, game, deals,
    any_value(seen)::BIGINT AS cards, count(DISTINCT players) AS rosters,
    count(DISTINCT course) AS courses
FROM hashed JOIN (SELECT record, id, game, deals, players FROM games) USING (record)
WHERE seen >= 20
GROUP BY game, deals, hashed.cards
HAVING count(*) > 1
ORDER BY records
