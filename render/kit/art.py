"""What a game's pictures offer, and how marks are laid on them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from render.kit.colour import INK
from render.kit.look import Look, Mark, Step
from render.kit.marks.changes import Change, compare, framed
from render.kit.marks.news import News, Said, below, in_brief, lettered, news, written
from render.kit.marks.numbering import arranged, numbers
from render.kit.marks.signals import NIGHT, PAPER, signals
from render.kit.marks.standing import Ground
from render.kit.marks.ticks import LARGE, SMALL, Deed, deeds, ticks
from render.kit.scene import FRAMES, Anchor, Node, Scene, Sprite
from render.kit.tokens import SeatToken

_NOBODY = ("-",) * 8  # names, where only places matter


def _one(_view: Any, _seat: int | None) -> Iterable[str]:
    return ("",)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of picture. Several of a kind are told apart by what follows the kind's name: `court:2`.

    name:  `board`, `court`; that of a private one begins with `panel:`
    title: (what follows, look) -> the name for select menus
    draw:  (view, what follows, look) -> the picture without any marks
    each:  (view, seat that looks; None: everybody) -> what may follow, ("",) if nothing does
    asks:  how the places of options begin (before the first colon) that a private one may show; None: any.
           For a question about other places it need not be laid out, which takes a millisecond or more
    """

    name: str
    title: Callable[[str, Look], str]
    draw: Callable[[Any, str, Look], Scene]
    each: Callable[[Any, int | None], Iterable[str]] = _one
    asks: tuple[str, ...] | None = None

    @property
    def is_private(self) -> bool:
        return is_private(self.name)

    def names(self, view: Any, seat: int | None = None) -> Iterator[str]:
        return (f"{self.name}:{of}" if of else self.name for of in self.each(view, seat))


class Art(ABC):
    """The pictures of one game. Views go in; Scenes and words come out, from nothing but the arguments.

    `view` is the game's own View type. Public pictures stand on paper ground; those named `panel:...` are private.

    colours: of the seats' pieces, by the ids of `Game.colors`; empty: text names seats by letters alone
    kinds: every kind of picture. The first is the overview on the table's card. Private ones stand in the
           order in which they are preferred for a question, those that show little before those that show much
    """

    game: ClassVar[str]
    colours: ClassVar[Mapping[str, str]] = MappingProxyType({})
    kinds: ClassVar[tuple[Kind, ...]]

    @abstractmethod
    def alt(self, view: Any, picture: str, look: Look) -> str:
        """What the picture shows, in one line of at most 400 characters."""

    @abstractmethod
    def words(self, view: Any, look: Look) -> str:
        """The whole board in words."""

    @abstractmethod
    def own(self, view: Any, seat: int) -> str:
        """The picture that a seat's player opens to see what is theirs: private, or a public one of their place."""

    def told(self, step: Step, view: Any, look: Look) -> tuple[Said, ...]:
        """What a seat did in a step, which ended with `view`, each in a few words without its name.

        A game whose catalogue has nothing in `[brief]` and that tells nothing has no lines below its overview.
        """
        return in_brief(step, look, f"engines.{self.game}")

    def recent(self, view: Any, seat: int) -> tuple[str, ...]:
        """Names of private pictures, in order of preference, of which one shows best what the seat has just done."""
        return self.private(view, seat)[-1:]

    def anchor(self, place: str) -> str:
        """The anchor on which the number of an option with this place is laid, unless it has one of its own."""
        return place

    def pictures(self, view: Any) -> tuple[str, ...]:
        """The names of all public pictures; the first is the overview on the table's card."""
        return tuple(name for kind in self.kinds if not kind.is_private for name in kind.names(view))

    def private(self, view: Any, seat: int) -> tuple[str, ...]:
        """The names of all private pictures of a seat."""
        return tuple(name for kind in self.kinds if kind.is_private for name in kind.names(view, seat))

    def title(self, picture: str, look: Look) -> str:
        """A picture's name for select menus; no two of one table are called alike, even if their players are."""
        kind, of = self._find(picture)
        return kind.title(of, look)

    def _find(self, picture: str) -> tuple[Kind, str]:
        for kind in sorted(self.kinds, key=lambda kind: -len(kind.name)):
            if picture == kind.name or picture.startswith(f"{kind.name}:"):
                return kind, picture[len(kind.name) + 1 :]
        raise KeyError(f"{self.game} has no picture {picture!r}")

    def draw(self, view: Any, picture: str, look: Look) -> Scene:
        """The picture with its anchors, without marks. KeyError for a name that does not exist."""
        kind, of = self._find(picture)
        if of not in kind.each(view, look.viewer if kind.is_private else None):
            raise KeyError(f"{self.game} has no picture {picture!r} now")
        return kind.draw(view, of, look)

    def compose(self, view: Any, picture: str, look: Look) -> Scene:
        """The picture as data, with the numbers of the options and the frames of what changed."""
        scene = self.draw(view, picture, look)
        anchors = scene.anchors
        ink = NIGHT if is_private(picture) else PAPER
        steps = look.steps or look.turns
        ground = Ground(scene.width, scene.height, (*scene.static, *scene.live) if steps or look.marks else ())
        signs: tuple[Node, ...] = ()
        overview = picture == self.pictures(view)[0]
        lines = written(self.news(view, picture, look), look)
        if steps:
            found = self.deeds(view, picture, look, anchors)
            colours = _seats(scene) if overview else self._colours(view)
            size = SMALL if look.steps else LARGE
            if lines and not lettered(lines):
                found = tuple(deed for deed in found if _speaks_for_itself(deed))
            done = ticks(found, anchors, lambda seat: colours.get(seat, INK), ink, ground, size)
            scene = replace(scene, live=(*scene.live, *done))
        else:
            signs = tuple(signals(framed(self.changes(view, picture, look, anchors), anchors), anchors, ink))
            colours = _seats(scene) if lines else {}
        scene = below(scene, lines, look, lambda seat: colours.get(seat, INK))
        at = scene.live.index(FRAMES) if FRAMES in scene.live else len(scene.live)
        marks = [
            replace(mark, place=mark.own if mark.own in anchors else self.anchor(mark.place)) for mark in look.marks
        ]
        live = (*scene.live[:at], *signs, *scene.live[at:], *numbers(marks, anchors, ground))
        return replace(scene, live=live)

    def news(self, view: Any, picture: str, look: Look) -> tuple[News, ...]:
        """What the lines below a picture tell: `look.turns`, if there was such a picture then, or who begins."""
        if look.steps or (look.turns and picture not in self.pictures(look.turns[0].before)):
            return ()
        if not look.turns and picture != self.pictures(view)[0]:
            return ()
        return news(view, look, self.told)

    def deeds(
        self, view: Any, picture: str, look: Look, anchors: Mapping[str, Anchor] | None = None
    ) -> tuple[Deed, ...]:
        """What changed on this picture during `look.steps`, or else `look.turns`, and who did it.

        Nothing if there was no such picture.
        """
        bare, steps = replace(look, before=None, steps=(), turns=(), opening=()), look.steps or look.turns
        try:
            earlier = [self.draw(step.before, picture, bare).anchors for step in steps]
        except (KeyError, ValueError):
            return ()
        now = self.draw(view, picture, bare).anchors if anchors is None else anchors
        return deeds([step.seat for step in steps], [*earlier, now])

    def colour(self, view: Any, seat: int) -> str:
        """The colour of a seat: that of its token on the overview."""
        return self._colours(view).get(seat, INK)

    def _colours(self, view: Any) -> dict[int, str]:
        """Of all seats that have a token there; it is drawn for it."""
        return _seats(self.draw(view, self.pictures(view)[0], Look("en", _NOBODY)))

    def changes(
        self, view: Any, picture: str, look: Look, anchors: Mapping[str, Anchor] | None = None
    ) -> tuple[Change, ...]:
        """What differs on this picture from `look.before`; empty if there was no such picture then.

        anchors: those of the picture, if it is drawn already. TypeError if `look.before` is a View of another game.
        """
        if look.before is None:
            return ()
        if type(look.before) is not type(view):
            raise TypeError(f"before: expected a View of {self.game!r}, got {type(look.before).__name__}")
        try:
            earlier = self.draw(look.before, picture, replace(look, before=None))
        except (KeyError, ValueError):
            return ()
        return compare(earlier.anchors, self.draw(view, picture, look).anchors if anchors is None else anchors)

    def panel(self, view: Any, seat: int, places: Sequence[str], before: Any = None) -> str:
        """The private picture that shows all of these places to the deciding seat, or as many as one can show.

        Without places: the one that shows best what changed since the View `before`.
        """
        if not places:
            look = Look("en", _NOBODY, seat, before=before)
            return max(self.recent(view, seat), key=lambda picture: len(self.changes(view, picture, look)))
        wanted = [self.anchor(place) for place in places]
        begin = {place.partition(":")[0] for place in wanted}
        best, most = self.private(view, seat)[0], 0
        asking = [kind for kind in self.kinds if kind.is_private and (kind.asks is None or begin & {*kind.asks})]
        for picture in (name for kind in asking for name in kind.names(view, seat)):
            anchors = _anchors_of(self, view, picture, seat, places)
            shown = sum(place in anchors for place in wanted)
            if shown > most:
                best, most = picture, shown
            if shown == len(wanted):
                break
        return best

    def closest(self, view: Any, places: Sequence[str], seat: int | None = None) -> str:
        """The public picture that shows these places large: the detail with most of them, if those are half of what the
        overview shows, which shows all small. What no picture shows (a hand) is the seat's own, if it has one.
        """
        overview, *details = self.pictures(view)
        wanted = {self.anchor(place) for place in places}
        look = Look("en", _NOBODY)
        shown = {name: len(wanted & self.draw(view, name, look).anchors.keys()) for name in (overview, *details)}
        if not any(shown.values()):
            own = [name for name in details if places and name.endswith(f":{seat}")]
            return own[0] if own else overview
        best = max(details, key=shown.__getitem__, default=overview)
        return best if 2 * shown[best] >= shown[overview] else overview

    def order(self, view: Any, seat: int, options: Sequence[tuple[str | None, Any]]) -> tuple[int, ...]:
        """The indices of options, each (place, group), in the order in which text, buttons and pictures number them.

        Numbers run in reading order over the picture that `panel` names. The reader's language does not matter.
        """
        places = [place for place, _ in options if place is not None]
        if not places:
            return tuple(range(len(options)))
        picture = self.panel(view, seat, places)
        anchors = _anchors_of(self, view, picture, seat, places)
        return arranged([(place and self.anchor(place), group) for place, group in options], anchors)


def _speaks_for_itself(deed: Deed) -> bool:
    """Whether it is a card that was drawn."""
    now = deed.change.now
    return now is not None and now.drawn and deed.change.then is None


def _seats(scene: Scene) -> dict[int, str]:
    """The colour of each seat that has a token on a picture."""
    found: dict[int, str] = {}
    for node in scene.live:
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken):
            found.setdefault(node.piece.seat, node.piece.colour)
    return found


class _Same:
    """A View as a key: this one, not one like it (most cannot be hashed, and comparing would take long)."""

    __slots__ = ("view",)

    def __init__(self, view: Any) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.view is other.view


def _anchors_of(art: Art, view: Any, picture: str, seat: int, places: Sequence[str]) -> Mapping[str, Anchor]:
    """Where things lie on a private picture on which options with these places are numbered, in whatever order."""
    return _drawn(art, _Same(view), picture, seat, tuple(sorted(set(places))))


@lru_cache(maxsize=32)
def _drawn(art: Art, same: _Same, picture: str, seat: int, places: tuple[str, ...]) -> Mapping[str, Anchor]:
    """A panel asks for the order of its options and for its picture: both want this. Scenes take milliseconds."""
    marks = tuple(Mark(place, number) for number, place in enumerate(places, 1))
    return art.draw(same.view, picture, Look("en", _NOBODY, seat, marks)).anchors


def is_private(picture: str) -> bool:
    return picture.startswith("panel:")
