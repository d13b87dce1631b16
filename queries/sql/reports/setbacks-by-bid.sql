-- QUESTION: How often is each bid of Pitch made, and how often is the pitcher set back?
-- FOR: club
-- GRAIN: one row a number of players, partners or not, and bid
-- COLUMN players: how many
-- COLUMN partners: two pairs
-- COLUMN bid: its value
-- COLUMN deals: bought with it
-- COLUMN set_back: in which it was not made
-- COLUMN share: set back of deals, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- COLUMN mean: what the deal brought the pitcher's side, points on average
-- ASSUMES: complete deals of which it is known whether the bid was made
-- CHART: bar x=bid y=share
-- PORTABLE
WITH counted AS (
    SELECT size AS players, len(changes) < size AS partners, bid, count(*) AS deals,
        count(*) FILTER (NOT made) AS set_back, avg(changes[bidder + 1]) AS mean
    FROM deals
    WHERE game = 'pitch' AND bidder >= 0 AND made IS NOT NULL AND changes IS NOT NULL AND NOT void
    GROUP BY ALL
)
SELECT players, partners, bid, deals, set_back, set_back / deals AS share,
    wilson_low(set_back, deals, 1.96) AS low, wilson_high(set_back, deals, 1.96) AS high, mean
FROM counted
ORDER BY players, partners, bid
