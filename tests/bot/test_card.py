"""What stands on the public card does not depend on what is hidden: nobody learns from it what a hand holds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from engines.flotsam.state import State

from bot.discord_ui.card.page import breakdown, card
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.picture_requests import overview
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, Plan, Seated
from bot.table.acted import Recent
from engines.kernel import Catalogue, Game, Match, Msg, Option, Refused, Table, Term, catalogue, say
from tests.contract.cases import NAMES, Case, cases, chance, random_decision, slice_of
from tests.contract.test_privacy import with_turn
from tests.discovered import shipped

BOTH = Voice(("ja", "en"))


def test_the_final_scores_name_only_what_brought_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.player_name", lambda live, seat, voice: "Ada")
    parts = ((Msg("wars"), 4), (Msg("skills"), 0), (Msg("city"), 2))
    score = SimpleNamespace(seat=0, place=1, total=6, parts=parts)
    text = {"wars": "wars", "skills": "skills", "city": "city bonus"}
    live = SimpleNamespace(match=SimpleNamespace(scores=lambda: [score]), words=Catalogue({"ja": text, "en": text}, {}))
    live.names = ("Ada",)
    assert breakdown(cast(LiveTable, live), Voice(("en",))) == "**1.** Ada — **6**\n-# Wars: 4 · City bonus: 2"


@pytest.mark.parametrize("game", sorted(shipped()))
def test_who_comes_first_of_equals_is_told_where_there_are_some(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.player_name", lambda live, seat, voice: "Ada")

    def told(*results: tuple[int, int]) -> str:
        scores = [SimpleNamespace(seat=0, place=place, total=total, parts=()) for place, total in results]
        live = SimpleNamespace(
            match=SimpleNamespace(scores=lambda: scores), words=catalogue(f"engines.{game}"), names=()
        )
        return breakdown(cast(LiveTable, live), Voice(("en",)))

    assert "-# Equal points: " in told((1, 5), (2, 0), (3, 0))
    assert "Equal points" not in told((1, 5), (2, 3)) and "Equal points" not in told((1, 5), (1, 5))


def shown(match: Match[Any]) -> tuple[tuple[str, ...], object]:
    """The texts of the card, and the View that its picture is drawn from."""
    names = NAMES[: match.setup.seats]
    live = SimpleNamespace(
        id=1,
        row=SimpleNamespace(status="playing", rev=0),
        is_playing=True,
        game=match.game,
        match=match,
        words=catalogue(match.game.package),
        names=names,
        seats=tuple(Seated(seat, seat, name, None, None, 0) for seat, name in enumerate(names)),
        waiting=match.waiting,
        turn=None if match.game.moment is None else match.game.moment(match.public().view(None)).turn,
        recent=Recent(),
        public_n=0,
        plan=Plan(),
        told=0,
        is_archived=False,
        pauses=frozenset(),
        pause_ends={},
        held=(),
    )
    page: Page = card(cast(LiveTable, live), (), BOTH)
    assert page.shot is None or isinstance(page.shot, PictureRequest)
    return page.texts, None if page.shot is None else page.shot.view


@pytest.mark.parametrize("game", shipped().values(), ids=shipped())
def test_the_first_card_says_who_begins_and_no_other_one(game: Game[Any]) -> None:
    match = Match.start(game, game.setup(3, (), {}), bytes(32))
    live = SimpleNamespace(
        id=1, row=SimpleNamespace(rev=0), is_playing=True, game=match.game, match=match, names=NAMES[:3]
    )
    live.recent, live.waiting, live.told, live.public_n = Recent(match.view(None)), match.waiting, 0, 0

    def opening() -> tuple[int, ...]:
        shot = overview(cast(LiveTable, live), "en")
        assert shot is not None
        return shot.look.opening

    assert opening() == match.waiting
    live.told = 1
    assert opening() == ()


def compare(case: Case, match: Match[Any]) -> int:
    """Play the case beside worlds in which all that a spectator cannot see is dealt anew: both have the same card.

    How often it was compared. A world is left when a hidden thing is legitimately shown, or an answer from a hand is
    not possible in it.
    """
    rng, worlds = chance(case, "play"), chance(case, "worlds")
    world: Match[Any] | None = None
    compared = 0
    while True:
        if match.position == match.barrier and not match.answers:
            world = match.world(None, worlds)
        decision = random_decision(match, rng)
        revealed = match.apply(decision).revealed
        if match.over:
            return compared
        if world is None:
            continue
        try:
            revealed |= world.apply(decision).revealed
        except Refused:
            revealed = True
        if revealed:
            world = None
            continue
        assert shown(match) == shown(world)
        compared += 1


@pytest.mark.parametrize("case", slice_of(3), ids=str)
def test_the_card_is_the_same_whatever_is_hidden(case: Case) -> None:
    assert compare(case, case.start()) > 3


async def quotes_the_hold(t: Table[State]) -> None:
    """A turn that begins with a question which says to everybody what the crier keeps hidden."""
    crier = t.state.crier
    hold = t.state.merchants[crier].hold
    options = [Option("pass", 0, say("claim.pass")), Option("claim", 1, say("claim.pass"))]
    await t.choose(crier, "bid.ask", options, lot=Term(f"goods.{hold[-1] if hold else 'tea'}"))


def test_a_question_that_quotes_a_hold_is_found() -> None:
    """The check is able to fail."""
    with pytest.raises(AssertionError):
        for case in cases("flotsam", 6):
            compare(case, Match.start(with_turn(quotes_the_hold), case.setup, case.seed))
