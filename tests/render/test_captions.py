"""Captions below the board: every turn is described."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engines.kernel import LANGS, Lang, Match, load_games
from render import RecentStep, RenderContext, Scene, load_arts
from render.kit.colour import GOLD, WHITE, Theme
from render.kit.marks.captions import (
    MAX_TURNS,
    ActionPhrase,
    TurnActions,
    add_captions,
    collect_turns,
    has_letters,
    layout_captions,
    render_turns,
)
from render.kit.scene import BODY, KEY, Sprite, TextRun
from render.kit.text import measure_text
from render.kit.tokens import SeatShape, SeatToken

NAMES = ("Aoi", "Marco")
THEME = Theme("news", ("#000000",), ())


def describe_step(step: RecentStep, after: object, _ctx: RenderContext) -> tuple[ActionPhrase, ...]:
    """Return the words added to the text since the step began; views are plain texts in these tests."""
    return tuple(map(ActionPhrase, str(after).removeprefix(str(step.view_before)).split()))


def build_context(*turns: tuple[int | None, str], lang: Lang = "en") -> RenderContext:
    return RenderContext(lang, NAMES, turns=tuple(RecentStep(*turn) for turn in turns))


def test_only_turns_with_actions_have_a_line() -> None:
    assert collect_turns("a b", build_context((0, ""), (1, "a"), (0, "a b")), describe_step) == (
        TurnActions(0, (ActionPhrase("a"),)),
        TurnActions(1, (ActionPhrase("b"),)),
    )


@pytest.mark.parametrize("lang", LANGS)
def test_last_turn_has_a_line_even_without_visible_actions(lang: Lang) -> None:
    [line] = collect_turns("", build_context((0, ""), (1, ""), lang=lang), describe_step)
    words = {"ja": "選び終えた", "en": "has chosen"}[lang]
    assert line == TurnActions(1, (ActionPhrase(words, has_no_letter=True),))
    assert render_turns([line], build_context(lang=lang)) == (f"B Marco{'：' if lang == 'ja' else ': '}{words}",)


def test_simultaneous_choice_of_all_has_no_name() -> None:
    [line] = collect_turns("", build_context((None, "")), describe_step)
    assert line.seat is None and render_turns([line], build_context()) == ("everybody has chosen",)
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    scene = add_captions(board, layout_captions([line], build_context()), build_context(), lambda _seat: "#AA0000")
    assert [node.text for node in scene.live_part if isinstance(node, TextRun)] == ["everybody has chosen"]
    assert not [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("A: gold, coin", "B: coin, pepper")), ("ja", ("A：gold、coin", "B：coin、pepper"))]
)
def test_visible_parts_of_a_choice_of_all_follow_letters_and_common_parts_appear_once(
    lang: Lang, words: tuple[str, ...]
) -> None:
    def describe_choices(_step: RecentStep, _after: object, _ctx: RenderContext) -> tuple[ActionPhrase, ...]:
        done = (("gold", 0), ("coin", 1), ("coin", 0), ("pepper", 1), ("round 3 began", None))
        return tuple(ActionPhrase(what, seat=seat) for what, seat in done)

    assert collect_turns("", build_context((None, ""), lang=lang), describe_choices) == (
        TurnActions(None, tuple(ActionPhrase(word, has_no_letter=True) for word in (*words, "round 3 began"))),
    )


def test_action_common_to_all_appears_once() -> None:
    def describe_choices(_step: RecentStep, _after: object, _ctx: RenderContext) -> tuple[ActionPhrase, ...]:
        return tuple(ActionPhrase("a skill", seat=seat) for seat in range(len(NAMES)))

    assert collect_turns("", build_context((None, "")), describe_choices) == (
        TurnActions(None, (ActionPhrase("a skill", has_no_letter=True),)),
    )


def test_turn_interrupted_by_an_answer_is_one_line() -> None:
    """Two consecutive turns of one player remain two lines."""
    context = build_context((0, ""), (1, "a"), (0, "a b"))
    again = replace(
        context, turns=(context.turns[0], *(replace(step, continues_turn=True) for step in context.turns[1:]))
    )
    assert collect_turns("a b c", again, describe_step) == (
        TurnActions(0, (ActionPhrase("a"), ActionPhrase("c"))),
        TurnActions(1, (ActionPhrase("b"),)),
    )
    assert collect_turns("a b", build_context((0, ""), (0, "a")), describe_step) == (
        TurnActions(0, (ActionPhrase("a"),)),
        TurnActions(0, (ActionPhrase("b"),)),
    )


def test_event_of_the_whole_table_separates_the_actions_around_it() -> None:
    """A player last in one round and first in the next once seemed to have done everything before the round ended."""

    def describe_rounds(step: RecentStep, after: object, ctx: RenderContext) -> tuple[ActionPhrase, ...]:
        return tuple(replace(phrase, is_for_all=phrase.words == "round") for phrase in describe_step(step, after, ctx))

    turns = collect_turns("last round first", build_context((0, "")), describe_rounds)
    assert [(line.seat, [said.words for said in line.phrases]) for line in turns] == [
        (0, ["last"]),
        (None, ["round"]),
        (0, ["first"]),
    ]


def test_action_repeated_after_an_answer_is_shown_again() -> None:
    context = build_context((0, ""), (1, "a"), (0, "a b"))
    turns = (context.turns[0], *(replace(step, continues_turn=True) for step in context.turns[1:]))
    first, _ = collect_turns("a b a", replace(context, turns=turns), describe_step)
    assert [said.words for said in first.phrases] == ["a", "a"]


def test_spoken_caption_separates_actions_that_contain_commas() -> None:
    done = (ActionPhrase("market: +1 camel, 1 silk"), ActionPhrase("contract: +4 VP"))
    assert render_turns([TurnActions(1, done)], build_context()) == (
        "B Marco: market: +1 camel, 1 silk; contract: +4 VP",
    )
    assert render_turns([TurnActions(1, done)], build_context(lang="ja")) == (
        "B Marco：market: +1 camel, 1 silk；contract: +4 VP",
    )


def test_actions_released_by_an_answer_keep_their_place() -> None:
    """The check at the end of a turn was once listed before the card that a lowered bribe made possible."""

    def describe_by_author(step: RecentStep, after: object, ctx: RenderContext) -> tuple[ActionPhrase, ...]:
        return tuple(replace(item, seat=0 if step.seat else None) for item in describe_step(step, after, ctx))

    context = build_context((0, ""), (1, "asked"), (0, "asked played"))
    turns = (context.turns[0], *(replace(item, continues_turn=True) for item in context.turns[1:]))
    [line] = collect_turns("asked played check", replace(context, turns=turns), describe_by_author)
    assert line.seat == 0 and [said.words for said in line.phrases] == ["asked", "played", "check"]


def test_turn_end_is_omitted_if_the_turn_has_other_actions() -> None:
    def describe_end(step: RecentStep, after: object, ctx: RenderContext) -> tuple[ActionPhrase, ...]:
        return tuple(replace(item, is_filler=item.words == "ended") for item in describe_step(step, after, ctx))

    context = build_context((0, ""), (1, "bought"), (0, "bought paid"))
    turns = (context.turns[0], *(replace(item, continues_turn=True) for item in context.turns[1:]))
    first, second = collect_turns("bought paid ended", replace(context, turns=turns), describe_end)
    assert [said.words for said in first.phrases] == ["bought"] and second.seat == 1
    [alone] = collect_turns("ended", build_context((0, "")), describe_end)
    assert [said.words for said in alone.phrases] == ["ended"]


def test_before_the_first_turn_there_is_no_line() -> None:
    assert collect_turns("", build_context(), describe_step) == ()


@pytest.mark.parametrize(("lang", "words"), [("en", "is the first to choose"), ("ja", "ゲーム開始：最初に選びます")])
def test_first_card_names_the_first_player(lang: Lang, words: str) -> None:
    assert collect_turns("", RenderContext(lang, NAMES, opening_seats=(1,)), describe_step) == (
        TurnActions(1, (ActionPhrase(words),)),
    )
    [together] = collect_turns("", RenderContext("en", NAMES, opening_seats=(0, 1)), describe_step)
    assert together == TurnActions(None, (ActionPhrase("The game begins: everybody chooses"),))
    assert collect_turns("a", replace(build_context((0, "")), opening_seats=(1,)), describe_step) == (
        TurnActions(0, (ActionPhrase("a"),)),
    ), "a turn is told instead"


@pytest.mark.parametrize("game", sorted(load_arts()))
def test_every_game_shows_the_line_below_its_overview_only(game: str) -> None:
    match = Match.start(load_games()[game], load_games()[game].build_setup(3, (), {}), bytes(32))
    view, art = match.build_view(None), load_arts()[game]
    first, *others = art.list_pictures(view)
    ctx = RenderContext("en", ("Aoi", "Marco", "Jules"), opening_seats=match.waiting_seats)
    assert art.compose(view, first, ctx).footer_height and not any(
        art.compose(view, picture, ctx).footer_height for picture in others[:2]
    )
    assert not art.compose(view, first, replace(ctx, opening_seats=())).footer_height


def test_line_is_set_smaller_before_parts_are_omitted() -> None:
    long = tuple(f"deed {n} of many" for n in range(5))
    [line] = layout_captions([TurnActions(0, tuple(map(ActionPhrase, long)))], build_context())
    assert [word.replace("\u00a0", " ") for word in line.lines] == [" · ".join(long)] and line.size == BODY


def build_phrases(count: int, long: int = 3) -> tuple[ActionPhrase, ...]:
    return tuple(ActionPhrase(f"thing {n} " * long) for n in range(count))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_all_actions_are_shown_in_as_many_lines_as_needed(lang: Lang) -> None:
    done = (*build_phrases(30), ActionPhrase("a thing that is longer than a line " * 4))
    [lines] = layout_captions([TurnActions(0, done)], build_context(lang=lang))
    written_out = " ".join(lines.lines).replace(" · ", " ")
    assert all(" ".join(phrase.words.split()) in " ".join(written_out.split()) for phrase in done)
    assert all(measure_text(words, lines.size) <= 1512 for words in lines.lines)
    assert lines.size == BODY and len(lines.lines) > 3


def test_no_line_ends_between_a_number_and_what_it_counts_nor_between_a_letter_and_a_name() -> None:
    for fill in range(1, 60):
        done = (ActionPhrase("yz " * fill + "+8 VP for B Marco, -12 VP, +123 VP" + " yz" * (80 - fill)),)
        [lines] = layout_captions([TurnActions(0, done)], build_context())
        assert not [words for words in lines.lines if words.endswith(("+8", "-12", "+123", " B"))]


def test_earlier_turns_have_one_line_if_a_smaller_size_suffices() -> None:
    look_of_three = RenderContext("en", ("Aoi", "Marco", "Nina"))
    for turns in (1, 2, MAX_TURNS):
        lines = layout_captions([TurnActions(i, build_phrases(4)) for i in range(turns)], look_of_three)
        assert [len(caption.lines) for caption in lines] == [2] * turns
        assert [caption.size for caption in lines] == [BODY] * (turns - 1) + [KEY]


def test_lines_lie_below_each_other_and_words_that_fit_are_large() -> None:
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    lines = layout_captions([TurnActions(0, build_phrases(12))], build_context())
    scene = add_captions(board, lines, build_context(), lambda _seat: "#AA0000")
    texts = [node for node in scene.live_part if isinstance(node, TextRun) and node.text.startswith("thing")]
    ys = [node.y for node in texts]
    assert ys == sorted(ys) and all(1000 < y < scene.height for y in ys) and len({*ys}) == len(lines[0].lines)
    [short] = layout_captions([TurnActions(0, build_phrases(2, 1))], build_context())
    assert short.size == KEY and len(short.lines) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_letters_of_seats_have_the_shape_of_their_seat_before_them(lang: Lang) -> None:
    """Also at the beginning of a line; the letters of other seats and of words have none."""
    words = "B won (A 7): " + "a thing of A, " * 30 + "Area E"
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    lines = layout_captions([TurnActions(0, (ActionPhrase(words),))], build_context(lang=lang))
    scene = add_captions(board, lines, build_context(), lambda seat: ("#AA0000", "#00AA00")[seat])
    shapes = [node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, SeatShape)]
    texts = [node for node in scene.live_part if isinstance(node, TextRun)]
    lettered = [node for node in texts if re.match(r"[AB](?![a-z])", node.text)]
    assert len(shapes) == len(lettered) == 32 and sum(line.startswith("\u00a0") for line in lines[0].lines)
    for shape, letter in zip(shapes, lettered, strict=True):
        assert isinstance(shape.piece, SeatShape) and shape.piece.seat == "AB".index(letter.text[0])
        assert shape.x + shape.piece.r < letter.x < shape.x + 2 * letter.size and shape.x > 44
    for one in texts:
        assert one.x + measure_text(one.text, one.size) <= 1556


def test_actions_are_brighter_than_their_details() -> None:
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    done = tuple(ActionPhrase(f"deed {n} (all that came of it in many words, and more)") for n in range(6))
    scene = add_captions(
        board, layout_captions([TurnActions(0, done)], build_context()), build_context(), lambda _seat: "#AA0000"
    )
    tones: dict[str, set[str]] = {"deed": set(), "(": set(), "all that": set(), " · ": set()}
    for text in (node for node in scene.live_part if isinstance(node, TextRun)):
        for begin, colours in tones.items():
            if text.text.replace("\u00a0", " ").startswith(begin):
                colours.add(text.colour)
    assert tones["deed"] == {WHITE} and tones[" · "] == {GOLD}
    assert tones["("] == tones["all that"] and len(tones["("]) == 1 and tones["("] != {WHITE}


def test_unclosed_bracket_in_a_name_ends_with_its_action() -> None:
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    done = tuple(
        ActionPhrase(words) for words in ("paid B :( a bribe", "paid C :) a bribe", "moved (from Kabul)", "ended")
    )
    scene = add_captions(
        board, layout_captions([TurnActions(0, done)], build_context()), build_context(), lambda _seat: "#AA0000"
    )
    tones = {text.text.strip(): text.colour for text in scene.live_part if isinstance(text, TextRun)}
    assert tones["moved"] == tones["ended"] == tones["paid C :"] == WHITE != tones["from Kabul"]


def test_simultaneous_choices_have_no_letters_on_the_board() -> None:
    chosen = ActionPhrase("chosen", has_no_letter=True)
    assert not has_letters(layout_captions([TurnActions(None, (chosen,))], build_context()))
    assert has_letters(
        layout_captions([TurnActions(0, (ActionPhrase("a"),)), TurnActions(None, (chosen,))], build_context())
    )


def test_gain_of_another_seat_is_in_the_line_of_its_turn() -> None:
    def describe_by_author(step: RecentStep, after: object, ctx: RenderContext) -> tuple[ActionPhrase, ...]:
        return tuple(
            ActionPhrase("won", seat=0) if phrase.words == "won" else phrase
            for phrase in describe_step(step, after, ctx)
        )

    attacked = (ActionPhrase("attacked"), ActionPhrase("won", seat=0))
    assert collect_turns("attacked won fled", build_context((0, ""), (1, "attacked ")), describe_by_author) == (
        TurnActions(0, attacked),
        TurnActions(1, (ActionPhrase("fled"),)),
    )
    assert collect_turns("won fled", build_context((1, "")), describe_by_author) == (
        TurnActions(0, attacked[1:]),
        TurnActions(1, (ActionPhrase("fled"),)),
    )


def test_newest_turn_is_bright_and_large_though_an_event_of_the_whole_table_follows_it() -> None:
    board = Scene(THEME, 1600, 1000, "#000000", (), ())
    older, newest, event = (tuple(ActionPhrase(f"{word} {n}") for n in range(24)) for word in ("old", "new", "all"))
    turns = [TurnActions(1, older), TurnActions(0, newest[:15]), TurnActions(None, event[:1])]
    lines = layout_captions(turns, build_context())
    scene = add_captions(board, lines, build_context(), lambda _seat: "#AA0000")
    texts = [node for node in scene.live_part if isinstance(node, TextRun)]
    tones = {word: {text.colour for text in texts if text.text.startswith(word)} for word in ("old", "new", "all")}
    assert tones["new"] == tones["all"] == {WHITE} and WHITE not in tones["old"]
    assert [caption.size for caption in lines] == [BODY, KEY, KEY]
