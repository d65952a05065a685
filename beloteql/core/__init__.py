"""The meaning of a ruleset: types, operators, built-in names, and the typed program."""
