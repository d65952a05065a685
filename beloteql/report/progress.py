"""One line on a terminal that says what is going on while it goes on."""

from __future__ import annotations

from typing import TextIO


class Progress:
    """Shows a line at the bottom of a terminal, and takes it away again.

    Elsewhere (a file, a pipe, a terminal that can't go back in a line) it shows nothing. Clear
    it before anything else is written to the same terminal.
    """

    def __init__(self, stream: TextIO) -> None:
        self._shown = ""
        self._console = None
        if stream.isatty():
            from rich.console import Console

            console = Console(file=stream, highlight=False)
            if console.is_terminal and not console.is_dumb_terminal:
                self._console = console

    def show(self, line: str) -> None:
        """Show another line; one that is too long for the terminal is cut."""
        if self._console is None or line == self._shown:
            return
        from rich.text import Text

        self.clear()
        width = max(1, self._console.width - 1)  # a full line would move the cursor on
        self._console.print(Text(line), end="", width=width, no_wrap=True, overflow="ellipsis")
        self._shown = line

    def clear(self) -> None:
        """Take the line away."""
        if self._console is None or not self._shown:
            return
        from rich.control import Control
        from rich.segment import ControlType

        erase = (ControlType.ERASE_IN_LINE, 2)
        self._console.control(Control(ControlType.CARRIAGE_RETURN, erase))
        self._shown = ""
