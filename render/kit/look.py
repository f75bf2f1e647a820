"""Who looks at a picture, and what is drawn on top of the board for them."""

from dataclasses import dataclass
from typing import Literal

from engines.kernel import Msg

Lang = Literal["ja", "en"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One numbered legal target: `place` is the option's place, `number` the number that the panel shows for it.

    `key` is the option's: it tells apart several on one place.
    """

    place: str
    number: int
    chosen: bool = False
    key: str = ""

    @property
    def own(self) -> str:
        """The name of an anchor for this option alone: where a picture has one, the number stands there."""
        return own(self.place, self.key)


def own(place: str, key: str) -> str:
    """Of an option with this key: the anchor within its place that is its alone."""
    return f"{place} {key}"


@dataclass(frozen=True, slots=True)
class Step:
    """Part of what happened since a reader looked: the View `before` it, and the seat that acted (None: nobody).
    goes_on: it belongs to the turn of the step before it, which an answer interrupted, or is that answer.
    told: what the log tells everybody of it.
    """

    seat: int | None
    before: object
    goes_on: bool = False
    told: tuple[Msg, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """The reader of a picture.

    `names` holds one display name per seat, already sanitised. `viewer` is the reader's seat, None for a public
    picture. `marks` appear on private panels only, `question` is what they answer. `before` is an earlier View of the
    same game: what changed since then is marked. `steps` tell who did what in that time, the oldest first (the first
    begins at `before`): with them every changed object has a tick with the letter of who changed it, in the place of
    the six frames. `turns` tell the same of what everybody has just been told, on the public overview: its letters are
    large, and below it stands who did what, in words. `opening`: nobody has acted yet; the public overview says there
    that these seats begin.
    """

    lang: Lang
    names: tuple[str, ...]
    viewer: int | None = None
    marks: tuple[Mark, ...] = ()
    before: object | None = None
    steps: tuple[Step, ...] = ()
    turns: tuple[Step, ...] = ()
    opening: tuple[int, ...] = ()
    question: Msg | None = None
