"""The command line. stdout is data, stderr is talk."""

from beloteql.cli.app import main

__all__ = ["main"]
