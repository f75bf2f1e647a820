"""The lines below the board: no card is silent after a turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.kernel import LANGS, Lang, Match, games
from render import Look, Scene, Step, arts
from render.kit.colour import GOLD, WHITE, Theme
from render.kit.marks.news import MOST, News, Said, below, in_words, lettered, news, written
from render.kit.scene import BODY, KEY, Sprite, Text
from render.kit.text import measure
from render.kit.tokens import SeatToken

NAMES = ("Aoi", "Marco")
THEME = Theme("news", ("#000000",), ())


def told(step: Step, after: object, _look: Look) -> tuple[Said, ...]:
    """Views are texts: what was added was done."""
    return tuple(map(Said, str(after).removeprefix(str(step.before)).split()))


def look(*turns: tuple[int | None, str], lang: Lang = "en") -> Look:
    return Look(lang, NAMES, turns=tuple(Step(*turn) for turn in turns))


def test_a_turn_in_which_something_was_done_is_told_and_another_is_not() -> None:
    assert news("a b", look((0, ""), (1, "a"), (0, "a b")), told) == (News(0, (Said("a"),)), News(1, (Said("b"),)))


@pytest.mark.parametrize("lang", LANGS)
def test_where_nothing_is_seen_the_last_turn_still_has_its_line(lang: Lang) -> None:
    [line] = news("", look((0, ""), (1, ""), lang=lang), told)
    words = {"ja": "選び終えた", "en": "has chosen"}[lang]
    assert line == News(1, (Said(words, bare=True),))
    assert in_words([line], look(lang=lang)) == (f"B Marco{'：' if lang == 'ja' else ': '}{words}",)


def test_what_all_have_chosen_together_stands_without_a_name() -> None:
    [line] = news("", look((None, "")), told)
    assert line.seat is None and in_words([line], look()) == ("everybody has chosen",)
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    scene = below(board, written([line], look()), look(), lambda _seat: "#AA0000")
    assert [node.text for node in scene.live if isinstance(node, Text)] == ["everybody has chosen"]
    assert not [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("A: gold, coin", "B: coin, pepper")), ("ja", ("A：gold、coin", "B：coin、pepper"))]
)
def test_what_is_seen_of_a_choice_of_all_stands_behind_letters_and_what_all_did_once(
    lang: Lang, words: tuple[str, ...]
) -> None:
    def each(_step: Step, _after: object, _look: Look) -> tuple[Said, ...]:
        done = (("gold", 0), ("coin", 1), ("coin", 0), ("pepper", 1), ("round 3 began", None))
        return tuple(Said(what, seat=seat) for what, seat in done)

    assert news("", look((None, ""), lang=lang), each) == (
        News(None, tuple(Said(one, bare=True) for one in (*words, "round 3 began"))),
    )


def test_what_all_did_alike_stands_there_once() -> None:
    def each(_step: Step, _after: object, _look: Look) -> tuple[Said, ...]:
        return tuple(Said("a skill", seat=seat) for seat in range(len(NAMES)))

    assert news("", look((None, "")), each) == (News(None, (Said("a skill", bare=True),)),)


def test_a_turn_that_an_answer_interrupted_is_one_line() -> None:
    """And two turns of one player, one after the other, are two."""
    asked = look((0, ""), (1, "a"), (0, "a b"))
    again = replace(asked, turns=(asked.turns[0], *(replace(one, goes_on=True) for one in asked.turns[1:])))
    assert news("a b c", again, told) == (News(0, (Said("a"), Said("c"))), News(1, (Said("b"),)))
    assert news("a b", look((0, ""), (0, "a")), told) == (News(0, (Said("a"),)), News(0, (Said("b"),)))


def test_what_is_of_the_whole_table_stands_between_what_somebody_did_before_and_after() -> None:
    """Who was the last of a round and the first of the next seemed to have done all of it before."""

    def rounds(step: Step, after: object, look: Look) -> tuple[Said, ...]:
        return tuple(replace(one, of_all=one.words == "round") for one in told(step, after, look))

    found = news("last round first", look((0, "")), rounds)
    assert [(line.seat, [said.words for said in line.done]) for line in found] == [
        (0, ["last"]),
        (None, ["round"]),
        (0, ["first"]),
    ]


def test_what_was_done_again_after_an_answer_is_told_again() -> None:
    asked = look((0, ""), (1, "a"), (0, "a b"))
    turns = (asked.turns[0], *(replace(one, goes_on=True) for one in asked.turns[1:]))
    first, _ = news("a b a", replace(asked, turns=turns), told)
    assert [said.words for said in first.done] == ["a", "a"]


def test_an_ear_tells_deeds_apart_that_have_commas_of_their_own() -> None:
    done = (Said("market: +1 camel, 1 silk"), Said("contract: +4 VP"))
    assert in_words([News(1, done)], look()) == ("B Marco: market: +1 camel, 1 silk; contract: +4 VP",)
    assert in_words([News(1, done)], look(lang="ja")) == ("B Marco：market: +1 camel, 1 silk；contract: +4 VP",)


def test_what_an_answer_let_happen_stands_where_it_happened() -> None:
    """The check at the end of a turn stood before the card that a lowered bribe had let be played."""

    def answered(step: Step, after: object, look: Look) -> tuple[Said, ...]:
        return tuple(replace(one, seat=0 if step.seat else None) for one in told(step, after, look))

    asked = look((0, ""), (1, "asked"), (0, "asked played"))
    turns = (asked.turns[0], *(replace(one, goes_on=True) for one in asked.turns[1:]))
    [line] = news("asked played check", replace(asked, turns=turns), answered)
    assert line.seat == 0 and [said.words for said in line.done] == ["asked", "played", "check"]


def test_that_a_turn_has_ended_is_not_said_where_it_has_other_words() -> None:
    def ends(step: Step, after: object, look: Look) -> tuple[Said, ...]:
        return tuple(replace(one, idle=one.words == "ended") for one in told(step, after, look))

    asked = look((0, ""), (1, "bought"), (0, "bought paid"))
    turns = (asked.turns[0], *(replace(one, goes_on=True) for one in asked.turns[1:]))
    first, second = news("bought paid ended", replace(asked, turns=turns), ends)
    assert [said.words for said in first.done] == ["bought"] and second.seat == 1
    [alone] = news("ended", look((0, "")), ends)
    assert [said.words for said in alone.done] == ["ended"]


def test_before_the_first_turn_there_is_no_line() -> None:
    assert news("", look(), told) == ()


@pytest.mark.parametrize(("lang", "words"), [("en", "begins the game"), ("ja", "最初の番 · ゲーム開始")])
def test_the_first_card_says_who_begins(lang: Lang, words: str) -> None:
    assert news("", Look(lang, NAMES, opening=(1,)), told) == (News(1, (Said(words),)),)
    [together] = news("", Look("en", NAMES, opening=(0, 1)), told)
    assert together == News(None, (Said("The game begins: everybody chooses"),))
    assert news("a", replace(look((0, "")), opening=(1,)), told) == (News(0, (Said("a"),)),), "a turn is told instead"


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
    [line] = written([News(0, tuple(map(Said, long)))], look())
    assert [one.replace("\u00a0", " ") for one in line.words] == [" · ".join(long)] and line.size == BODY


def said(count: int, long: int = 3) -> tuple[Said, ...]:
    return tuple(Said(f"thing {n} " * long) for n in range(count))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_is_told_however_many_lines_it_needs(lang: Lang) -> None:
    done = (*said(30), Said("a thing that is longer than a line " * 4))
    [lines] = written([News(0, done)], look(lang=lang))
    written_out = " ".join(lines.words).replace(" · ", " ")
    assert all(" ".join(one.words.split()) in " ".join(written_out.split()) for one in done)
    assert all(measure(words, lines.size) <= 1512 for words in lines.words)
    assert lines.size == BODY and len(lines.words) > 3


def test_no_line_ends_between_a_number_and_what_it_counts_nor_between_a_letter_and_a_name() -> None:
    for fill in range(1, 60):
        done = (Said("yz " * fill + "+8 VP for B Marco, -12 VP, +123 VP" + " yz" * (80 - fill)),)
        [lines] = written([News(0, done)], look())
        assert not [words for words in lines.words if words.endswith(("+8", "-12", "+123", " B"))]


def test_earlier_turns_have_one_line_if_a_smaller_size_does_it() -> None:
    look_of_three = Look("en", ("Aoi", "Marco", "Nina"))
    for turns in (1, 2, MOST):
        lines = written([News(i, said(4)) for i in range(turns)], look_of_three)
        assert [len(found.words) for found in lines] == [2] * turns
        assert [found.size for found in lines] == [BODY] * (turns - 1) + [KEY]


def test_lines_lie_below_each_other_and_words_that_fit_are_large() -> None:
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    lines = written([News(0, said(12))], look())
    scene = below(board, lines, look(), lambda _seat: "#AA0000")
    texts = [node for node in scene.live if isinstance(node, Text) and node.text.startswith("thing")]
    ys = [node.y for node in texts]
    assert ys == sorted(ys) and all(1000 < y < scene.height for y in ys) and len({*ys}) == len(lines[0].words)
    [short] = written([News(0, said(2, 1))], look())
    assert short.size == KEY and len(short.words) == 1


def test_what_was_done_is_brighter_than_its_details() -> None:
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    done = tuple(Said(f"deed {n} (all that came of it in many words, and more)") for n in range(6))
    scene = below(board, written([News(0, done)], look()), look(), lambda _seat: "#AA0000")
    tones: dict[str, set[str]] = {"deed": set(), "(": set(), "all that": set(), " · ": set()}
    for text in (node for node in scene.live if isinstance(node, Text)):
        for begin, colours in tones.items():
            if text.text.replace("\u00a0", " ").startswith(begin):
                colours.add(text.colour)
    assert tones["deed"] == {WHITE} and tones[" · "] == {GOLD}
    assert tones["("] == tones["all that"] and len(tones["("]) == 1 and tones["("] != {WHITE}


def test_half_a_bracket_in_a_name_ends_with_its_deed() -> None:
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    done = tuple(Said(words) for words in ("paid B :( a bribe", "paid C :) a bribe", "moved (from Kabul)", "ended"))
    scene = below(board, written([News(0, done)], look()), look(), lambda _seat: "#AA0000")
    tones = {text.text.strip(): text.colour for text in scene.live if isinstance(text, Text)}
    assert tones["moved"] == tones["ended"] == tones["paid C :"] == WHITE != tones["from Kabul"]


def test_what_all_chose_at_once_has_no_letters_on_the_board() -> None:
    chosen = Said("chosen", bare=True)
    assert not lettered(written([News(None, (chosen,))], look()))
    assert lettered(written([News(0, (Said("a"),)), News(None, (chosen,))], look()))


def test_what_came_for_another_stands_in_the_line_of_their_own_turn() -> None:
    def each(step: Step, after: object, look: Look) -> tuple[Said, ...]:
        return tuple(Said("won", seat=0) if one.words == "won" else one for one in told(step, after, look))

    attacked = (Said("attacked"), Said("won", seat=0))
    assert news("attacked won fled", look((0, ""), (1, "attacked ")), each) == (
        News(0, attacked),
        News(1, (Said("fled"),)),
    )
    assert news("won fled", look((1, "")), each) == (News(0, attacked[1:]), News(1, (Said("fled"),)))
