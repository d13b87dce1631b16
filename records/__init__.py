"""What was written down: cards, events, records, and the formats that hold them."""
