-- QUESTION: Who swaps low cards and keeps high ones, and who does not?
-- FOR: researcher
-- GRAIN: one row a player of Chase the Ace
-- PARAMETER rank VARCHAR = '7': the highest rank that the rule exchanges, A to K
-- VALUES rank: A, 2, 3, 4, 5, 6, 7, 8, 9, T, 10, J, Q, K
-- COLUMN player: handle
-- COLUMN turns: how many choices, the dealer's included
-- COLUMN agreed: how many as the rule says
-- COLUMN share: agreed of turns, 0 to 1
-- COLUMN kept_low: how often a card was kept that the rule exchanges
-- COLUMN gave_high: how often a card was exchanged, or was to be, that the rule keeps
-- COLUMN lost_agreeing: share of lives lost where the choice was the rule's
-- COLUMN lost_otherwise: share of lives lost where it was not
-- ASSUMES: cards of a standard pack that were seen; where the neighbour has just given the card the
--   rule is the same
-- CHART: bar x=player y=share
-- PORTABLE
WITH told AS (
    SELECT players[seat + 1] AS player, rank_of(card) <= rank_named($rank) AS low,
        chosen <> 'stay' AS exchanges, change < 0 AS lost
    FROM (SELECT record, seat, card, chosen, change FROM turns)
        JOIN (SELECT record, players FROM games) USING (record)
    WHERE rank_of(card) IS NOT NULL
)
SELECT player, count(*) AS turns, count(*) FILTER (low = exchanges) AS agreed,
    agreed / turns AS share, count(*) FILTER (low AND NOT exchanges) AS kept_low,
    count(*) FILTER (NOT low AND exchanges) AS gave_high,
    avg(lost::INTEGER) FILTER (low = exchanges) AS lost_agreeing,
    avg(lost::INTEGER) FILTER (low <> exchanges) AS lost_otherwise
FROM told
WHERE low IS NOT NULL
GROUP BY player
ORDER BY share DESC, turns DESC, player
