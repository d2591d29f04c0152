"""Studies on top of the other rooms: each treats a publication or a theorem."""
