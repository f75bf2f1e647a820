"""The interface of a game's pictures, and the composition of a picture with its marks."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import median
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from render.kit.colour import INK
from render.kit.marks import author_badges, captions
from render.kit.marks.author_badges import attribute_changes
from render.kit.marks.change_marks import NIGHT_INK, PAPER_INK, draw_signals
from render.kit.marks.changes import Change, compare_anchors, group_into_frames
from render.kit.marks.mark_layout import MarkCanvas
from render.kit.marks.option_numbers import arrange_options, draw_numbers, group_by_placement
from render.kit.marks.unplaced_options import add_plates, measure_plates
from render.kit.painting.lobby_poster import Backdrop
from render.kit.render_context import Lang, Mark, RecentStep, RenderContext
from render.kit.scene import FRAME_LAYER, Anchor, Node, Scene, Sprite
from render.kit.tokens import SeatToken
from render.kit.vignettes.placement import place_vignettes

MIN_ZOOM = 1.25
"""Least scale of a detail that shows a part of the overview visibly larger."""
_NO_NAMES = ("-",) * 8  # names are not drawn


def _list_single_suffix(_view: Any, _seat: int | None) -> tuple[str]:
    return ("",)


@dataclass(frozen=True, slots=True)
class PictureKind:
    """One kind of picture. Several pictures of a kind differ in the suffix of their names: `court:2`."""

    name: str
    """`board`, `court`; the name of a private kind begins with `panel:`."""
    title: Callable[[str, RenderContext], str]
    """(suffix, ctx) -> the name for select menus."""
    draw: Callable[[Any, str, RenderContext], Scene]
    """(view, suffix, ctx) -> the picture without any marks."""
    list_suffixes: Callable[[Any, int | None], Iterable[str]] = _list_single_suffix
    """(view, seat of the viewer; None: public) -> possible suffixes, ("",) if there is only one picture."""
    option_prefixes: tuple[str, ...] | None = None
    """Prefixes (before the first colon) of the option places that a private kind may show; None: any. It need not be
    laid out for a question about other places, which saves a millisecond or more.
    """

    @property
    def is_private(self) -> bool:
        return is_private(self.name)

    def iter_names(self, view: Any, seat: int | None = None) -> Iterator[str]:
        return (f"{self.name}:{suffix}" if suffix else self.name for suffix in self.list_suffixes(view, seat))


class Art(ABC):
    """The pictures of one game. Views go in; Scenes and texts come out, from nothing but the arguments.

    `view` is the game's own View type. Public pictures have a paper background; those named `panel:...` are private.
    """

    game: ClassVar[str]  # id of the game, which is the name of its folders
    colours: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Colours of the seats' pieces by the ids of `Game.colors`; empty: text names seats by letters alone."""
    lobby_backdrop: ClassVar[Backdrop | None] = None
    """The backdrop of the poster of a table before its start; None: the lobby has no picture."""
    kinds: ClassVar[tuple[PictureKind, ...]]
    """Every kind of picture; the first is the overview on the table's card. Private kinds are in order of preference
    for a question, kinds that show little before kinds that show much.
    """

    @abstractmethod
    def describe_picture(self, view: Any, picture: str, ctx: RenderContext) -> str:
        """Describe the picture in one line of at most 400 characters."""

    @abstractmethod
    def describe_board(self, view: Any, ctx: RenderContext) -> str:
        """Describe the whole board in words."""

    @abstractmethod
    def find_own_picture(self, view: Any, seat: int) -> str:
        """Return the picture that shows a player their own things: private, or a public one of their place."""

    def describe_step(self, step: RecentStep, view: Any, ctx: RenderContext) -> tuple[captions.ActionPhrase, ...]:
        """Describe the actions of a step, which ended with `view`, each in a few words without the seat's name.

        A game whose catalogue has no `[brief]` and that does not override this has no captions below its overview.
        """
        return captions.summarize_step(step, ctx, f"engines.{self.game}")

    def list_recent_pictures(self, view: Any, seat: int) -> tuple[str, ...]:
        """Return names of private pictures, in order of preference, for showing the seat's latest action."""
        return self.list_private_pictures(view, seat)[-1:]

    def find_anchor_name(self, place: str) -> str:
        """Return the anchor for the number of an option with this place, unless the option has its own anchor."""
        return place

    def list_pictures(self, view: Any) -> tuple[str, ...]:
        """Return the names of all public pictures; the first is the overview on the table's card."""
        return tuple(name for kind in self.kinds if not kind.is_private for name in kind.iter_names(view))

    def list_private_pictures(self, view: Any, seat: int) -> tuple[str, ...]:
        """Return the names of all private pictures of a seat."""
        return tuple(name for kind in self.kinds if kind.is_private for name in kind.iter_names(view, seat))

    def build_title(self, picture: str, ctx: RenderContext) -> str:
        """Return a picture's name for select menus, unique at the table, even if two players have the same name."""
        kind, suffix = self._find_kind(picture)
        return kind.title(suffix, ctx)

    def _find_kind(self, picture: str) -> tuple[PictureKind, str]:
        for kind in sorted(self.kinds, key=lambda kind: -len(kind.name)):
            if picture == kind.name or picture.startswith(f"{kind.name}:"):
                return kind, picture[len(kind.name) + 1 :]
        raise KeyError(f"{self.game} has no picture {picture!r}")

    def draw(self, view: Any, picture: str, ctx: RenderContext) -> Scene:
        """Draw the picture with its anchors, without marks. Raises KeyError for a name that does not exist."""
        kind, suffix = self._find_kind(picture)
        if suffix not in kind.list_suffixes(view, ctx.viewer if kind.is_private else None):
            raise KeyError(f"{self.game} has no picture {picture!r} now")
        return kind.draw(view, suffix, ctx)

    def compose(self, view: Any, picture: str, ctx: RenderContext) -> Scene:
        """Draw the picture with the numbers of the options, the marks of changes and the captions."""
        scene = self.draw(view, picture, ctx)
        anchors = scene.anchors
        ink = NIGHT_INK if is_private(picture) else PAPER_INK
        steps = ctx.steps or ctx.turns
        canvas = MarkCanvas(
            scene.width, scene.height, (*scene.static_part, *scene.live_part) if steps or ctx.marks else ()
        )
        signal_nodes: tuple[Node, ...] = ()
        overview = picture == self.list_pictures(view)[0]
        lines = captions.layout_captions(self.list_turn_actions(view, picture, ctx), ctx)
        if steps:
            attributed = self.attribute_changes(view, picture, ctx, anchors)
            colours = _read_seat_colours(scene) if overview else self._list_seat_colours(view)
            size = author_badges.SMALL_RADIUS if ctx.steps else author_badges.LARGE_RADIUS
            if lines and not captions.has_letters(lines):
                attributed = tuple(
                    attributed_change for attributed_change in attributed if _is_drawn_card(attributed_change)
                )
            badges = author_badges.draw_author_badges(
                attributed, anchors, lambda seat: colours.get(seat, INK), ink, canvas, size
            )
            scene = replace(scene, live_part=(*scene.live_part, *badges))
        else:
            signal_nodes = tuple(
                draw_signals(group_into_frames(self.list_changes(view, picture, ctx, anchors), anchors), anchors, ink)
            )
            colours = _read_seat_colours(scene) if lines else {}
        scene = captions.add_captions(scene, lines, ctx, lambda seat: colours.get(seat, INK))
        scene = add_plates(scene, ctx.unplaced)
        frames_index = scene.live_part.index(FRAME_LAYER) if FRAME_LAYER in scene.live_part else len(scene.live_part)
        marks = self._place_marks(ctx.marks, anchors)
        live = (
            *scene.live_part[:frames_index],
            *signal_nodes,
            *scene.live_part[frames_index:],
            *draw_numbers(marks, anchors, canvas),
        )
        return replace(scene, live_part=place_vignettes(live), is_private=is_private(picture))

    def _place_marks(self, marks: Sequence[Mark], anchors: Mapping[str, Anchor]) -> list[Mark]:
        """Return the options with the names of the anchors at which their numbers are drawn."""
        return [
            replace(mark, place=mark.own_anchor if mark.own_anchor in anchors else self.find_anchor_name(mark.place))
            for mark in marks
        ]

    def list_turn_actions(self, view: Any, picture: str, ctx: RenderContext) -> tuple[captions.TurnActions, ...]:
        """Return the content of the captions: `ctx.turns`, if this picture existed then, or the seats that begin."""
        if ctx.steps or (ctx.turns and picture not in self.list_pictures(ctx.turns[0].view_before)):
            return ()
        if not ctx.turns and picture != self.list_pictures(view)[0]:
            return ()
        return captions.collect_turns(view, ctx, self.describe_step)

    def attribute_changes(
        self, view: Any, picture: str, ctx: RenderContext, anchors: Mapping[str, Anchor] | None = None
    ) -> tuple[author_badges.AttributedChange, ...]:
        """Return the changes on this picture during `ctx.steps`, or else `ctx.turns`, with their authors.

        Empty if this picture did not exist then.
        """
        plain_ctx, steps = replace(ctx, view_before=None, steps=(), turns=(), opening_seats=()), ctx.steps or ctx.turns
        try:
            earlier = [self.draw(step.view_before, picture, plain_ctx).anchors for step in steps]
        except (KeyError, ValueError):
            return ()
        now = self.draw(view, picture, plain_ctx).anchors if anchors is None else anchors
        return attribute_changes([self.find_author(step) for step in steps], [*earlier, now])

    def find_author(self, step: RecentStep) -> int | None:
        """Return the seat whose letter marks what a step changed on the board: usually the one that acted."""
        return step.seat

    def find_seat_colour(self, view: Any, seat: int) -> str:
        """Return the colour of a seat: that of its token on the overview."""
        return self._list_seat_colours(view).get(seat, INK)

    def _list_seat_colours(self, view: Any) -> dict[int, str]:
        """Return the colours of all seats with a token on the overview, which is drawn for this."""
        return _read_seat_colours(self.draw(view, self.list_pictures(view)[0], RenderContext("en", _NO_NAMES)))

    def list_changes(
        self, view: Any, picture: str, ctx: RenderContext, anchors: Mapping[str, Anchor] | None = None
    ) -> tuple[Change, ...]:
        """Return the differences of this picture from `ctx.view_before`; empty if this picture did not exist then.

        anchors: those of the picture, if it is drawn already. Raises TypeError if `ctx.view_before` is a View of
        another game.
        """
        if ctx.view_before is None:
            return ()
        if type(ctx.view_before) is not type(view):
            raise TypeError(f"before: expected a View of {self.game!r}, got {type(ctx.view_before).__name__}")
        try:
            earlier = self.draw(ctx.view_before, picture, replace(ctx, view_before=None))
        except (KeyError, ValueError):
            return ()
        return compare_anchors(earlier.anchors, self.draw(view, picture, ctx).anchors if anchors is None else anchors)

    def choose_panel(self, view: Any, seat: int, places: Sequence[str], view_before: Any = None) -> str:
        """Return the private picture that shows all of these places to the deciding seat, or as many as one can show.

        Without places: the picture that shows best the changes since the View `view_before`.
        """
        if not places:
            ctx = RenderContext("en", _NO_NAMES, seat, view_before=view_before)
            return max(
                self.list_recent_pictures(view, seat), key=lambda picture: len(self.list_changes(view, picture, ctx))
            )
        anchor_names = [self.find_anchor_name(place) for place in places]
        prefixes = {place.partition(":")[0] for place in anchor_names}
        best, max_shown = self.list_private_pictures(view, seat)[0], 0
        kinds = [
            kind
            for kind in self.kinds
            if kind.is_private and (kind.option_prefixes is None or prefixes & {*kind.option_prefixes})
        ]
        for picture in (name for kind in kinds for name in kind.iter_names(view, seat)):
            anchors = _load_drawing(self, view, picture, seat, places).anchors
            shown_count = sum(place in anchors for place in anchor_names)
            if shown_count > max_shown:
                best, max_shown = picture, shown_count
            if shown_count == len(anchor_names):
                break
        return best

    def measure_aspect(self, view: Any, picture: str, seat: int, ctx: RenderContext) -> float:
        """Return the height of a private picture with the numbers of its options, as a part of its width."""
        drawing = _load_drawing(self, view, picture, seat, [mark.place for mark in ctx.marks], ctx.lang)
        return (drawing.height + measure_plates(ctx.unplaced)) / drawing.width

    def list_separate_numbers(self, view: Any, picture: str, seat: int, marks: Sequence[Mark]) -> frozenset[int]:
        """Return the numbers that stand alone at their places on a private picture, so that each means one option."""
        anchors = _draw(self, _ViewKey(view), picture, seat, tuple(marks)).anchors
        groups = group_by_placement(self._place_marks(marks, anchors), anchors).values()
        return frozenset(group[0].number for group in groups if len(group) == 1)

    def choose_detail(self, view: Any, places: Sequence[str], seat: int | None = None) -> str:
        """Return the public picture that shows these places large, if one shows at least half as many of them as any
        detail; of equal ones, that with most of the overview, which itself shows everything small. If no detail shows
        them (a hand): the seat's own picture, if any.
        """
        overview, *details = self.list_pictures(view)
        anchor_names = {self.find_anchor_name(place) for place in places}
        ctx = RenderContext("en", _NO_NAMES)
        drawings = {name: self.draw(view, name, ctx) for name in (overview, *details)}
        counts = {name: len(anchor_names & drawing.anchors.keys()) for name, drawing in drawings.items()}
        if places and not any(counts[name] for name in details):
            own_pictures = [name for name in details if name.endswith(f":{seat}")]
            if own_pictures:
                return own_pictures[0]
        min_count = max((counts[name] for name in details), default=0) / 2
        large = [
            name for name in details if counts[name] >= min_count and _is_enlarged(drawings[name], drawings[overview])
        ]
        return max(
            large or details,
            key=lambda name: (counts[name], len(drawings[name].anchors.keys() & drawings[overview].anchors.keys())),
            default=overview,
        )

    def order_options(self, view: Any, seat: int, options: Sequence[tuple[str | None, Any]]) -> tuple[int, ...]:
        """Return the indices of options, each (place, group), in the order in which text, buttons and pictures number
        them.

        Numbers run in reading order over the picture that `choose_panel` names. The reader's language does not matter.
        """
        places = [place for place, _ in options if place is not None]
        if not places:
            return tuple(range(len(options)))
        picture = self.choose_panel(view, seat, places)
        anchors = _load_drawing(self, view, picture, seat, places).anchors
        return arrange_options([(place and self.find_anchor_name(place), group) for place, group in options], anchors)


def _is_enlarged(detail: Scene, overview: Scene) -> bool:
    """Return whether a detail shows what it has in common with the overview visibly larger, or nothing of it."""
    scales = [
        anchor.placement.w / detail.width / (overview.anchors[name].placement.w / overview.width)
        for name, anchor in detail.anchors.items()
        if name in overview.anchors and overview.anchors[name].placement.w
    ]
    return not scales or median(scales) >= MIN_ZOOM


def _is_drawn_card(attributed_change: author_badges.AttributedChange) -> bool:
    """Return whether the change is a card that was drawn from a deck, which needs no letter."""
    now = attributed_change.change.new_anchor
    return now is not None and now.is_from_deck and attributed_change.change.old_anchor is None


def _read_seat_colours(scene: Scene) -> dict[int, str]:
    """Return the colour of each seat that has a token on a picture."""
    colours: dict[int, str] = {}
    for node in scene.live_part:
        if isinstance(node, Sprite) and isinstance(node.piece, SeatToken):
            colours.setdefault(node.piece.seat, node.piece.colour)
    return colours


class _ViewKey:
    """A View as a cache key, compared by identity (most Views cannot be hashed, and comparing would take long)."""

    __slots__ = ("view",)

    def __init__(self, view: Any) -> None:
        self.view = view

    def __hash__(self) -> int:
        return id(self.view)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ViewKey) and self.view is other.view


class _Drawing(NamedTuple):
    """The part of a private picture that does not depend on its reader's language."""

    anchors: Mapping[str, Anchor]  # by place
    width: int  # px of the picture
    height: int  # px of the picture, without plates below it


def _load_drawing(art: Art, view: Any, picture: str, seat: int, places: Sequence[str], lang: Lang = "en") -> _Drawing:
    """Return the drawing of a private picture that numbers options with these places, in any order. lang: its height
    depends on it, but not the places of things.
    """
    marks = tuple(Mark(place, number) for number, place in enumerate(sorted(set(places)), 1))
    return _draw(art, _ViewKey(view), picture, seat, marks, lang)


@lru_cache(maxsize=32)
def _draw(
    art: Art, view_key: _ViewKey, picture: str, seat: int, marks: tuple[Mark, ...], lang: Lang = "en"
) -> _Drawing:
    """Draw the picture. Cached: a panel needs it for the order of its options, for the choice of its picture and for
    its height, and drawing takes milliseconds.
    """
    scene = art.draw(view_key.view, picture, RenderContext(lang, _NO_NAMES, seat, marks))
    return _Drawing(scene.anchors, scene.width, scene.height)


def is_private(picture: str) -> bool:
    return picture.startswith("panel:")
