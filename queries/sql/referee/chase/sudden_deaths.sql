-- Chase the Ace: the deals after all who were left went out at once, each of them with one life
-- (CP-6.2, A-03): who loses while others do not is out.
WITH tied AS (
    SELECT record, min(deal) AS tied_at, arg_min(before, deal) AS tied
    FROM lives JOIN matches m USING (record)
    WHERE counted AND list_max(after) = 0 AND m.rule.final_tie = 'sudden_death'
    GROUP BY record
), played AS (
    SELECT s.*, t.tied_at, t.tied, (over OR shown_at_once) AND deal > tied_at AS counted,
        list_min(list_filter(losses, lambda loss, place: shown[place] IS NOT NULL)) > 0 AS all_lost
    FROM showdowns s JOIN tied t USING (record)
    WHERE deal >= tied_at
), seated AS (
    SELECT record, deal, tied_at, counted, all_lost, unnest(range(size)) AS seat,
        unnest(losses) AS loss, unnest(tied) > 0 AS was_tied
    FROM played
), running AS (
    SELECT *, was_tied AND NOT coalesce(bool_or(counted AND loss > 0 AND NOT all_lost) OVER (
        PARTITION BY record, seat ORDER BY deal ROWS UNBOUNDED PRECEDING), false) AS stays
    FROM seated
)
SELECT record, deal, tied_at, 
    list((stays OR counted AND was_tied AND loss > 0 AND NOT all_lost)::INT ORDER BY seat) AS before,
    list(stays::INT ORDER BY seat) AS after
FROM running
GROUP BY record, deal, tied_at
