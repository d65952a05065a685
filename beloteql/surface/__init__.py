"""From files to a checked, typed surface: YAML with places, expressions, `extends`."""
