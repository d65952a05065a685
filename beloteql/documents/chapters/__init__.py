"""The chapters of a rule book, each written from its section of the ruleset."""
