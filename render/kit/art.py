"""What a game's pictures offer, and how the games that have pictures are found."""

import pkgutil
from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import Any

from render.kit.look import Look
from render.kit.scene import Scene


class Art(ABC):
    """The pictures of one game. Views go in; Scenes and words come out, from nothing but the arguments.

    `view` is the game's own View type. Public pictures stand on paper ground; those named `panel:...` are private.
    """

    game: str

    @abstractmethod
    def pictures(self, view: Any) -> tuple[str, ...]:
        """The names of all public pictures; the first is the overview on the table's card."""

    @abstractmethod
    def title(self, picture: str, look: Look) -> str:
        """A picture's name for select menus; no two of one table are called alike, even if their players are."""

    @abstractmethod
    def compose(self, view: Any, picture: str, look: Look) -> Scene:
        """The picture as data. KeyError for a name that does not exist."""

    @abstractmethod
    def alt(self, view: Any, picture: str, look: Look) -> str:
        """What the picture shows, in one line of at most 400 characters."""

    @abstractmethod
    def words(self, view: Any, look: Look) -> str:
        """The whole board in words."""

    @abstractmethod
    def panel(self, view: Any, seat: int, places: tuple[str, ...], before: Any = None) -> str:
        """The private picture that shows all of these places to the deciding seat.

        Without places: the one that shows best what changed since the View `before`.
        """

    @abstractmethod
    def own(self, view: Any, seat: int) -> str:
        """The picture that a seat's player opens to see what is theirs: private, or a public one of their place."""


@cache
def arts() -> dict[str, Art]:
    """Every sub-package of `render` that has an `ART`, by game id. TypeError if that is not an Art."""
    import render

    found: dict[str, Art] = {}
    for module in pkgutil.iter_modules(render.__path__):
        if module.ispkg:
            art = getattr(import_module(f"render.{module.name}"), "ART", None)
            if art is None:
                continue
            if not isinstance(art, Art):
                raise TypeError(f"render.{module.name}.ART: expected an Art, got {type(art).__name__}")
            found[art.game] = art
    return found
