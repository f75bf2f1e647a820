"""Who clicks."""

from __future__ import annotations

import msgspec

from engines.kernel import Lang


class Person(msgspec.Struct, frozen=True):
    """A person as the click reports them. id: Discord's; lang: the language in which they read.

    click: the interaction; Discord may deliver one twice, and the second time nothing happens. None: nobody clicked.
    """

    id: int
    name: str
    lang: Lang
    click: int | None = None
