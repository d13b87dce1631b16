-- Chase the Ace: what each deal comes to, in the columns that the archive has for it.
WITH counted AS (
    SELECT s.*, capped, paid,
        over OR shown_at_once AND (begun_late OR coalesce(deal > tied_at, false)) AS complete
    FROM showdowns s
    LEFT JOIN ties USING (record)
    LEFT JOIN capped USING (record, deal)
    LEFT JOIN pots USING (record, deal)
)
SELECT record, deal, complete, unseen AND complete AS unseen, dealer, void,
    CASE
        WHEN void THEN list_transform(losses, lambda loss: 0)
        WHEN NOT complete THEN NULL
        WHEN capped IS NULL THEN list_transform(losses, lambda loss: -loss)
        ELSE list_transform(losses, lambda loss, place:
            CASE WHEN list_contains(capped, place - 1) THEN -1 ELSE -loss END)
    END::INTEGER[] AS changes,
    CASE WHEN complete THEN lowest END AS lowest,
    -- Tokens go round: what nobody holds any more is in the pot, above the ante (A-17).
    CASE WHEN complete AND begun IS NULL AND (rule.ante > 0 OR rule.stake = 'tokens')
        THEN rule.ante * size + CASE WHEN rule.stake = 'tokens' THEN paid ELSE 0 END
    END::BIGINT AS pot,
    NULL::VARCHAR AS trump, NULL::TINYINT AS high, NULL::TINYINT AS low, NULL::TINYINT AS jack,
    NULL::TINYINT AS game_point, NULL::TINYINT AS nine, NULL::SMALLINT[] AS pips,
    NULL::TINYINT AS bidder, NULL::TINYINT AS bid, NULL::BOOLEAN AS made
FROM counted
