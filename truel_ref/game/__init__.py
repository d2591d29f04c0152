"""Problems and their answers."""
