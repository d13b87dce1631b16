-- QUESTION: How often is the Jack of trumps caught?
-- FOR: club
-- GRAIN: one row a game and number of players
-- COLUMN game: which
-- COLUMN players: how many
-- COLUMN deals: complete ones with a trump
-- COLUMN played: in how many the Jack of trumps was played
-- COLUMN home: in how many of those its holder's side took it
-- COLUMN caught: in how many another side did
-- COLUMN share: caught of played, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- ASSUMES: complete deals of which every card played was seen; who plays a card is who held it
-- CHART: bar x=game y=share
-- PORTABLE
WITH laid AS (
    SELECT game, size, len(changes) AS sides, tricks, of_tricks(kinds, seats) AS leaders,
        instr('cdhs', trump) - 1 AS suit,
        list_position(flatten(tricks), ((instr('cdhs', trump) - 1) * 16 + 9)::UTINYINT) - 1 AS place
    FROM deals
    WHERE game <> 'chase-the-ace' AND changes IS NOT NULL AND NOT void AND trump IS NOT NULL
        AND list_max(flatten(tricks)) < 64
), told AS (
    SELECT game, size AS players, sides, place,
        (leaders[place // size + 1] + place % size) % size % sides AS holder,
        (leaders[place // size + 1] + winning_place(tricks[place // size + 1], suit) - 1) % size
            % sides AS taker
    FROM laid
), counted AS (
    SELECT game, players, count(*) AS deals, count(place) AS played,
        count(*) FILTER (holder = taker) AS home, count(*) FILTER (holder <> taker) AS caught
    FROM told
    GROUP BY ALL
)
SELECT *, caught / nullif(played, 0) AS share, wilson_low(caught, played, 1.96) AS low,
    wilson_high(caught, played, 1.96) AS high
FROM counted
ORDER BY game, players
