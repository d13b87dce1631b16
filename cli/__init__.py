"""The front doors: the `cardlog` command, and what `import cardlog` gives (facade/)."""
