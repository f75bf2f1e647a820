"""The lines below the board: no card is silent after a turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.kernel import LANGS, Lang, Match, games
from render import Look, Scene, Step, arts
from render.kit.colour import Theme
from render.kit.marks.news import News, below, in_words, news
from render.kit.scene import BODY, Sprite, Text
from render.kit.tokens import SeatToken

NAMES = ("Aoi", "Marco")
THEME = Theme("news", ("#000000",), ())


def told(before: object, after: object, _seat: int, _look: Look) -> tuple[str, ...]:
    """Views are texts: what was added was done."""
    return tuple(str(after).removeprefix(str(before)).split())


def look(*turns: tuple[int | None, str], lang: Lang = "en") -> Look:
    return Look(lang, NAMES, turns=tuple(Step(*turn) for turn in turns))


def test_a_turn_in_which_something_was_done_is_told_and_another_is_not() -> None:
    assert news("a b", look((0, ""), (1, "a"), (0, "a b")), told) == (News(0, ("a",)), News(1, ("b",)))


@pytest.mark.parametrize("lang", LANGS)
def test_where_nothing_is_seen_the_last_turn_still_has_its_line(lang: Lang) -> None:
    [line] = news("", look((0, ""), (1, ""), lang=lang), told)
    words = {"ja": "選び終えた", "en": "has chosen"}[lang]
    assert line == News(1, (words,))
    assert in_words([line], look(lang=lang)) == (f"B Marco{'：' if lang == 'ja' else ': '}{words}",)


def test_what_all_have_chosen_together_stands_without_a_name() -> None:
    [line] = news("", look((None, "")), told)
    assert line.seat is None and in_words([line], look()) == ("everybody has chosen",)
    scene = below(Scene(THEME, 1600, 1000, "#000000", (), ()), [line], look(), lambda _seat: "#AA0000")
    assert [node.text for node in scene.live if isinstance(node, Text)] == ["everybody has chosen"]
    assert not [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]


def test_before_the_first_turn_there_is_no_line() -> None:
    assert news("", look(), told) == ()


@pytest.mark.parametrize(("lang", "words"), [("en", "begins the game"), ("ja", "最初の番 · ゲーム開始")])
def test_the_first_card_says_who_begins(lang: Lang, words: str) -> None:
    assert news("", Look(lang, NAMES, opening=(1,)), told) == (News(1, (words,)),)
    [together] = news("", Look("en", NAMES, opening=(0, 1)), told)
    assert together == News(None, ("The game begins: everybody chooses",))
    assert news("a", replace(look((0, "")), opening=(1,)), told) == (News(0, ("a",)),), "a turn is told instead"


@pytest.mark.parametrize("game", sorted(arts()))
def test_every_game_has_that_line_below_its_overview_only(game: str) -> None:
    match = Match.start(games()[game], games()[game].setup(3, (), {}), bytes(32))
    view, art = match.view(None), arts()[game]
    first, *others = art.pictures(view)
    look = Look("en", ("Aoi", "Marco", "Jules"), opening=match.waiting)
    assert art.compose(view, first, look).foot and not any(art.compose(view, one, look).foot for one in others[:2])
    assert not art.compose(view, first, replace(look, opening=())).foot


def test_a_line_is_written_a_little_smaller_before_anything_is_left_out() -> None:
    long = tuple(f"deed {n} of many" for n in range(5))
    scene = below(Scene(THEME, 1600, 1000, "#000000", (), ()), [News(0, long)], look(), lambda _seat: "#AA0000")
    [line] = [node for node in scene.live if isinstance(node, Text) and "deed" in node.text]
    assert line.text == " · ".join(long) and line.size == BODY
