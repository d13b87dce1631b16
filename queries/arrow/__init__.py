"""Columns into DuckDB and out of it as whole buffers, through Arrow's C stream interface.

A value at a time would cost many times what reading the records does. DuckDB takes and gives
Arrow streams in memory (https://arrow.apache.org/docs/format/CStreamInterface.html), so that
nothing stands between but the few structures of `structs.py`: no other library is needed.

    columns.py  columns of Python values
    stream.py   columns given as a stream
    rows.py     the columns of a stream that DuckDB gives, as Python lists
    arrays.py   the same as NumPy arrays
"""
