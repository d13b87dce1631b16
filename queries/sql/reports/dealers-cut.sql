-- QUESTION: What does the dealer's card from the stock bring him?
-- FOR: club
-- GRAIN: one row a rank that the dealer of Chase the Ace held on his turn
-- COLUMN rank: A for the Ace to K for the King
-- COLUMN turns: how often he held it
-- COLUMN took: how often he cut or drew a card for it
-- COLUMN kings: how often that card was a King
-- COLUMN higher: how often it was higher, a King included
-- COLUMN lower: how often it was lower
-- COLUMN lost_taking: share that lost a life of those who took one
-- COLUMN lost_keeping: share that lost a life of those who kept
-- ASSUMES: cards of a standard pack that were seen; whether a King from the stock counts is for the
--   rules of each match
-- CHART: bar x=rank y=lost_taking
-- PORTABLE
WITH told AS (
    SELECT rank_of(card) AS rank, chosen <> 'stay' AS took, rank_of(got) AS got, change < 0 AS lost
    FROM turns
    WHERE is_dealer
)
SELECT rank_name(rank) AS rank, count(*) AS turns, count(*) FILTER (took) AS took,
    count(*) FILTER (told.took AND got = 12) AS kings,
    count(*) FILTER (told.took AND got > told.rank) AS higher,
    count(*) FILTER (told.took AND got < told.rank) AS lower,
    avg(lost::INTEGER) FILTER (told.took) AS lost_taking,
    avg(lost::INTEGER) FILTER (NOT told.took) AS lost_keeping
FROM told
WHERE told.rank IS NOT NULL
GROUP BY told.rank
ORDER BY told.rank
