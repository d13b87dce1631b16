-- All Fours without bids: eldest hand leads.
SELECT *, NULL::TINYINT AS buyer, NULL::VARCHAR AS misbid FROM trumps
