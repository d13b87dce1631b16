-- QUESTION: Which card do you lose a life with, and how often?
-- FOR: club
-- GRAIN: one row a rank held at the showdown of Chase the Ace
-- COLUMN rank: A for the Ace to K for the King
-- COLUMN held: how often somebody held it at the showdown
-- COLUMN lost: how often he lost a life or a token by it
-- COLUMN share: lost of held, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- ASSUMES: complete deals with a standard pack, void ones left out; cards as they were shown
-- CHART: bar x=rank y=share
-- PORTABLE
WITH shown AS (
    SELECT unnest(showdown(kinds, cards)) AS card,
        unnest(list_transform(showdown(kinds, seats), lambda seat: changes[seat + 1])) AS change
    FROM deals
    WHERE game = 'chase-the-ace' AND changes IS NOT NULL AND NOT void
), counted AS (
    SELECT rank_of(card) AS rank, count(*) AS held, count(*) FILTER (change < 0) AS lost
    FROM shown
    WHERE change IS NOT NULL
    GROUP BY ALL
)
SELECT rank_name(rank) AS rank, held, lost, lost / held AS share,
    wilson_low(lost, held, 1.96) AS low, wilson_high(lost, held, 1.96) AS high
FROM counted
WHERE rank IS NOT NULL
ORDER BY counted.rank
