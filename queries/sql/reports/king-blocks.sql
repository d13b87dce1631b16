-- QUESTION: How often does a King refuse an exchange?
-- FOR: club
-- GRAIN: one row a number of players at the start of a match of Chase the Ace
-- COLUMN players: at the table, those who are out included
-- COLUMN deals: how many
-- COLUMN asked: how many exchanges were asked for
-- COLUMN refused: how many of them a King refused
-- COLUMN share: refused of asked, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- COLUMN expected: 4 of 51, where the asker holds no King of one pack and the neighbour's card is
--   still the one he was dealt
-- ASSUMES: every card but the King gives way; optional refusals are counted as they were made
-- CHART: bar x=players y=share
-- PORTABLE
WITH alike AS (
    SELECT kinds, size, count(*) AS deals
    FROM deals
    WHERE game = 'chase-the-ace'
    GROUP BY ALL
), counted AS (
    SELECT size AS players, sum(deals) AS deals, sum(deals * times_in(kinds, 'b')) AS refused,
        sum(deals * times_in(kinds, 'x')) + refused AS asked
    FROM alike
    GROUP BY ALL
)
SELECT players, deals::BIGINT AS deals, asked::BIGINT AS asked, refused::BIGINT AS refused,
    refused / nullif(asked, 0) AS share, wilson_low(refused, asked, 1.96) AS low,
    wilson_high(refused, asked, 1.96) AS high, 4 / 51 AS expected
FROM counted
ORDER BY players
