-- Chase the Ace: every deal with the lives before and after it.
SELECT s.*,
    coalesce(s.deal > d.tied_at, false) AS sudden_death,
    CASE WHEN sudden_death THEN d.before ELSE l.before END AS before,
    coalesce(d.after, l.after) AS after,
    over OR shown_at_once AND (sudden_death OR begun_late) AS complete
FROM showdowns s
JOIN lives l USING (record, deal)
LEFT JOIN sudden_deaths d USING (record, deal)
