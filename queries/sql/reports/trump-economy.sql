-- QUESTION: What are trumps in the dealt hand worth?
-- FOR: researcher
-- GRAIN: one row a game and number of trumps dealt to a player
-- COLUMN game: which
-- COLUMN trumps: in the six cards dealt
-- COLUMN hands: how many
-- COLUMN mean: points of the player's side in the deal, on average
-- COLUMN none: share of them without a point, 0 to 1
-- COLUMN expected: share of hands that chance would deal so many trumps, any suit being trump
-- ASSUMES: complete deals with wholly seen hands, void ones left out; in Pitch the pitcher chooses
--   the trump, in Seven-Up eldest may beg, so that there chance is no fair measure
-- CHART: bar x=trumps y=mean
-- PORTABLE
WITH dealt AS (
    SELECT game, len(changes) AS sides, changes,
        list_transform(hands, lambda hand: len(list_filter(
            hand, lambda card: card // 16 = instr('cdhs', trump) - 1
        ))) AS trumps
    FROM deals
    WHERE game <> 'chase-the-ace' AND changes IS NOT NULL AND NOT void AND trump IS NOT NULL
        AND list_max(flatten(hands)) < 64
), each_hand AS (
    SELECT game, unnest(trumps) AS trumps,
        unnest(list_transform(
            range(len(trumps)), lambda seat: changes[seat % sides + 1]
        )) AS change
    FROM dealt
)
SELECT game, trumps, count(*) AS hands, avg(change) AS mean,
    avg((change <= 0)::INTEGER) AS none,
    exp(lgamma(14) - lgamma(trumps + 1) - lgamma(14 - trumps)
        + lgamma(40) - lgamma(7 - trumps) - lgamma(34 + trumps)
        - lgamma(53) + lgamma(7) + lgamma(47)) AS expected
FROM each_hand
WHERE change IS NOT NULL
GROUP BY game, trumps
ORDER BY game, trumps
