"""What every answer can do, derived from its fields: repr, JSON both ways, rows, tables, Markdown, LaTeX, CSV, HTML."""
