"""The base of every answer, derived from its fields: repr, JSON both ways, rows, tables, Markdown, LaTeX, CSV, HTML."""
