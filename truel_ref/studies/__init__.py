"""One publication or one theorem each, on what the other rooms offer."""
