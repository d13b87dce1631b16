-- QUESTION: How often do the last players of Chase the Ace go out together?
-- FOR: arbiter
-- GRAIN: one row a profile and rule for final ties
-- COLUMN profile: `cuckoo`, `compendium`, `le-her`
-- COLUMN final_tie: `joint` or `sudden_death`
-- COLUMN matches: finished ones
-- COLUMN joint: how many have several winners
-- COLUMN sudden: how many went to sudden death: somebody played on who had lost his last life
-- COLUMN share: joint and sudden of matches, 0 to 1
-- ASSUMES: the record begins with the match; no ruling adjusts lives
WITH lost AS (
    SELECT record, list(changes ORDER BY deal) AS changes
    FROM deals
    WHERE game = 'chase-the-ace' AND changes IS NOT NULL
    GROUP BY record
), ended AS (
    SELECT profile, options->>'final_tie' AS final_tie, len(winners) > 1 AS joint,
        len(list_filter(range(1, len(players) + 1), lambda seat: -list_sum(
            list_transform(changes, lambda each: each[seat])
        ) >= (options->>'lives')::BIGINT)) = len(players) AS all_out
    FROM games JOIN lost USING (record)
    WHERE status = 'finished' AND standing IS NULL
)
SELECT profile, final_tie, count(*) AS matches, count(*) FILTER (joint) AS joint,
    count(*) FILTER (all_out AND NOT joint AND final_tie = 'sudden_death') AS sudden,
    (count(*) FILTER (joint) + sudden) / matches AS share
FROM ended
GROUP BY profile, final_tie
ORDER BY profile, final_tie
