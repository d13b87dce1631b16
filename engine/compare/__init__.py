"""Two logs of one game: where they differ (`diff`), and the fuller record they make (`merge`)."""
