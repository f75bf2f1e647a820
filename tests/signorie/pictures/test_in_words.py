"""Signorie in words: alt texts stay within their limit, and the report states every fact of the View."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines.kernel import LANGS, SEED_BYTES, Decision, Lang, Match, Rng, load_games, pick_random_answer
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import VARIANTS
from engines.signorie.view import View
from render import load_arts
from render.kit.phrases import ALT_TEXT_LIMIT
from render.kit.render_context import Mark, RenderContext
from render.signorie.words.alt import describe_picture
from render.signorie.words.board import describe_board

from .boards import NAMES, build_classic_view, build_small_view, build_view_before_classic

GAME = load_games()["signorie"]
ART = load_arts()["signorie"]
BOTH_LANGUAGES = pytest.mark.parametrize("lang", LANGS)
TABLES = pytest.mark.parametrize(
    ("seats", "on"), [(n, on) for n in GAME.seat_counts for on in product((False, True), repeat=len(VARIANTS))]
)
LONG_NAMES = (
    "Wolfeschlegelsteinhausen",
    "とてもとても長い名前のプレイヤーさんです、ほんとう",
    "Maximiliane von Trautten",
    "W" * 24,
)
FIXTURES = Path(__file__).parent / "words"


@cache
def play_questions(seats: int, on: tuple[bool, ...]) -> tuple[tuple[View, int | None, tuple[Mark, ...]], ...]:
    """Return every eleventh question of a random game, and its end: View, deciding seat and numbered options."""
    options: dict[str, str] = {variant: "on" if value else "off" for variant, value in zip(VARIANTS, on, strict=True)}
    rng = Rng(f"words {seats} {on}".encode()[:SEED_BYTES].ljust(SEED_BYTES, b"."))
    match = Match.start(GAME, GAME.build_setup(seats, (), options), rng.seed)
    positions: list[tuple[View, int | None, tuple[Mark, ...]]] = []
    question_count = 0
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if question_count % 11 == 0:
            places = [option.place for option in prompt.options if option.place]
            marks = tuple(Mark(place, n, is_chosen=n == 2) for n, place in enumerate(places, 1))
            positions.append((match.build_view(seat), seat, marks))
        question_count += 1
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    return (*positions, (match.build_view(None), None, ()))


def list_pictures(view: View) -> list[str]:
    return ["board", *(f"mat:{mat.seat}" for mat in view.mats), "zoom:tracks", "zoom:arcade", "zoom:dice"]


@BOTH_LANGUAGES
@TABLES
def test_every_picture_of_a_whole_game_has_an_alt_text_within_the_limit(
    seats: int, on: tuple[bool, ...], lang: Lang
) -> None:
    before: View | None = None
    for view, _, _ in play_questions(seats, on):
        actor = view.scores[0].seat if view.turn is None else view.turn
        for n, picture in enumerate(list_pictures(view)):
            names = LONG_NAMES if (view.round + n) % 2 else NAMES
            text = describe_picture(view, picture, RenderContext(lang, names[:seats], view_before=before))
            first = text.split({"en": ".", "ja": "。"}[lang])[0]
            assert len(text) <= ALT_TEXT_LIMIT and "\n" not in text, text
            assert str(view.round) in first and names[actor] in first, text
            assert all(str(mat.vp) in text for mat in view.mats), text
        before = view


@BOTH_LANGUAGES
@TABLES
def test_private_pictures_say_so_and_name_their_options(seats: int, on: tuple[bool, ...], lang: Lang) -> None:
    for view, seat, marks in play_questions(seats, on):
        if seat is None:
            continue
        for picture in ART.list_private_pictures(view, 0):
            bare = describe_picture(view, picture, RenderContext(lang, NAMES[:seats], viewer=seat))
            alt_text = describe_picture(view, picture, RenderContext(lang, NAMES[:seats], viewer=seat, marks=marks))
            for text in (bare, alt_text):
                assert text.startswith({"en": "Only you: ", "ja": "あなただけ："}[lang])
                assert len(text) <= ALT_TEXT_LIMIT
            assert ({"en": "Your options: 1", "ja": "選択肢：1"}[lang] in alt_text) == bool(marks)


@BOTH_LANGUAGES
def test_options_are_named_by_their_places(lang: Lang) -> None:
    places = {
        "die:red:6": ("red 6", "赤6"),
        "assign:red_m": ("assignment Threshold +3/6/9", "業務「しきい値 +3/6/9」"),
        "city:roma": ("Roma", "ローマ"),
        "track:clergy:3": ("clergy 3", "聖職者3"),
        "track:military:0:2": ("new on military 2", "軍人2に登場"),
        "track:initiative:0:3": ("initiative start to 2", "イニシアチブ最初のマスから2へ"),
        "reward:4": ("reward 1 free helper", "報酬「助手（無料）」"),
        "mat:1:signoria:grey": ("Signoria action Tracks (4 points)", "シニョーリアアクション「トラック（4ポイント）」"),
        "mat:1:helper:b_bot": ("helper 3 VP", "助手「勝利点3」"),
        "mat:1:son:2": ("son 2", "一族の男性2"),
        "mat:1:row:clergy": ("clergy row", "聖職者の列"),
        "mat:1:row:wedding": ("wedding row", "結婚列"),
    }
    for place, (en, ja) in places.items():
        text = describe_picture(
            build_classic_view(), "panel:board", RenderContext(lang, NAMES, 1, (Mark(place, 7), Mark(place, 9)))
        )
        named = en if lang == "en" else ja
        assert f"7/9 {named}{'。' if lang == 'ja' else '.'}" in text
    with pytest.raises(ValueError, match="unknown place 'moon:1'"):
        describe_picture(build_classic_view(), "panel:board", RenderContext(lang, NAMES, 1, (Mark("moon:1", 1),)))


@BOTH_LANGUAGES
def test_the_report_changes_with_every_fact_of_the_view(lang: Lang) -> None:
    """Mutation test: changing any field of the View changes the words."""
    mutant_count = 0
    for view in (build_rich_view(), build_small_view(3, variants=("short_season",))):
        ctx = RenderContext(lang, NAMES)
        text = describe_board(view, ctx)
        for where, mutant in iter_mutants(view, len(view.mats), ("View",)):
            if "columns" in where and any(mat.helpers for mat in view.mats):
                continue  # hired helpers stand on the columns; the table lists the printed effects without them
            if where.split()[0].endswith(("CareerSlot.number", "InitiativeSlot.number")):
                continue  # the index in the row: words name a slot by its printed number
            mutant_count += 1
            assert describe_board(mutant, ctx) != text, where
    assert mutant_count > 1000  # the mutations reach the leaves


@BOTH_LANGUAGES
def test_the_end_names_the_winner_and_all_scores(lang: Lang) -> None:
    view = play_questions(4, (False, False, False))[-1][0]
    ctx = RenderContext(lang, NAMES)
    best = view.scores[0]
    for picture in list_pictures(view):
        first = describe_picture(view, picture, ctx).split({"en": ". ", "ja": "。"}[lang])[0]
        assert NAMES[best.seat] in first and str(best.total) in first
    report = describe_board(view, ctx)
    text = describe_board(view, ctx).split("###")[2]
    for score in view.scores:
        assert f"{score.place}. **{'ABCD'[score.seat]} {NAMES[score.seat]}**" in text
        assert all(str(vp) in text for _, vp in score.parts)
    for where, mutant in iter_mutants(view.scores, 4, ("View", "scores")):
        assert describe_board(msgspec.structs.replace(view, scores=mutant), ctx) != report, where


@BOTH_LANGUAGES
def test_alt_text_lists_changes(lang: Lang) -> None:
    ctx = RenderContext(lang, NAMES, view_before=build_view_before_classic())
    expected = {"en": "D Jules: politician 3 to 4", "ja": "D Jules：政治家3から4へ"}[lang]
    assert expected in describe_picture(build_classic_view(), "board", ctx)
    assert f"- {expected}" in describe_board(build_classic_view(), ctx)
    unchanged = RenderContext(lang, NAMES, view_before=build_classic_view())
    assert describe_picture(build_classic_view(), "board", unchanged) == describe_picture(
        build_classic_view(), "board", RenderContext(lang, NAMES)
    )
    with pytest.raises(TypeError, match="expected a View of Signorie, got str"):
        describe_picture(build_classic_view(), "board", RenderContext(lang, NAMES, view_before="yesterday"))


def test_pictures_that_do_not_exist_are_refused() -> None:
    for picture in ("zoom:moon", "mat:4", "panel:moon", ""):
        with pytest.raises(KeyError):
            describe_picture(build_classic_view(), picture, RenderContext("en", NAMES, viewer=0))
    with pytest.raises(ValueError, match="viewer must be a seat"):
        describe_picture(build_classic_view(), "panel:mat", RenderContext("en", NAMES))


@BOTH_LANGUAGES
@TABLES
def test_every_section_of_the_report_fits_one_message(seats: int, on: tuple[bool, ...], lang: Lang) -> None:
    """Discord takes 4000 characters; the sender of the report may split it at the empty lines."""
    for view, _, _ in play_questions(seats, on)[::4]:
        for section in describe_board(view, RenderContext(lang, LONG_NAMES[:seats])).split("\n\n"):
            assert section.startswith("### ")
            assert len(section) <= 2000


@BOTH_LANGUAGES
def test_reports_equal_the_fixtures(lang: Lang) -> None:
    """For reading: the board of the picture guide in words. Write the files anew when a sentence changes on purpose."""
    ctx = RenderContext(lang, NAMES, view_before=build_view_before_classic())
    assert describe_picture(build_classic_view(), "board", ctx) + "\n" == (FIXTURES / f"alt.{lang}.txt").read_text(
        "utf-8"
    )
    assert describe_board(build_rich_view(), RenderContext(lang, NAMES)) + "\n" == (
        FIXTURES / f"report.{lang}.md"
    ).read_text("utf-8")


def build_rich_view() -> View:
    """Return a late position with all variants: helpers, sons, laid tiles, letters face down."""
    views = [view for view, _, _ in play_questions(4, (True, True, True)) if view.phase == "actions"]
    return max(views, key=lambda view: (sum(tile.is_turned for tile in view.assignments) > 0, view.round))


# ---------------------------------------------------------------------------------------------------- mutation

HOUSES = CONTENT.data.houses.ids
CHOICES: dict[tuple[str, str], Sequence[Any]] = {
    ("View", "phase"): ("actions", "rewards"),
    ("Mat", "color"): CONTENT.data.player_colors.order,
    ("CareerTrack", "id"): CONTENT.data.career_track.tracks,
    ("PlanRowView", "id"): CONTENT.data.plan_rule.rows,
    ("CityView", "id"): [city.id for city in CONTENT.data.city],
    ("HelperSlot", "id"): list(CONTENT.helpers),
    ("HelperSlot", "row"): ("top", "middle", "bottom"),
    ("Column", "signoria"): [column.signoria for column in CONTENT.data.column],
    ("CareerSlot", "bonus"): (None, "florins", "initiative"),
    ("RewardSlot", "tile"): (None, "b_males", "v_males"),
    ("RewardSlot", "kind"): ("bonus", "vp"),
    ("RewardSlot", "status"): ("past", "now", "future", "unused"),
    ("Assignment", "tile"): list(CONTENT.tiles),
    ("ColorActionsView", "actions"): ("signoria", "hire"),
    ("ColorActionsView", "min_pips"): ("signoria", "hire"),
    ("ClosedAction", "action"): ("signoria", "hire"),
    ("ClosedAction", "why"): ("florins", "city"),
    ("Shield", "value"): (None, 2, 5),
    ("Message", "key"): ("source.helpers", "source.missions"),
}
BY_FIELD: dict[str, Sequence[Any]] = {
    "color": CONTENT.data.die.colors,
    "hires_into": CONTENT.data.die.colors,
    "house": HOUSES,
    "sex": ("male", "female"),
    "variants": list(VARIANTS),
    "helpers": list(CONTENT.helpers),
    "dice": CONTENT.data.die.colors,
    "points": ("start", "missions", "marriages", "careers"),
}
SEATS = {"turn", "order", "discs", "seat", "men"}
"""Fields that hold seats: they are changed to the next seat around the table."""
NOT_IN_REPORT = {
    ("Assignment", "slot"),  # an id; colour and sex tell which slot it is
    ("CityView", "next"),  # derived from the slots: see the test below
    ("Message", "args"),  # sources of VP have none
}


def iter_mutants(value: Any, seats: int, where: tuple[str, ...], number: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield the value with one fact changed, for every fact in it."""
    owner, field = where[-2:] if len(where) > 1 else ("", where[-1])
    choices = CHOICES.get((owner, field), BY_FIELD.get(field))
    if (owner, field) in NOT_IN_REPORT or (value is None and None not in (choices or ())):
        return
    if isinstance(value, msgspec.Struct):
        name = type(value).__name__
        for inner in type(value).__struct_fields__:
            for path, changed in iter_mutants(getattr(value, inner), seats, (*where, name, inner)):
                yield path, msgspec.structs.replace(value, **{inner: changed})
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            # In (seat, number of men), (colour, pips) and (source, VP) the second is a plain number.
            for path, changed in iter_mutants(item, seats, where, number=field in ("men", "parts") and i == 1):
                yield f"{path} [{i}]", (*value[:i], changed, *value[i + 1 :])
        whole = field not in ("mats", "scores") and not any(isinstance(item, str | int) for item in value)
        if value and whole:
            yield f"{'.'.join(where)} shortened", value[:-1]
    elif isinstance(value, bool):
        yield ".".join(where), not value
    elif isinstance(value, int) and not choices:
        yield ".".join(where), (value + 1) % seats if field in SEATS and not number else value + 1
    elif isinstance(value, int):
        yield ".".join(where), value + 1
    else:
        assert choices, f"{where}: which other values are there?"
        yield ".".join(where), next(choice for choice in choices if choice != value)


@BOTH_LANGUAGES
def test_report_names_the_next_slot(lang: Lang) -> None:
    ctx = RenderContext(lang, NAMES)
    view = build_classic_view()
    for i, city in enumerate(view.cities):
        assert city.next is not None
        others = [n for n, slot in enumerate(city.slots) if slot.seat is None and n != city.next]
        for other in (*others, None):
            moved = msgspec.structs.replace(city, next=other)
            mutant = msgspec.structs.replace(view, cities=(*view.cities[:i], moved, *view.cities[i + 1 :]))
            assert describe_board(mutant, ctx) != describe_board(view, ctx)
