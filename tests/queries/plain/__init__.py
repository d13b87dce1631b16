"""The reports counted once more, in plain Python from records and what the engine makes of them.

Nothing here reads a table or knows SQL. Each function of the modules beside it is named as a report
and gives its rows; `COUNTED` holds them all.
"""
