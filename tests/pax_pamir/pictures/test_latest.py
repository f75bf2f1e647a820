"""The line below the board names every region, border, court and suit that has a letter, and the causes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kernel import SEED_BYTES, Decision, Lang, Match, NounRef, Rng, load_games, message, pick_random_answer
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.table.state import Check
from engines.pax_pamir.view import View
from render import RecentStep, RenderContext, Scene, load_arts
from render.kit.colour import SIGNAL
from render.kit.marks.author_badges import AttributedChange
from render.kit.marks.badges import AuthorBadge
from render.kit.scene import Polyline, Sprite, TextRun
from render.kit.tokens import SeatToken
from render.pax_pamir.diff import CardLeft, CardPlayed, SpiesChanged, compare_views
from render.pax_pamir.words.phrases import Phrases
from tests.contract.pictures.checks import is_beside
from tests.contract.pictures.picture_sample import add_log_entries

from . import boards

GAME, ART = load_games()["pax_pamir"], load_arts()["pax_pamir"]
NAMES = boards.NAMES


def iter_turns(seats: int) -> Iterator[tuple[View, tuple[RecentStep, ...]]]:
    """Play a random game; yield the public View after each turn, with the step of that turn."""
    rng = Rng(f"pax latest {seats}".encode().ljust(SEED_BYTES, b"."))
    match: Match[Any] = Match.start(GAME, GAME.build_setup(seats, (), {}), rng.seed)
    steps: list[RecentStep] = []
    while not match.is_over:
        seat = match.waiting_seats[0]
        if steps and seat != steps[-1].seat:
            yield match.build_view(None), (steps[-1],)
            steps = []
        if not steps:
            steps.append(RecentStep(seat, match.build_public_match().build_view(None)))
        prompt = match.find_prompt(seat)
        assert prompt is not None
        steps[-1] = add_log_entries(
            steps[-1], match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng))).events
        )


def list_names(place: str, phrases: Phrases) -> tuple[str, ...]:
    """Return the texts by which a line may name a place; any one of them suffices."""
    kind, _, rest = place.partition(":")
    what = rest.split(":")
    match kind:
        case "army" | "tribe" | "ruler":
            return (phrases.name_region(what[0]),)
        case "road":
            first, other = map(phrases.name_region, what[0].split("_"))
            return phrases.name_border(what[0]), f"{first}・{other}間"
        case "stars":
            names = (card.name for card in CONTENT.cards.values() if card.suit == what[1])
            return tuple(names)
        case "loyalty":
            return tuple(map(phrases.name_coalition, ("afghan", "british", "russian")))
        case "dominant":
            made = (
                phrases.render_phrase("since.dominates", who=phrases.name_coalition(c))
                for c in ("afghan", "british", "russian")
            )
            return (*made, phrases.render_phrase("since.undone"))
        case "favored":
            return tuple(
                phrases.render_noun(f"suit.{suit}") for suit in ("political", "intelligence", "economic", "military")
            )
        case "event":
            return (phrases.name_card(int(what[0])),)
        case "events":
            return tuple(phrases.render_noun(f"event.{event.purchased}") for event in CONTENT.events.values())
    return ()


def list_unnamed_letters(
    scene: Scene, changes: tuple[AttributedChange, ...], ctx: RenderContext, view: View
) -> list[str]:
    """Return a message for each letter on the board whose places are not named in the line below."""
    top = scene.height - scene.footer_height
    words = " ".join(node.text for node in scene.live_part if isinstance(node, TextRun) and node.y > top)
    phrases = Phrases(view, ctx)
    faults = []
    for mark in (node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)):
        near = [deed.change.anchor.place for deed in changes if is_beside(mark, deed)]
        if not any(name in words for place in near for name in list_names(place, phrases)):
            faults.append(f"{mark.x:.0f} {mark.y:.0f}: {near}; {words}")
    return faults


@pytest.mark.parametrize(("seats", "lang"), [(2, "ja"), (4, "en"), (5, "en")])
def test_line_names_every_place_with_a_letter(seats: int, lang: Lang) -> None:
    marked = 0
    for n, (view, steps) in enumerate(iter_turns(seats)):
        if n % 4:
            continue
        ctx = RenderContext(lang, NAMES[:seats], view_before=steps[0].view_before, turns=steps)
        scene = ART.compose(view, "board", ctx)
        assert not list_unnamed_letters(scene, ART.attribute_changes(view, "board", ctx), ctx, view)
        marked += sum(isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge) for node in scene.live_part)
    assert marked > 4


def test_unnamed_letter_is_detected() -> None:
    """A deliberate fault: the line of another turn."""
    for view, steps in iter_turns(4):
        ctx = RenderContext("en", NAMES[:4], view_before=steps[0].view_before, turns=steps)
        scene = ART.compose(view, "board", ctx)
        top = scene.height - scene.footer_height
        if any(isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge) for node in scene.live_part):
            bare = tuple(node for node in scene.live_part if not isinstance(node, TextRun) or node.y <= top)
            faulty = Scene(
                scene.theme, scene.width, scene.height, scene.background, scene.static_part, bare, scene.footer_height
            )
            assert list_unnamed_letters(faulty, ART.attribute_changes(view, "board", ctx), ctx, view)
            return
    raise AssertionError("no turn has changed anything")


def test_only_changed_suits_are_underlined() -> None:
    """One letter stands for all of a row. Changed gifts or prizes underline the influence."""
    line_count = 0
    for view, steps in iter_turns(4):
        before = steps[0].view_before
        assert isinstance(before, View)
        scene = ART.compose(view, "board", RenderContext("en", NAMES[:4], view_before=before, turns=steps))
        lines = [node.points[0] for node in scene.live_part if isinstance(node, Polyline) and node.colour == SIGNAL]
        changed = {
            f"stars:{fact.player}:{CONTENT.cards[fact.card].suit}"
            for fact in compare_views(before, view)
            if isinstance(fact, CardPlayed | CardLeft | SpiesChanged)
        }
        placements = {place: anchor.placement for place, anchor in scene.anchors.items() if place.startswith("stars:")}
        under = [
            place
            for place, placement in placements.items()
            if any(
                abs(x - placement.x) < 6 and placement.y + placement.h / 3 < y < placement.y + placement.h + 20
                for x, y in lines
            )
        ]
        pairs = zip(before.players, view.players, strict=True)
        changed_seats = [now.number for then, now in pairs if (then.gifts, then.prizes) != (now.gifts, now.prizes)]
        ribbons = [scene.anchors[f"influence:{seat}"].placement for seat in changed_seats]
        assert all(any(abs(x - at.x - 2) < 1 and 0 <= y - at.y - at.h < 1 for x, y in lines) for at in ribbons)
        assert len(placements) == 16 and set(under) == changed and len(lines) == len(changed) + len(changed_seats)
        line_count += len(lines)
    assert line_count > 9


def test_each_region_has_one_letter_beside_its_pieces() -> None:
    before = boards.build_classic()
    region = before.regions[0]
    tribes = tuple(n + 1 for n in region.tribes)
    changed = replace(region, armies={"british": 2, "russian": 1}, tribes=tribes, ruler=3)
    view = replace(before, regions=(changed, *before.regions[1:]))
    step = RecentStep(3, before, messages=(message("event.suit", suit=NounRef("suit.political")),))
    scene = ART.compose(view, "board", RenderContext("en", NAMES, view_before=before, turns=(step,)))
    marks = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)]
    by_actor = [mark for mark in marks if isinstance(mark.piece, AuthorBadge) and mark.piece.seat == 3]
    assert len(by_actor) == 1
    tokens = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    assert all(abs(by_actor[0].x - t.x) + abs(by_actor[0].y - t.y) > 30 for t in tokens)


@pytest.mark.parametrize(("dominant", "letters"), [("british", False), (None, True)])
def test_blocks_that_a_check_takes_off_the_map_have_no_letters(dominant: Coalition | None, letters: bool) -> None:
    """R10 The buyer of the check did not remove them in a battle."""
    before = boards.build_classic()
    assert any(border.roads for border in before.borders)
    view = replace(
        before,
        borders=tuple(replace(border, roads={}) for border in before.borders),
        checks=(Check(1, False, dominant, (0, 9, 0, 0, 0), (0, 5, 0, 0, 0)),),
    )
    step = RecentStep(3, before, messages=(message("event.suit", suit=NounRef("suit.political")),))
    deeds = ART.attribute_changes(view, "board", RenderContext("en", NAMES, view_before=before, turns=(step,)))
    assert any(deed.change.anchor.place.startswith("road:") for deed in deeds) == letters


@pytest.mark.parametrize(("check", "letters"), [(True, False), (False, True)])
def test_dominance_that_ends_with_a_check_has_no_letter(check: bool, letters: bool) -> None:
    """It stood beside the first of three zeros and seemed to be about that coalition."""
    before = replace(boards.build_classic(), dominant="russian")
    checks = (Check(1, False, "russian", (0, 9, 0, 0, 0), (0, 5, 0, 0, 0)),) if check else ()
    view = replace(before, dominant=None, checks=checks)
    step = RecentStep(3, before, messages=(message("event.suit", suit=NounRef("suit.political")),))
    deeds = ART.attribute_changes(view, "board", RenderContext("en", NAMES, view_before=before, turns=(step,)))
    assert any(deed.change.anchor.place == "dominant" for deed in deeds) == letters
