-- All Fours without bids: eldest hand leads.
SELECT *, NULL::TINYINT AS buyer FROM trumps
