"""Pax Pamir as text: alt texts within their limit, a report of every fact, and the panel chosen for a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import LANGS, SEED_BYTES, Decision, Lang, Match, Rng, load_games, pick_random_answer
from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.view import View
from render import Mark, RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.phrases import ALT_TEXT_LIMIT
from render.kit.scene import TextRun, describe_node
from render.kit.text import measure_text
from render.pax_pamir.words.alt import describe_picture
from render.pax_pamir.words.board import describe_board
from tests.render.badges import check_badges_apart, list_numbers

from . import boards, notation

GAME, ART = load_games()["pax_pamir"], load_arts()["pax_pamir"]
NAMES = boards.NAMES
LONG = (
    "Wolfeschlegelsteinhausen",
    "とてもとても長い名前のプレイヤーさんです、ほんとう",
    "Maximiliane von Trautten",
    "W" * 24,
    "🐦",
)
BOTH = pytest.mark.parametrize("lang", LANGS)
TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    (1, {}),
    (2, {"wakhan": "two"}),
    (2, {}),
    (4, {"open_hands": "on"}),
    (5, {"coin_limit": "off"}),
)
FIXTURES = Path(__file__).parent / "words"


@cache
def play_positions(
    seats: int, chosen: tuple[tuple[str, str], ...]
) -> tuple[tuple[View, int | None, tuple[Mark, ...]], ...]:
    """Play a random game; return View, deciding seat and numbered options of every fifth question and of the end."""
    rng = Rng(f"pax words {seats} {chosen}".encode()[:SEED_BYTES].ljust(SEED_BYTES, b"."))
    match = Match.start(GAME, GAME.build_setup(seats, (), dict(chosen)), rng.seed)
    positions: list[tuple[View, int | None, tuple[Mark, ...]]] = []
    question_count = 0
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if question_count % 5 == 0:
            places = [option.place for option in prompt.options if option.place]
            marks = tuple(Mark(place, n, is_chosen=n == 2) for n, place in enumerate(places, 1))
            positions.append((match.build_view(seat), seat, marks))
        question_count += 1
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    return (*positions, (match.build_view(None), None, ()))


def list_positions(seats: int, options: dict[str, str]) -> tuple[tuple[View, int | None, tuple[Mark, ...]], ...]:
    return play_positions(seats, tuple(options.items()))


@BOTH
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_every_picture_of_a_game_has_an_alt_text_within_the_limit(
    seats: int, options: dict[str, str], lang: Lang
) -> None:
    before: View | None = None
    for n, (view, _, _) in enumerate(list_positions(seats, options)):
        names = (LONG if n % 2 else NAMES)[:seats]
        for picture in ART.list_pictures(view):
            text = describe_picture(view, picture, RenderContext(lang, names, view_before=before))
            assert len(text) <= ALT_TEXT_LIMIT and "\n" not in text, text
            assert text.startswith("パックス・パミール" if lang == "ja" else "Pax Pamir") and all(
                str(player.vp) in text for player in view.players
            ), text
            if view.turn is not None and view.turn.player < seats:
                assert names[view.turn.player] in text.split({"en": ". ", "ja": "。勝利点"}[lang])[0], text
        before = view


@BOTH
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_every_question_is_numbered_on_a_sound_panel_and_named_in_its_alt_text(
    seats: int, options: dict[str, str], lang: Lang
) -> None:
    for view, seat, marks in list_positions(seats, options):
        if seat is None:
            continue
        picture = ART.choose_panel(view, seat, tuple(mark.place for mark in marks))
        ctx = RenderContext(lang, NAMES[:seats], viewer=seat, marks=marks)
        scene = ART.compose(view, picture, ctx)
        assert list_numbers(scene) == [mark.number for mark in marks if mark.place in scene.anchors]
        check_badges_apart(scene)
        for node in scene.live_part:
            left, top, right, bottom = measure_bounds(node)
            assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, (
                f"{picture}: {describe_node(node)}"
            )
            if isinstance(node, TextRun):
                assert (
                    node.max_width is not None and measure_text(node.text, node.size, node.weight) <= node.max_width
                ), describe_node(node)
        text = describe_picture(view, picture, ctx)
        assert text.startswith({"en": "Only you: ", "ja": "あなただけ："}[lang]) and len(text) <= ALT_TEXT_LIMIT
        assert ({"en": "Your options: 1", "ja": "選択肢：1"}[lang] in text) == bool(marks)


def test_chosen_panel_shows_most_of_the_places() -> None:
    view = boards.build_classic()
    for places, picture in (
        (("hand:3", "hand:88"), "panel:hand"),
        (("court:5", "court:14"), "panel:turn"),
        (("end:left", "end:right"), "panel:turn"),
        (("gift:2", "gift:4"), "panel:turn"),
        (("court:26", "court:44"), "panel:turn"),
        (("court:26", "court:5"), "panel:turn"),
        (("region:kabul", "border:kabul_punjab"), "panel:turn"),
        (("market:0", "market:11"), "panel:turn"),
        (("market:0", "market:11", "court:5", "court:14", "hand:3"), "panel:turn"),
        (("market:0", "market:11", "hand:3"), "panel:turn"),
        (("player:0", "player:1"), "panel:turn"),
        (("suit:military",), "panel:turn"),
        (("coalition:afghan",), "panel:turn"),
        ((), "panel:board"),
    ):
        assert ART.choose_panel(view, 2, places) == picture
        assert picture in ART.list_private_pictures(view, 2)


def test_panel_without_places_shows_a_hand_if_only_it_changed() -> None:
    view = boards.build_classic()
    mine = msgspec.structs.replace(view.players[2], hand=(88,))
    before = msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))
    assert ART.choose_panel(view, 2, (), before) == "panel:hand"
    assert ART.choose_panel(view, 2, (), msgspec.structs.replace(before, market=())) == "panel:board"


@BOTH
def test_an_option_is_named_by_its_place(lang: Lang) -> None:
    places = {
        "market:0": ("top 0 Wheat Fields", "上段0 Wheat Fields"),
        "market:7": ("bottom 1", "下段1"),
        "hand:3": ("Prince Akbar Khan", "Prince Akbar Khan"),
        "court:26": ("Paolo Avitabile", "Paolo Avitabile"),
        "end:left": ("left end", "左端"),
        "region:herat": ("Herat", "ヘラート"),
        "army:kabul:british": ("British armies in Kabul", "カブールのイギリスの軍隊"),
        "tribe:kabul:1": ("tribes of B Marco in Kabul", "カブールのB Marcoの部族"),
        "border:kabul_punjab": ("Kabul–Punjab", "カブール–パンジャーブ"),
        "gift:4": ("gift space 4", "贈り物スペース4"),
        "player:1": ("B Marco", "B Marco"),
        "suit:military": ("military", "軍事"),
        "coalition:russian": ("Russian", "ロシア"),
    }
    for place, named in places.items():
        text = describe_picture(
            boards.build_classic(), "panel:board", RenderContext(lang, NAMES, 2, (Mark(place, 7), Mark(place, 9)))
        )
        assert {"en": f"7 & 9: {named[0]}.", "ja": f"7・9：{named[1]}。"}[lang] in text
    with pytest.raises(ValueError, match="unknown place 'moon:1'"):
        describe_picture(boards.build_classic(), "panel:board", RenderContext(lang, NAMES, 2, (Mark("moon:1", 1),)))


def test_pictures_that_do_not_exist_are_refused() -> None:
    view = boards.build_classic()
    for picture in (
        "moon",
        "court:5",
        "court:",
        "panel:court:2",
        "panel:courts",
        "zoom:moon",
        "panel:moon",
        "hand:9",
        "",
    ):
        for call in (describe_picture, ART.compose):
            with pytest.raises(KeyError):
                call(view, picture, RenderContext("en", NAMES, viewer=2))
    for picture in ("moon", "court:9", "panel:moon"):
        with pytest.raises(KeyError):
            ART.build_title(picture, RenderContext("en", NAMES))


def test_own_picture_is_the_hand_or_the_market_without_one() -> None:
    view = boards.build_classic()
    assert ART.find_own_picture(view, 2) == "panel:hand"
    empty = msgspec.structs.replace(view.players[2], hand=())
    players = (*view.players[:2], empty, *view.players[3:])
    assert ART.find_own_picture(msgspec.structs.replace(view, players=players), 2) == "panel:turn"


@BOTH
def test_every_picture_has_a_title(lang: Lang) -> None:
    view = msgspec.structs.replace(boards.build_classic(), options=("open_hands",))
    titles = [
        ART.build_title(picture, RenderContext(lang, NAMES))
        for picture in (*ART.list_pictures(view), *ART.list_private_pictures(view, 2))
    ]
    assert all(0 < len(title) <= 40 for title in titles)
    public = [ART.build_title(picture, RenderContext(lang, NAMES)) for picture in ART.list_pictures(view)]
    assert len(set(public)) == len(public)


@BOTH
def test_report_shows_only_hands_that_its_reader_may_see(lang: Lang) -> None:
    view = boards.build_classic()
    mine = {"en": "Your hand", "ja": "あなたの手札"}[lang]
    assert f"### {mine}" in describe_board(view, RenderContext(lang, NAMES, viewer=2))
    assert "#88 " not in describe_board(
        msgspec.structs.replace(view, market=(), players=hide_hands(view)), RenderContext(lang, NAMES)
    )


def hide_hands(view: View) -> tuple[Any, ...]:
    return tuple(msgspec.structs.replace(player, hand=None) for player in view.players)


@BOTH
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_every_section_of_the_report_fits_one_message(seats: int, options: dict[str, str], lang: Lang) -> None:
    for view, seat, _ in list_positions(seats, options)[::3]:
        for section in describe_board(view, RenderContext(lang, LONG[:seats], viewer=seat)).split("\n\n"):
            assert section.startswith("### ")
            assert len(section) <= 4000


@BOTH
def test_the_end_names_the_winner_and_all_scores(lang: Lang) -> None:
    view = list_positions(5, {"coin_limit": "off"})[-1][0]
    ctx = RenderContext(lang, NAMES)
    best = view.scores[0]
    assert NAMES[best.seat] in describe_picture(view, "board", ctx).split({"en": ". ", "ja": "。特恵"}[lang])[0]
    report = describe_board(view, ctx)
    for score in view.scores:
        assert f"{score.place}" in report and f"**{'ABCDE'[score.seat]} {NAMES[score.seat]}**" in report


@BOTH
def test_changes_are_described(lang: Lang) -> None:
    view = boards.build_classic()
    then = boards.build_classic(favored="political")
    marco = msgspec.structs.replace(view.players[1], vp=5, rupees=8, court=view.players[1].court[1:])
    then = msgspec.structs.replace(then, players=(view.players[0], marco, *view.players[2:]))
    descriptions = {
        "en": ("B Marco: played Paolo Avitabile, +2 VP, rupees -2", "favored suit now military"),
        "ja": ("B Marco：Paolo Avitabileをプレイ、勝利点+2、ルピー-2", "特恵スートが軍事に"),
    }[lang]
    for sentence in descriptions:
        assert sentence in describe_picture(view, "board", RenderContext(lang, NAMES, view_before=then))
        assert f"- {sentence}" in describe_board(view, RenderContext(lang, NAMES, view_before=then))
    unchanged = RenderContext(lang, NAMES, view_before=view)
    assert describe_picture(view, "board", unchanged) == describe_picture(view, "board", RenderContext(lang, NAMES))
    with pytest.raises(TypeError, match="expected a View of Pax Pamir, got str"):
        describe_picture(view, "board", RenderContext(lang, NAMES, view_before="yesterday"))


@BOTH
def test_texts_match_the_fixtures(lang: Lang) -> None:
    """The fixtures are tables as text, for review. Rewrite the files when a sentence is meant to change."""
    for name, view, seat in (("classic", boards.build_classic(), 2), ("wakhan", boards.build_with_wakhan(), 0)):
        ctx = RenderContext(lang, NAMES, viewer=seat)
        pictures = (*ART.list_pictures(view), "panel:hand")
        texts = "\n".join(f"{picture}: {describe_picture(view, picture, ctx)}" for picture in pictures)
        assert texts + "\n" == (FIXTURES / f"{name}-alt.{lang}.txt").read_text("utf-8")
        assert describe_board(view, ctx) + "\n" == (FIXTURES / f"{name}.{lang}.md").read_text("utf-8")


# ---------------------------------------------------------------------------------------------------- mutation

CHOICES: dict[str, Sequence[Any]] = {
    "color": notation.COLORS,
    "loyalty": COALITIONS,
    "dominant": COALITIONS,
    "prizes": COALITIONS,
    "favored": SUITS,
    "row": ("top_left", "bottom_right"),
    "next_rows": ("top_left", "bottom_right"),
    "kind": ("play", "hostage"),
    "options": ("open_hands", "coin_limit", "aids"),
}
UNTOLD = {
    ("View", "seat"),  # implied by the hand that is shown
    ("View", "phase"),  # implied by the turn
    ("View", "ring"),  # players are listed in this order
    ("PlayerView", "number"),
    ("PlayerView", "is_automa"),
    ("PlayerView", "may_decline"),  # follows from an event, and is shown where a bribe is due
    ("RegionView", "id"),
    ("BorderView", "id"),
    ("BorderView", "regions"),
    ("MarketSpace", "index"),
}
NO_HAND = ("hand_size", "hand_limit", "hand")
"""Fields of a player that Wakhan does not have."""


def iter_mutants(value: Any, where: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Yield, for every fact in the value, its path and the value with that fact changed."""
    path = ".".join(where)
    field = where[-1]
    if isinstance(value, msgspec.Struct):
        name = type(value).__name__
        for inner in type(value).__struct_fields__:
            hers = inner in NO_HAND and getattr(value, "is_automa", False)
            if (name, inner) not in UNTOLD and not hers:
                for fact, changed in iter_mutants(getattr(value, inner), (*where, name, inner)):
                    yield fact, msgspec.structs.replace(value, **{inner: changed})
    elif isinstance(value, tuple | list):
        for i, item in enumerate(value):
            for fact, changed in iter_mutants(item, where):
                yield f"{fact} [{i}]", type(value)((*value[:i], changed, *value[i + 1 :]))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f"{path} {key}", {**value, key: item + 1}
    elif isinstance(value, bool):
        yield path, not value
    elif isinstance(value, int) and field in ("player", "ruler", "hostage", "payer", "payee"):
        yield path, (value + 1) % 2
    elif isinstance(value, int):
        yield path, value + 1
    elif value is not None:
        yield path, next(choice for choice in CHOICES[field] if choice != value)


@BOTH
def test_the_report_changes_with_every_fact_of_the_view(lang: Lang) -> None:
    """Mutation test: any change of a field of the View changes the report."""
    mutant_count = 0
    for view in (build_rich_view(), boards.build_with_wakhan(("9 A used", "31", "66 CC hostage A"))):
        ctx = RenderContext(lang, NAMES, viewer=view.seat)
        text = describe_board(view, ctx)
        for where, mutant in iter_mutants(view, ("View",)):
            mutant_count += 1
            assert describe_board(mutant, ctx) != text, where
    assert mutant_count > 300  # the walk reached the leaves


def build_rich_view() -> View:
    """Return a View with an open bribe, global events, a scored check and a forecast."""
    request = {"kind": "play", "payer": 2, "payee": 1, "card": 3, "full": 2, "offer": 1, "counter": 0}
    check = {"number": 1, "final": False, "dominant": "british", "strength": [1, 2, 0, 1, 1], "gained": [3, 5, 0, 0, 0]}
    data = msgspec.to_builtins(boards.build_classic(globals=(109,), forecast=(3, 5, 0, 0, 0), options=("open_hands",)))
    data["turn"]["request"] = request
    data["checks"] = [check]
    view = msgspec.convert(data, View)
    assert CONTENT.events[109].purchased_scope == "global"
    return view
