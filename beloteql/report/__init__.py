"""How results are shown: diagnostics, verdicts, the table in the terminal."""
