"""What it meant: folding events by the rules. No clock, no files, no dice."""
