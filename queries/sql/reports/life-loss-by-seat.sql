-- QUESTION: Is it better to sit near the dealer or far from him?
-- FOR: researcher
-- GRAIN: one row a number of players in the deal and place of Chase the Ace
-- COLUMN players: how many play in the deal
-- COLUMN place: 1 acts first, on the dealer's left; the last is the dealer
-- COLUMN deals: how many such deals
-- COLUMN lost: in how many of them this place lost a life or a token
-- COLUMN share: lost of deals, 0 to 1
-- COLUMN low: lower end of Wilson's 95 % interval of the share
-- COLUMN high: upper end
-- ASSUMES: complete deals, void ones left out; places count only players still in the match
-- CHART: line x=place y=share color=players
-- PORTABLE
WITH seated AS (
    SELECT changes, list_filter(
        list_transform(range(1, size + 1), lambda k: (dealer + k) % size),
        lambda seat: len(hands[seat + 1]) > 0
    ) AS places
    FROM deals
    WHERE game = 'chase-the-ace' AND changes IS NOT NULL AND NOT void
), placed AS (
    SELECT len(places) AS players, unnest(range(1, len(places) + 1)) AS place,
        unnest(list_transform(places, lambda seat: changes[seat + 1])) AS change
    FROM seated
)
SELECT players, place, count(*) AS deals, count(*) FILTER (change < 0) AS lost,
    lost / deals AS share, wilson_low(lost, deals, 1.96) AS low,
    wilson_high(lost, deals, 1.96) AS high
FROM placed
WHERE change IS NOT NULL
GROUP BY players, place
ORDER BY players, place
