-- QUESTION: Who has to deal again, and how often?
-- FOR: fraud desk
-- GRAIN: one row a game and dealer
-- COLUMN game: which
-- COLUMN player: handle of the dealer
-- COLUMN deals: how many he dealt
-- COLUMN void: how many of them came to nothing
-- COLUMN called: how many of those by a misdeal that was written down
-- COLUMN share: void of deals, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- ASSUMES: a handle is one person; deals that were thrown in or ruled void count as void
-- PORTABLE
WITH told AS (
    SELECT record, dealer, count(*) AS deals, count(*) FILTER (void) AS void,
        count(*) FILTER (void AND contains(kinds, 'm')) AS called
    FROM deals
    WHERE dealer IS NOT NULL
    GROUP BY ALL
), counted AS (
    SELECT game, players[dealer + 1] AS player, sum(told.deals)::BIGINT AS deals,
        sum(void)::BIGINT AS void, sum(called)::BIGINT AS called
    FROM told JOIN (SELECT record, game, players FROM games) USING (record)
    GROUP BY ALL
)
SELECT *, void / deals AS share, wilson_low(void, deals, 1.96) AS low,
    wilson_high(void, deals, 1.96) AS high
FROM counted
ORDER BY share DESC, deals DESC, game, player
