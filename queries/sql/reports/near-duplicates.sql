-- QUESTION: Which matches share deals although they are not the same?
-- FOR: fraud desk
-- GRAIN: one row a pair of records that share a deal
-- PARAMETER least UINTEGER = 1: pairs that share at least so many deals
-- COLUMN one: `games.record` of the first
-- COLUMN other: of the second
-- COLUMN game: which
-- COLUMN shared: how many deals of the first are in the second
-- COLUMN of_one: deals of the first
-- COLUMN of_other: deals of the second
-- COLUMN places: whether they are the same deals by number
-- COLUMN rosters: whether the players are the same
-- ASSUMES: a deal is known by the cards of its hands and stock, 12 or more of them seen; pairs in which
--   all deals are the same are left to `duplicates`
-- PORTABLE
WITH known AS (
    SELECT record, deal, hash_of(hands, stock) AS cards
    FROM deals
    WHERE seen_of(flatten(hands)) + coalesce(seen_of(stock), 0) >= 12
), repeated AS (
    SELECT cards, list({'record': record, 'deal': deal}) AS found
    FROM known
    GROUP BY cards
    HAVING count(*) > 1
), each_one AS (
    SELECT found, unnest(found) AS one FROM repeated
), pairs AS (
    SELECT one, unnest(list_filter(found, lambda other: other.record > one.record)) AS other
    FROM each_one
), counted AS (
    SELECT one.record AS one, other.record AS other, count(DISTINCT one.deal) AS shared,
        bool_and(one.deal = other.deal) AS places
    FROM pairs
    GROUP BY ALL
)
SELECT one, other, a.game, shared, a.deals AS of_one, b.deals AS of_other, places,
    a.players = b.players AS rosters
FROM counted JOIN games a ON a.record = one JOIN games b ON b.record = other
WHERE shared >= $least AND NOT (shared = a.deals AND shared = b.deals AND places)
ORDER BY one, other
