-- QUESTION: What was in the pot, and who took it?
-- FOR: club
-- GRAIN: one row a match of Chase the Ace with tokens or an ante
-- COLUMN record: `games.record`
-- COLUMN id: content id
-- COLUMN players: how many
-- COLUMN deals: how many
-- COLUMN pot: tokens in it after the last deal
-- COLUMN held: tokens that players still hold
-- COLUMN winners: handles of who won it, none while it is open
-- ASSUMES: the pot is known: the record begins with the match
-- PORTABLE
WITH filled AS (
    SELECT record, arg_max(pot, deal) AS pot
    FROM deals
    WHERE pot IS NOT NULL
    GROUP BY record
)
SELECT record, id, len(games.players) AS players, deals, pot,
    CASE WHEN options->>'stake' = 'tokens' THEN list_sum(final) END::BIGINT AS held,
    list_transform(winners, lambda seat: games.players[seat + 1]) AS winners
FROM games JOIN filled USING (record)
ORDER BY pot DESC, record
