"""Exact reasoning about cards that nobody saw."""
