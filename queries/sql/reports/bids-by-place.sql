-- QUESTION: Who bids in Pitch, and who buys the deal?
-- FOR: researcher
-- GRAIN: one row a number of players and place in the auction
-- COLUMN players: how many
-- COLUMN place: 1 calls first, on the dealer's left; the last is the dealer
-- COLUMN calls: how many
-- COLUMN passed: how many of them were a pass
-- COLUMN bought: how often this place made the highest bid
-- COLUMN made: how often of those the bid was made
-- COLUMN share: bought of calls, 0 to 1
-- COLUMN made_share: made of bought, 0 to 1
-- ASSUMES: whole auctions in turn; deals whose result is open count as not made
-- CHART: bar x=place y=share
-- PORTABLE
WITH alike AS (
    SELECT size AS players, calls, made, count(*) AS deals
    FROM deals
    WHERE game = 'pitch' AND len(calls) = size
    GROUP BY ALL
), told AS (
    SELECT players, deals, made, unnest(calls) AS call,
        unnest(range(1, len(calls) + 1)) AS place,
        list_max(list_filter(range(1, len(calls) + 1), lambda k: calls[k] <> 'pass')) AS buyer
    FROM alike
)
SELECT players, place, sum(deals)::BIGINT AS calls,
    coalesce(sum(deals) FILTER (call = 'pass'), 0)::BIGINT AS passed,
    coalesce(sum(deals) FILTER (place = buyer), 0)::BIGINT AS bought,
    coalesce(sum(deals) FILTER (place = buyer AND told.made), 0)::BIGINT AS made,
    bought / sum(deals) AS share,
    coalesce(sum(deals) FILTER (place = buyer AND told.made), 0) / nullif(bought, 0) AS made_share
FROM told
GROUP BY players, place
ORDER BY players, place
