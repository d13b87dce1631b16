"""Formats that need a database to read and write them; the facade names them to the registry."""
