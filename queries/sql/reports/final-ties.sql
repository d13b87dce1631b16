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
-- PORTABLE
WITH lost AS (
    SELECT record, list(changes) AS changes
    FROM deals
    WHERE game = 'chase-the-ace' AND changes IS NOT NULL
    GROUP BY record
), ended AS (
    -- What the player lost who lost the fewest lives: the matches that are alike in it are counted
    -- before anything is read out of their options.
    SELECT profile, options, len(winners) > 1 AS joint,
        list_min(list_transform(range(1, len(players) + 1), lambda seat: coalesce(-list_sum(
            list_transform(changes, lambda each: each[seat])), 0))) AS fewest,
        count(*) AS matches
    FROM games JOIN lost USING (record)
    WHERE status = 'finished' AND standing IS NULL
    GROUP BY ALL
), told AS (
    SELECT profile, options->>'final_tie' AS final_tie, matches, joint,
        fewest >= (options->>'lives')::BIGINT AS all_out
    FROM ended
), counted AS (
    SELECT profile, final_tie, sum(matches)::BIGINT AS matches,
        coalesce(sum(matches) FILTER (joint), 0)::BIGINT AS joint,
        coalesce(sum(matches) FILTER (
            all_out AND NOT told.joint AND final_tie = 'sudden_death'), 0)::BIGINT AS sudden
    FROM told
    GROUP BY profile, final_tie
)
SELECT *, (joint + sudden) / matches AS share
FROM counted
ORDER BY profile, final_tie
