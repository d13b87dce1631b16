"""The text notation: what a person writes at the table and mails to an arbiter.

`records/formats/NOTATION.md` holds its grammar and examples. `words` and `cards` know the
languages, `tokens` one line, `table` the events that a line stands for, `texts` those with a
text of their own, `quick` those of the lines that programs write, `header` and `values` the first
lines of a record, `lines` the lines of a file, `stray` those that tell of a record, `read` the
records of a file and `walk` where they lie; `write` is the way back, and `amend` adds a ruling.
"""
