-- Chase the Ace: every deal with the lives before and after it.
SELECT s.*,
    coalesce(s.deal > d.tied_at, false) AS sudden_death,
    CASE WHEN sudden_death THEN d.before ELSE l.before END AS before,
    coalesce(d.after, l.after) AS after,
    -- A showdown without turns is one of sudden death (A-04).
    over AND (NOT no_turns OR sudden_death AND rule.sudden_death_style = 'showdown') AS complete
FROM showdowns s
JOIN lives l USING (record, deal)
LEFT JOIN sudden_deaths d USING (record, deal)
