"""Which answer a message shows last: a picture that comes late must not bring an older page back."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .layout import Page


class LatestEdits:
    """The last interaction answered on each message: a picture that comes late must not bring an older page back."""

    def __init__(self, capacity: int = 4096) -> None:
        self._last: OrderedDict[int, int] = OrderedDict()
        self._pages: dict[int, Page | None] = {}
        """The last page of messages that are being edited; None as long as nothing newer came."""
        self._capacity = capacity

    def mark(self, message: int, interaction: int, page: Page) -> None:
        """The interaction's answer is on its way to the message."""
        if interaction < self._last.get(message, 0):
            return
        self._last[message] = interaction
        self._last.move_to_end(message)
        if message in self._pages:
            self._pages[message] = page
        if len(self._last) > self._capacity:
            self._last.popitem(last=False)

    def leave(self, message: int, interaction: int) -> None:
        """The message is about to be deleted, for the answer to a later interaction stands elsewhere."""
        self._last[message] = max(self._last.get(message, 0), interaction)

    def is_newest(self, message: int, interaction: int) -> bool:
        return self._last.get(message, interaction) <= interaction

    @contextmanager
    def editing(self, message: int) -> Iterator[Callable[[], Page | None]]:
        """While an edit is on its way; what it yields tells the page that was overtaken by it, if there is one."""
        self._pages[message] = None
        try:
            yield lambda: self._pages.get(message)
        finally:
            self._pages.pop(message, None)
