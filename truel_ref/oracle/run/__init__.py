"""A command under test: how it is started, asked, heard, and ended with all that it has started."""
