-- Chase the Ace: what each deal comes to, in the columns that the archive has for it.
SELECT record, deal, complete, unseen, before, after, dealer, void,
    CASE WHEN void OR complete THEN list_transform(after, lambda left, place: left - CASE
        WHEN before[place] > 0 THEN before[place] ELSE left END)
    END AS changes,
    CASE WHEN complete THEN lowest END AS lowest
FROM counted
