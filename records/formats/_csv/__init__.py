"""Tables: rows and cells, the layout of CSV.md, and tables of another layout (FOREIGN.md)."""
