"""Questions about single positions, in JSON: one object, or one a line."""
