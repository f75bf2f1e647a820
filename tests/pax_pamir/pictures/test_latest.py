"""The line below the board names all that bears a letter: each region, border, court and suit in it, and the causes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from engines.kernel import SEED_BYTES, Decision, Lang, Match, Rng, Term, games, random_answer, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.table.state import Check
from engines.pax_pamir.view import View
from render import Look, Scene, Step, arts
from render.kit.colour import SIGNAL
from render.kit.marks.ticks import Deed
from render.kit.scene import Line, Sprite, Text
from render.kit.tokens import SeatToken, Tick
from render.pax_pamir.diff import Left, Played, Spies, facts
from render.pax_pamir.words.phrases import Phrases
from tests.contract.pictures.checks import is_beside
from tests.contract.pictures.shown import heard

from . import boards

GAME, ART = games()["pax_pamir"], arts()["pax_pamir"]
NAMES = boards.NAMES


def turns(seats: int) -> Iterator[tuple[View, tuple[Step, ...]]]:
    """The board after each turn of a random game, with that turn and what came between."""
    rng = Rng(f"pax latest {seats}".encode().ljust(SEED_BYTES, b"."))
    match: Match[Any] = Match.start(GAME, GAME.setup(seats, (), {}), rng.seed)
    steps: list[Step] = []
    while not match.over:
        seat = match.waiting[0]
        if steps and seat != steps[-1].seat:
            yield match.view(None), (steps[-1],)
            steps = []
        if not steps:
            steps.append(Step(seat, match.public().view(None)))
        prompt = match.prompt(seat)
        assert prompt is not None
        steps[-1] = heard(steps[-1], match.apply(Decision(match.step, seat, random_answer(match, prompt, rng))).events)


def names_of(place: str, phrases: Phrases) -> tuple[str, ...]:
    """The words by which a line names what lies there: any of them will do."""
    kind, _, rest = place.partition(":")
    what = rest.split(":")
    match kind:
        case "army" | "tribe" | "ruler":
            return (phrases.region(what[0]),)
        case "road":
            one, other = map(phrases.region, what[0].split("_"))
            return phrases.border(what[0]), f"{one}・{other}間"
        case "stars":
            names = (card.name for card in CONTENT.cards.values() if card.suit == what[1])
            return tuple(names)
        case "loyalty":
            return tuple(map(phrases.coalition, ("afghan", "british", "russian")))
        case "dominant":
            made = (phrases.say("since.dominates", who=phrases.coalition(c)) for c in ("afghan", "british", "russian"))
            return (*made, phrases.say("since.undone"))
        case "favored":
            return tuple(phrases.noun(f"suit.{suit}") for suit in ("political", "intelligence", "economic", "military"))
        case "event":
            return (phrases.card(int(what[0])),)
        case "events":
            return tuple(phrases.noun(f"event.{event.purchased}") for event in CONTENT.events.values())
    return ()


def unnamed(scene: Scene, deeds: tuple[Deed, ...], look: Look, view: View) -> list[str]:
    """Letters on the board beside which nothing lies that the words below it name."""
    top = scene.height - scene.foot
    words = " ".join(node.text for node in scene.live if isinstance(node, Text) and node.y > top)
    phrases = Phrases(view, look)
    found = []
    for mark in (node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)):
        near = [deed.change.anchor.place for deed in deeds if is_beside(mark, deed)]
        if not any(name in words for place in near for name in names_of(place, phrases)):
            found.append(f"{mark.x:.0f} {mark.y:.0f}: {near}; {words}")
    return found


@pytest.mark.parametrize(("seats", "lang"), [(2, "ja"), (4, "en"), (5, "en")])
def test_the_line_names_all_that_bears_a_letter(seats: int, lang: Lang) -> None:
    marked = 0
    for n, (view, steps) in enumerate(turns(seats)):
        if n % 4:
            continue
        look = Look(lang, NAMES[:seats], before=steps[0].before, turns=steps)
        scene = ART.compose(view, "board", look)
        assert not unnamed(scene, ART.deeds(view, "board", look), look, view)
        marked += sum(isinstance(node, Sprite) and isinstance(node.piece, Tick) for node in scene.live)
    assert marked > 4


def test_a_letter_that_no_word_names_would_be_noticed() -> None:
    """The deliberate fault: the words of another turn."""
    for view, steps in turns(4):
        look = Look("en", NAMES[:4], before=steps[0].before, turns=steps)
        scene = ART.compose(view, "board", look)
        top = scene.height - scene.foot
        if any(isinstance(node, Sprite) and isinstance(node.piece, Tick) for node in scene.live):
            bare = tuple(node for node in scene.live if not isinstance(node, Text) or node.y <= top)
            faulty = Scene(scene.theme, scene.width, scene.height, scene.ground, scene.static, bare, scene.foot)
            assert unnamed(faulty, ART.deeds(view, "board", look), look, view)
            return
    raise AssertionError("no turn has changed anything")


def test_the_suits_that_a_turn_changed_are_underlined_and_no_others() -> None:
    """One letter stands for all of a row. So is the influence where gifts or prizes are others than they were."""
    found = 0
    for view, steps in turns(4):
        before = steps[0].before
        assert isinstance(before, View)
        scene = ART.compose(view, "board", Look("en", NAMES[:4], before=before, turns=steps))
        lines = [node.points[0] for node in scene.live if isinstance(node, Line) and node.colour == SIGNAL]
        changed = {
            f"stars:{fact.player}:{CONTENT.cards[fact.card].suit}"
            for fact in facts(before, view)
            if isinstance(fact, Played | Left | Spies)
        }
        spots = {place: anchor.spot for place, anchor in scene.anchors.items() if place.startswith("stars:")}
        under = [
            place
            for place, spot in spots.items()
            if any(abs(x - spot.x) < 6 and spot.y + spot.h / 3 < y < spot.y + spot.h + 20 for x, y in lines)
        ]
        pairs = zip(before.players, view.players, strict=True)
        given = [now.number for then, now in pairs if (then.gifts, then.prizes) != (now.gifts, now.prizes)]
        ribbons = [scene.anchors[f"influence:{seat}"].spot for seat in given]
        assert all(any(abs(x - at.x - 2) < 1 and 0 <= y - at.y - at.h < 1 for x, y in lines) for at in ribbons)
        assert len(spots) == 16 and set(under) == changed and len(lines) == len(changed) + len(given)
        found += len(lines)
    assert found > 9


def test_of_one_land_there_is_one_letter_beside_its_pieces() -> None:
    before = boards.classic()
    region = before.regions[0]
    tribes = tuple(n + 1 for n in region.tribes)
    changed = replace(region, armies={"british": 2, "russian": 1}, tribes=tribes, ruler=3)
    view = replace(before, regions=(changed, *before.regions[1:]))
    step = Step(3, before, told=(say("event.suit", suit=Term("suit.political")),))
    scene = ART.compose(view, "board", Look("en", NAMES, before=before, turns=(step,)))
    marks = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]
    by_actor = [mark for mark in marks if isinstance(mark.piece, Tick) and mark.piece.seat == 3]
    assert len(by_actor) == 1
    tokens = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    assert all(abs(by_actor[0].x - t.x) + abs(by_actor[0].y - t.y) > 30 for t in tokens)


@pytest.mark.parametrize(("dominant", "letters"), [("british", False), (None, True)])
def test_blocks_that_a_check_takes_off_the_map_have_no_letters(dominant: Coalition | None, letters: bool) -> None:
    """R10 Whoever bought the check has fought no battle for them."""
    before = boards.classic()
    assert any(border.roads for border in before.borders)
    view = replace(
        before,
        borders=tuple(replace(border, roads={}) for border in before.borders),
        checks=(Check(1, False, dominant, (0, 9, 0, 0, 0), (0, 5, 0, 0, 0)),),
    )
    step = Step(3, before, told=(say("event.suit", suit=Term("suit.political")),))
    deeds = ART.deeds(view, "board", Look("en", NAMES, before=before, turns=(step,)))
    assert any(deed.change.anchor.place.startswith("road:") for deed in deeds) == letters
