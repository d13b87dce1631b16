-- QUESTION: What do players lead, and does the lead win the trick?
-- FOR: researcher
-- GRAIN: one row a game, kind of lead and rank
-- COLUMN game: which
-- COLUMN trump: a trump is led
-- COLUMN rank: 2 to A
-- COLUMN tricks: how many
-- COLUMN share: of the tricks of this game, 0 to 1
-- COLUMN won: how many of them the leader took
-- COLUMN success: won of tricks, 0 to 1
-- COLUMN pips: in such a trick, on average
-- ASSUMES: tricks of which every card and the trump were seen, of unfinished deals too
-- CHART: bar x=rank y=success
-- PORTABLE
WITH laid AS (
    SELECT game, instr('cdhs', trump) - 1 AS suit, unnest(tricks) AS cards
    FROM deals
    WHERE tricks IS NOT NULL AND trump IS NOT NULL
), told AS (
    SELECT game, cards[1] % 16 AS lead, cards[1] // 16 = suit AS trump,
        len(list_filter(cards, lambda card: CASE WHEN card // 16 = cards[1] // 16
            THEN card > cards[1] ELSE card // 16 = suit END)) = 0 AS won,
        pips_of(cards) AS pips
    FROM laid
    WHERE list_max(cards) < 64
)
SELECT game, trump, '23456789TJQKA'[lead + 1] AS rank, count(*) AS tricks,
    count(*) / sum(count(*)) OVER (PARTITION BY game) AS share,
    count(*) FILTER (won) AS won, count(*) FILTER (told.won) / count(*) AS success,
    avg(told.pips) AS pips
FROM told
GROUP BY game, trump, lead
ORDER BY game, trump, lead
