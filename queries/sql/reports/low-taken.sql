-- QUESTION: How often does the lowest trump go to another than the player who held it?
-- FOR: arbiter
-- GRAIN: one row a game and number of players
-- COLUMN game: which
-- COLUMN players: how many
-- COLUMN deals: in which a trump was played
-- COLUMN taken: in which the lowest was taken by another player than its holder
-- COLUMN crossed: taken by another side: where Low would count otherwise under the other rule (B-04)
-- COLUMN share: crossed of deals, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- ASSUMES: complete deals of which every card played was seen; who plays a card is who held it
-- CHART: bar x=game y=share
-- PORTABLE
WITH played AS (
    SELECT game, size, len(changes) AS sides, tricks, of_tricks(kinds, seats) AS leaders,
        instr('cdhs', trump) - 1 AS suit,
        list_min(list_filter(flatten(tricks), lambda card: card // 16 = instr('cdhs', trump) - 1))
            AS lowest
    FROM deals
    WHERE game <> 'chase-the-ace' AND changes IS NOT NULL AND NOT void AND trump IS NOT NULL
        AND list_max(flatten(tricks)) < 64
), found AS (
    SELECT *, list_position(flatten(tricks), lowest) - 1 AS place FROM played
    WHERE lowest IS NOT NULL
), told AS (
    SELECT game, size AS players, sides,
        (leaders[place // size + 1] + place % size) % size AS holder,
        (leaders[place // size + 1] + winning_place(tricks[place // size + 1], suit) - 1) % size
            AS taker
    FROM found
), counted AS (
    SELECT game, players, count(*) AS deals, count(*) FILTER (holder <> taker) AS taken,
        count(*) FILTER (holder % sides <> taker % sides) AS crossed
    FROM told
    GROUP BY ALL
)
SELECT *, crossed / deals AS share, wilson_low(crossed, deals, 1.96) AS low,
    wilson_high(crossed, deals, 1.96) AS high
FROM counted
ORDER BY game, players
