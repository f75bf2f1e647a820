"""The newest answer shown on each message, so that a late picture does not restore an older page."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.discord_ui.page.layout import Page


class LatestEdits:
    """Message id -> last interaction answered on it, for the `capacity` newest messages."""

    def __init__(self, capacity: int = 4096) -> None:
        self._last: OrderedDict[int, int] = OrderedDict()
        self._pages: dict[int, Page | None] = {}
        """Messages being edited -> newer page shown meanwhile, or None."""
        self._capacity = capacity

    def record_answer(self, message: int, interaction: int, page: Page) -> None:
        """Record that the interaction's answer (`page`) is being sent to the message."""
        if interaction < self._last.get(message, 0):
            return
        self._last[message] = interaction
        self._last.move_to_end(message)
        if message in self._pages:
            self._pages[message] = page
        if len(self._last) > self._capacity:
            self._last.popitem(last=False)

    def mark_outdated(self, message: int, interaction: int) -> None:
        """Record that the message will be deleted because a later interaction was answered in another one."""
        self._last[message] = max(self._last.get(message, 0), interaction)

    def is_newest(self, message: int, interaction: int) -> bool:
        return self._last.get(message, interaction) <= interaction

    @contextmanager
    def track_edit(self, message: int) -> Iterator[Callable[[], Page | None]]:
        """Mark the message as being edited. Yields a function that returns the newer page the edit overtook, if any."""
        self._pages[message] = None
        try:
            yield lambda: self._pages.get(message)
        finally:
            self._pages.pop(message, None)
