"""The dialect of mjai: its words for our events, read and written. FOREIGN.md has the table."""
