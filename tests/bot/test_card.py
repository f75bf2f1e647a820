"""The public card does not depend on hidden information such as cards in hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from engines.flotsam.state import State

from bot.discord_ui.card.page import build_card
from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.picture_requests import build_overview
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text.localizer import Localizer, find_shared_question
from bot.discord_ui.text.results import format_breakdown
from bot.table import SeatAssignment, Table, TableSettings
from bot.table.state.recent_actions import RecentActions
from engines.kernel import (
    Catalogue,
    Game,
    GameContext,
    Match,
    Message,
    NounRef,
    Option,
    Refused,
    load_catalogue,
    message,
)
from tests.contract.cases import NAMES, Case, build_cases, build_rng, random_decision, sample_cases
from tests.contract.test_privacy import replace_turn
from tests.discovered import list_shipped_games

BOTH = Localizer(("ja", "en"))


def test_final_scores_omit_sources_without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_player", lambda table_state, seat, localizer: "Ada")
    parts = ((Message("wars"), 4), (Message("skills"), 0), (Message("city"), 2))
    score = SimpleNamespace(seat=0, place=1, total=6, parts=parts)
    text = {"wars": "wars", "skills": "skills", "city": "city bonus"}
    table_state = SimpleNamespace(
        match=SimpleNamespace(compute_scores=lambda: [score]),
        catalogue=Catalogue({"ja": text, "en": text}, {}),
        names=("Ada",),
    )
    assert (
        format_breakdown(cast(Table, table_state), Localizer(("en",)))
        == "**1.** Ada — **6**\n-# Wars: 4 · City bonus: 2"
    )


@pytest.mark.parametrize("game", sorted(list_shipped_games()))
def test_tie_breaker_is_explained_only_after_a_tie(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr("bot.discord_ui.text.titles.name_player", lambda table_state, seat, localizer: "Ada")

    def render_breakdown(*results: tuple[int, int]) -> str:
        scores = [SimpleNamespace(seat=0, place=place, total=total, parts=()) for place, total in results]
        table_state = SimpleNamespace(
            match=SimpleNamespace(compute_scores=lambda: scores), catalogue=load_catalogue(f"engines.{game}"), names=()
        )
        return format_breakdown(cast(Table, table_state), Localizer(("en",)))

    assert "-# Equal points: " in render_breakdown((1, 5), (2, 0), (3, 0))
    assert "Equal points" not in render_breakdown((1, 5), (2, 3)) and "Equal points" not in render_breakdown(
        (1, 5), (1, 5)
    )


def render_card(match: Match[Any]) -> tuple[tuple[str, ...], object]:
    """Return the texts of the card, and the View from which its picture is drawn."""
    names = NAMES[: match.setup.seats]
    table_state = SimpleNamespace(
        id=1,
        key="1",
        row=SimpleNamespace(status="playing", rev=0),
        is_playing=True,
        game=match.game,
        match=match,
        catalogue=load_catalogue(match.game.package),
        names=names,
        seats=tuple(SeatAssignment(seat, seat, name, None, None, 0) for seat, name in enumerate(names)),
        waiting=match.waiting_seats,
        seat_on_turn=None
        if match.game.turn_info is None
        else match.game.turn_info(match.build_public_match().build_view(None)).turn,
        recent_actions=RecentActions(),
        public_n=0,
        settings=TableSettings(),
        published_n=0,
        is_archived=False,
        pauses=frozenset(),
        pause_ends={},
        tenures=(),
    )
    page: Page = build_card(cast(Table, table_state), (), BOTH)
    assert page.picture_request is None or isinstance(page.picture_request, PictureRequest)
    return page.texts, None if page.picture_request is None else page.picture_request.view


@pytest.mark.parametrize("game", list_shipped_games().values(), ids=list_shipped_games())
def test_question_on_the_card_begins_with_the_names_of_the_asked_players(game: Game[Any]) -> None:
    """Everybody reads the card, so its question must not say "you" without a name."""
    match = Match.start(game, game.build_setup(3, (), {}), bytes(32))
    lines = [line for text in render_card(match)[0] for line in text.split("\n")]
    for colon in ("：", ": "):
        headings = [line.removeprefix("> ").partition(colon)[0] for line in lines if line.startswith("> ")]
        for seat in match.waiting_seats:
            assert any(NAMES[seat] in heading.replace("、", ", ").split(", ") for heading in headings), headings


def test_several_who_are_asked_alike_are_asked_once() -> None:
    """In a draft each question ended with the reader's own people, and the card was twice as high as a phone."""
    first, second = ("Draft 1 of 6. Which card? You lead the elves.", "Draft 1 of 6. Which card? You lead the giants.")
    assert find_shared_question((first, second), "en") == "Draft 1 of 6. Which card?"
    assert (
        find_shared_question(("どれを取りますか？種族は森。", "どれを取りますか？種族は海。"), "ja")
        == "どれを取りますか？"
    )
    assert find_shared_question((first, first), "en") == first
    assert not find_shared_question((first, "Draft 1 of 6. How many? You lead the elves."), "en"), "no sentence asks"
    most_asked = 0
    for game in list_shipped_games().values():
        match = Match.start(game, game.build_setup(3, (), {}), bytes(32))
        texts = render_card(match)[0]
        if len(match.waiting_seats) > 1:
            most_asked = len(match.waiting_seats)
            assert sum(text.count("> ") for text in texts) == 2, "once in each language"
    assert most_asked > 1


@pytest.mark.parametrize("game", list_shipped_games().values(), ids=list_shipped_games())
def test_only_the_first_card_marks_the_opening_seats(game: Game[Any]) -> None:
    match = Match.start(game, game.build_setup(3, (), {}), bytes(32))
    table_state = SimpleNamespace(
        id=1, key="1", row=SimpleNamespace(rev=0), is_playing=True, game=match.game, match=match, names=NAMES[:3]
    )
    table_state.recent_actions, table_state.waiting, table_state.published_n, table_state.public_n = (
        RecentActions(match.build_view(None)),
        match.waiting_seats,
        0,
        0,
    )

    def list_opening_seats() -> tuple[int, ...]:
        shot = build_overview(cast(Table, table_state), "en")
        assert shot is not None
        return shot.context.opening_seats

    assert list_opening_seats() == match.waiting_seats
    table_state.published_n = 1
    assert list_opening_seats() == ()


def test_board_tells_actions_of_computer_players_before_they_are_published() -> None:
    """Computer players who answer one another publish nothing, but their moves are on the board already."""
    case = build_cases(next(iter(list_shipped_games())), 1)[0]
    match, rng = case.start(), build_rng(case, "play")
    recent = RecentActions(match.build_view(None))
    table_state = SimpleNamespace(
        id=1, key="1", row=SimpleNamespace(rev=0), is_playing=True, game=match.game, match=match, published_n=0
    )
    table_state.names, table_state.recent_actions, table_state.public_n = NAMES[: match.setup.seats], recent, 0
    for n in range(1, 30):
        decision = random_decision(match, rng)
        pending = recent.find_pending_action(match, decision.seat, n)
        recent.add_decision(pending, n, match.apply(decision).events)
    table_state.waiting = match.waiting_seats

    def list_told_texts() -> list[Message]:
        shot = build_overview(cast(Table, table_state), "en")
        assert shot is not None
        return [text for turn in shot.context.turns for text in turn.messages]

    assert list_told_texts() == [], "nothing is public yet"
    table_state.public_n = 29
    told = list_told_texts()
    assert told, "and nothing was published"
    recent.mark_published(match, 29)
    assert list_told_texts() == told


def compare_cards(case: Case, match: Match[Any]) -> int:
    """Compare the cards of a random game with those of worlds in which everything hidden from spectators is redealt.

    Return the number of comparisons. A world is dropped when a rule reveals something hidden, or when an answer is
    not possible in it.
    """
    rng, worlds = build_rng(case, "play"), build_rng(case, "worlds")
    world: Match[Any] | None = None
    compared = 0
    while True:
        if match.position == match.undo_barrier and not match.hidden_answers:
            world = match.imagine_world(None, worlds)
        decision = random_decision(match, rng)
        revealed = match.apply(decision).has_revealed
        if match.is_over:
            return compared
        if world is None:
            continue
        try:
            revealed |= world.apply(decision).has_revealed
        except Refused:
            revealed = True
        if revealed:
            world = None
            continue
        assert render_card(match) == render_card(world)
        compared += 1


@pytest.mark.parametrize("case", sample_cases(3), ids=str)
def test_the_card_is_the_same_whatever_is_hidden(case: Case) -> None:
    assert compare_cards(case, case.start()) > 3


async def ask_quoting_the_hold(ctx: GameContext[State]) -> None:
    """A turn that begins with a public question which reveals a hidden good of the crier."""
    crier = ctx.state.crier
    hold = ctx.state.merchants[crier].hold
    options = [Option("pass", 0, message("claim.pass")), Option("claim", 1, message("claim.pass"))]
    await ctx.choose(crier, "bid.ask", options, lot=NounRef(f"goods.{hold[-1] if hold else 'tea'}"))


def test_question_that_quotes_a_hold_is_detected() -> None:
    """The check can fail."""
    with pytest.raises(AssertionError):
        for case in build_cases("flotsam", 6):
            compare_cards(case, Match.start(replace_turn(ask_quoting_the_hold), case.setup, case.seed))
