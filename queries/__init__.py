"""What many games add up to: archives and their questions (see README.md)."""
