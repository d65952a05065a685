"""`python -m beloteql`."""

from beloteql.cli import main

main()
