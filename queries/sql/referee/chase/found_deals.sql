-- Chase the Ace: what each deal comes to, in the columns that the archive has for it.
SELECT record, deal, complete, unseen AND complete AS unseen, dealer, void,
    CASE
        WHEN void THEN list_transform(losses, lambda loss: 0)
        -- Nobody can lose more than he has; what sudden death gives back is not a change.
        WHEN complete THEN list_transform(losses, lambda loss, place: -least(loss, before[place]))
    END AS changes,
    CASE WHEN complete THEN lowest END AS lowest,
    -- Tokens go round: those that nobody holds any more are in the pot, above the ante (A-17).
    CASE WHEN complete AND m.begun IS NULL AND (m.rule.ante > 0 OR m.rule.stake = 'tokens')
        THEN m.rule.ante * m.size + CASE WHEN m.rule.stake = 'tokens'
            THEN m.rule.lives * m.size - list_sum(after) ELSE 0 END
    END AS pot,
    NULL AS trump, NULL AS high, NULL AS low, NULL AS jack, NULL AS game_point, NULL AS nine,
    NULL AS pips, NULL AS bidder, NULL AS bid, NULL AS made,
    after AS standing,
    CASE
        WHEN NOT complete OR len(list_filter(after, lambda lives: lives > 0)) > 1 THEN NULL
        WHEN list_max(after) > 0 THEN list_filter(range(m.size), lambda seat: after[seat + 1] > 0)
        ELSE list_filter(range(m.size), lambda seat: before[seat + 1] > 0) -- CC-6.2
    END AS winners
FROM counted JOIN matches m USING (record)
