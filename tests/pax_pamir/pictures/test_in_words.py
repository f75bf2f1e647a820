"""Pax Pamir in words: alt texts within their limit, a report of every fact, and the panel that suits a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import LANGS, SEED_BYTES, Decision, Lang, Match, Rng, games, random_answer
from engines.pax_pamir.data.content import COALITIONS, CONTENT, SUITS
from engines.pax_pamir.view import View
from render import Look, Mark, arts
from render.kit.extent import extent
from render.kit.phrases import LIMIT
from render.kit.scene import Text, line
from render.kit.text import measure
from render.pax_pamir.words.alt import alt
from render.pax_pamir.words.report import words
from tests.render.badges import apart, numbers

from . import boards, notation

GAME, ART = games()["pax_pamir"], arts()["pax_pamir"]
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
def moments(seats: int, chosen: tuple[tuple[str, str], ...]) -> tuple[tuple[View, int | None, tuple[Mark, ...]], ...]:
    """Every fifth question of a random game and its end: the View, who decides, and the numbered options."""
    rng = Rng(f"pax words {seats} {chosen}".encode()[:SEED_BYTES].ljust(SEED_BYTES, b"."))
    match = Match.start(GAME, GAME.setup(seats, (), dict(chosen)), rng.seed)
    found: list[tuple[View, int | None, tuple[Mark, ...]]] = []
    asked = 0
    while match.ask is not None:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        if asked % 5 == 0:
            places = [option.place for option in prompt.options if option.place]
            marks = tuple(Mark(place, n, chosen=n == 2) for n, place in enumerate(places, 1))
            found.append((match.view(seat), seat, marks))
        asked += 1
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    return (*found, (match.view(None), None, ()))


def games_of(seats: int, options: dict[str, str]) -> tuple[tuple[View, int | None, tuple[Mark, ...]], ...]:
    return moments(seats, tuple(options.items()))


@BOTH
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_every_picture_of_a_game_has_an_alt_text_within_the_limit(
    seats: int, options: dict[str, str], lang: Lang
) -> None:
    before: View | None = None
    for n, (view, _, _) in enumerate(games_of(seats, options)):
        names = (LONG if n % 2 else NAMES)[:seats]
        for picture in ART.pictures(view):
            text = alt(view, picture, Look(lang, names, before=before))
            assert len(text) <= LIMIT and "\n" not in text, text
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
    for view, seat, marks in games_of(seats, options):
        if seat is None:
            continue
        picture = ART.panel(view, seat, tuple(mark.place for mark in marks))
        look = Look(lang, NAMES[:seats], viewer=seat, marks=marks)
        scene = ART.compose(view, picture, look)
        assert numbers(scene) == [mark.number for mark in marks if mark.place in scene.anchors]
        apart(scene)
        for node in scene.live:
            left, top, right, bottom = extent(node)
            assert left >= 0 and top >= 0 and right <= scene.width and bottom <= scene.height, (
                f"{picture}: {line(node)}"
            )
            if isinstance(node, Text):
                assert node.room is not None and measure(node.text, node.size, node.weight) <= node.room, line(node)
        text = alt(view, picture, look)
        assert text.startswith({"en": "Only you: ", "ja": "あなただけ："}[lang]) and len(text) <= LIMIT
        assert ({"en": "Your options: 1", "ja": "選択肢：1"}[lang] in text) == bool(marks)


def test_the_panel_is_the_one_that_shows_most_of_the_places() -> None:
    view = boards.classic()
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
        assert ART.panel(view, 2, places) == picture
        assert picture in ART.private(view, 2)


def test_without_places_a_hand_that_alone_has_changed_is_shown() -> None:
    view = boards.classic()
    mine = msgspec.structs.replace(view.players[2], hand=(88,))
    before = msgspec.structs.replace(view, players=(*view.players[:2], mine, *view.players[3:]))
    assert ART.panel(view, 2, (), before) == "panel:hand"
    assert ART.panel(view, 2, (), msgspec.structs.replace(before, market=())) == "panel:board"


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
        text = alt(boards.classic(), "panel:board", Look(lang, NAMES, 2, (Mark(place, 7), Mark(place, 9))))
        assert {"en": f"7 & 9: {named[0]}.", "ja": f"7・9：{named[1]}。"}[lang] in text
    with pytest.raises(ValueError, match="unknown place 'moon:1'"):
        alt(boards.classic(), "panel:board", Look(lang, NAMES, 2, (Mark("moon:1", 1),)))


def test_pictures_that_do_not_exist_are_refused() -> None:
    view = boards.classic()
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
        for call in (alt, ART.compose):
            with pytest.raises(KeyError):
                call(view, picture, Look("en", NAMES, viewer=2))
    for picture in ("moon", "court:9", "panel:moon"):
        with pytest.raises(KeyError):
            ART.title(picture, Look("en", NAMES))


def test_the_own_picture_is_the_hand_or_without_one_what_is_to_be_had() -> None:
    view = boards.classic()
    assert ART.own(view, 2) == "panel:hand"
    empty = msgspec.structs.replace(view.players[2], hand=())
    players = (*view.players[:2], empty, *view.players[3:])
    assert ART.own(msgspec.structs.replace(view, players=players), 2) == "panel:turn"


@BOTH
def test_every_picture_has_a_title(lang: Lang) -> None:
    view = msgspec.structs.replace(boards.classic(), options=("open_hands",))
    titles = [ART.title(picture, Look(lang, NAMES)) for picture in (*ART.pictures(view), *ART.private(view, 2))]
    assert all(0 < len(title) <= 40 for title in titles)
    public = [ART.title(picture, Look(lang, NAMES)) for picture in ART.pictures(view)]
    assert len(set(public)) == len(public)


@BOTH
def test_the_report_tells_of_hands_only_what_its_reader_may_see(lang: Lang) -> None:
    view = boards.classic()
    mine = {"en": "Your hand", "ja": "あなたの手札"}[lang]
    assert f"### {mine}" in words(view, Look(lang, NAMES, viewer=2))
    assert "#88 " not in words(msgspec.structs.replace(view, market=(), players=hidden(view)), Look(lang, NAMES))


def hidden(view: View) -> tuple[Any, ...]:
    return tuple(msgspec.structs.replace(player, hand=None) for player in view.players)


@BOTH
@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_every_section_of_the_report_fits_one_message(seats: int, options: dict[str, str], lang: Lang) -> None:
    for view, seat, _ in games_of(seats, options)[::3]:
        for section in words(view, Look(lang, LONG[:seats], viewer=seat)).split("\n\n"):
            assert section.startswith("### ")
            assert len(section) <= 4000


@BOTH
def test_the_end_names_the_winner_and_all_scores(lang: Lang) -> None:
    view = games_of(5, {"coin_limit": "off"})[-1][0]
    look = Look(lang, NAMES)
    best = view.scores[0]
    assert NAMES[best.seat] in alt(view, "board", look).split({"en": ". ", "ja": "。特恵"}[lang])[0]
    report = words(view, look)
    for score in view.scores:
        assert f"{score.place}" in report and f"**{'ABCDE'[score.seat]} {NAMES[score.seat]}**" in report


@BOTH
def test_what_changed_is_told(lang: Lang) -> None:
    view = boards.classic()
    then = boards.classic(favored="political")
    marco = msgspec.structs.replace(view.players[1], vp=5, rupees=8, court=view.players[1].court[1:])
    then = msgspec.structs.replace(then, players=(view.players[0], marco, *view.players[2:]))
    told = {
        "en": ("B Marco: played Paolo Avitabile, +2 VP, rupees -2", "favored suit now military"),
        "ja": ("B Marco：Paolo Avitabileをプレイ、勝利点+2、ルピー-2", "特恵スートが軍事に"),
    }[lang]
    for sentence in told:
        assert sentence in alt(view, "board", Look(lang, NAMES, before=then))
        assert f"- {sentence}" in words(view, Look(lang, NAMES, before=then))
    unchanged = Look(lang, NAMES, before=view)
    assert alt(view, "board", unchanged) == alt(view, "board", Look(lang, NAMES))
    with pytest.raises(TypeError, match="expected a View of Pax Pamir, got str"):
        alt(view, "board", Look(lang, NAMES, before="yesterday"))


@BOTH
def test_words_as_they_stand_in_the_fixtures(lang: Lang) -> None:
    """For reading: tables in words. Write the files anew when a sentence is meant to change."""
    for name, view, seat in (("classic", boards.classic(), 2), ("wakhan", boards.with_wakhan(), 0)):
        look = Look(lang, NAMES, viewer=seat)
        pictures = (*ART.pictures(view), "panel:hand")
        texts = "\n".join(f"{picture}: {alt(view, picture, look)}" for picture in pictures)
        assert texts + "\n" == (FIXTURES / f"{name}-alt.{lang}.txt").read_text("utf-8")
        assert words(view, look) + "\n" == (FIXTURES / f"{name}.{lang}.md").read_text("utf-8")


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
    ("View", "seat"),  # whose hand is shown tells it
    ("View", "phase"),  # told by the turn
    ("View", "ring"),  # players come in this order
    ("PlayerView", "number"),
    ("PlayerView", "automa"),
    ("PlayerView", "declines"),  # an event, and told where a bribe is due
    ("RegionView", "id"),
    ("BorderView", "id"),
    ("BorderView", "regions"),
    ("MarketSpace", "index"),
}
NO_HAND = ("held", "hand_limit", "hand")
"""What Wakhan does not have."""


def mutants(value: Any, where: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """The value with one fact changed, for every fact in it."""
    path = ".".join(where)
    field = where[-1]
    if isinstance(value, msgspec.Struct):
        name = type(value).__name__
        for inner in type(value).__struct_fields__:
            hers = inner in NO_HAND and getattr(value, "automa", False)
            if (name, inner) not in UNTOLD and not hers:
                for told, changed in mutants(getattr(value, inner), (*where, name, inner)):
                    yield told, msgspec.structs.replace(value, **{inner: changed})
    elif isinstance(value, tuple | list):
        for i, item in enumerate(value):
            for told, changed in mutants(item, where):
                yield f"{told} [{i}]", type(value)((*value[:i], changed, *value[i + 1 :]))
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
    """Mutation: no field of the View can change without a change of the words."""
    found = 0
    for view in (rich_view(), boards.with_wakhan(("9 A used", "31", "66 CC hostage A"))):
        look = Look(lang, NAMES, viewer=view.seat)
        text = words(view, look)
        for where, mutant in mutants(view, ("View",)):
            found += 1
            assert words(mutant, look) != text, where
    assert found > 300  # the walk reached the leaves


def rich_view() -> View:
    """An open bribe, events for everybody, a scored check, a forecast."""
    request = {"kind": "play", "payer": 2, "payee": 1, "card": 3, "full": 2, "offer": 1, "counter": 0}
    check = {"number": 1, "final": False, "dominant": "british", "strength": [1, 2, 0, 1, 1], "gained": [3, 5, 0, 0, 0]}
    data = msgspec.to_builtins(boards.classic(globals=(109,), forecast=(3, 5, 0, 0, 0), options=("open_hands",)))
    data["turn"]["request"] = request
    data["checks"] = [check]
    view = msgspec.convert(data, View)
    assert CONTENT.events[109].purchased_scope == "global"
    return view
