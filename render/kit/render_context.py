"""The viewer of a picture, and the marks drawn on top of the board for them."""

from dataclasses import dataclass
from typing import Literal

from engines.kernel import Message

Lang = Literal["ja", "en"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One numbered legal target."""

    place: str
    """The option's place."""
    number: int
    """The number that the panel shows for it."""
    is_chosen: bool = False  # already part of the answer: a check stands for the number
    key: str = ""
    """The option's key, which distinguishes several options on one place."""

    @property
    def own_anchor(self) -> str:
        """The name of an anchor for this option alone: if a picture has one, the number is drawn there."""
        return build_own_anchor(self.place, self.key)


def build_own_anchor(place: str, key: str) -> str:
    """Return the name of the anchor, within the place of an option, that belongs to this option alone."""
    return f"{place} {key}"


@dataclass(frozen=True, slots=True)
class UnplacedOption:
    """A numbered option without a place (end the turn, pass)."""

    number: int
    """The number that the panel shows for it."""
    words: str
    """The words of its button, in the language of the picture."""
    is_chosen: bool = False  # already part of the answer: a check stands for the number


@dataclass(frozen=True, slots=True)
class RecentStep:
    """Part of the history since the viewer last looked."""

    seat: int | None
    """The seat that acted (None: no seat)."""
    view_before: object
    """The View before the step."""
    continues_turn: bool = False
    """It belongs to the same turn as the step before it, which an answer interrupted, or is that answer."""
    messages: tuple[Message, ...] = ()
    """Public log entries of the step."""


@dataclass(frozen=True, slots=True)
class RenderContext:
    """The viewer of a picture, and everything that depends on them."""

    lang: Lang  # of all words on the picture and about it
    names: tuple[str, ...]
    """One display name per seat, already sanitised."""
    viewer: int | None = None
    """The viewer's seat, None for a public picture."""
    marks: tuple[Mark, ...] = ()
    """Numbered options; on private panels only."""
    view_before: object | None = None
    """An earlier View of the same game: changes since then are marked."""
    steps: tuple[RecentStep, ...] = ()
    """The steps since then, oldest first (the first begins at `view_before`). With them every changed object has an
    author badge instead of change frames.
    """
    turns: tuple[RecentStep, ...] = ()
    """The latest published turns, on the public overview: large author badges, and captions below the picture."""
    opening_seats: tuple[int, ...] = ()
    """No seat has acted yet: a caption of the public overview says that these seats begin."""
    question: Message | None = None
    """The question that the marks answer."""
    unplaced: tuple[UnplacedOption, ...] = ()
    """Its options without a place; they stand below the picture."""
