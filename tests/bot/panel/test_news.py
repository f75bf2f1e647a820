"""Above a question stand the most important recent events, each below its player's name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bot.discord_ui.page.phone_screen import measure_text
from bot.discord_ui.panel.news import MAX_SENTENCES, cut_after_clause, summarize_in_one_line, summarize_news
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.history.game_log import LogLine
from bot.table.state.seats import SeatAssignment
from engines.kernel import LANGS, Catalogue, LogEvent, Seat, SeatRef, load_catalogue, message

TEXT = {
    "goes": "{who} goes to {n}.",
    "takes": "{who} takes 2 from {other}.",
    "drifts": "A crate drifts ashore.",
    "earns": "{who} earns {n}.",
    "begins": "Round {n}.",
    "draws": "{who} draws {n}.",
    "keeps": "You keep {n}.",
    "sails": "{who} sails round a cape to {n}.",
    "founds": "{who} founds a town on the far side of the great bay for {n}.",
    "brief.founds": "founded a town for {n}",
    "prepares": "{who} carries out the action that is printed on the card of the day.",
    "brief.prepares": "card:",
    "obeys": "{who} carries out the action that the council of the town has chosen for the whole of this round.",
    "brief.obeys": "council action:",
    "wins": "{who} wins the war on the far side of the great bay against {other}.",
    "brief.wins_all": "{who:letter} beat {other:letter}",
    "rolls": "{who} rolls {n}.",
    "gale": "Neptune sends a gale along the whole coast of {n}.",
}
WORDS = Catalogue(
    {
        "ja": {**TEXT, "hauls": "{who}は、湾の向こう岸の倉から羊毛と塩と木材と小麦を{n}個ずつ船に積み込んだ。"},
        "en": TEXT | {"hauls": ""},
    },
    {},
    base=load_catalogue("engines.kernel"),
    importance_lists={"first": ["wins"], "later": ["earns", "rolls"]},
    headings=["begins"],
)
NAMES = ("Ada", "Bo", "Cy")
TABLE = cast(
    Table,
    SimpleNamespace(
        id=1,
        key="1",
        catalogue=WORDS,
        names=NAMES,
        seats=tuple(SeatAssignment(n, n + 1, name, None, None, 0) for n, name in enumerate(NAMES)),
        game=SimpleNamespace(id="toy", automa=None, seat_colors=None),
        names_at=lambda n: NAMES,
        find_substitute_name=lambda *_: "",
    ),
)


def build_move_event(seat: Seat, n: int) -> LogEvent:
    return LogEvent(message("goes", who=SeatRef(seat), n=n))


def render_news(*lines: LogLine) -> tuple[list[str], int]:
    text, left = summarize_news(TABLE, 0, Localizer(("en",)), lines)
    return text.split("\n"), left


def test_long_round_is_summarized_below_player_names() -> None:
    takes = LogEvent(message("takes", who=SeatRef(1), other=SeatRef(0)))
    bo = LogLine(2, 0, 1, (*(build_move_event(1, n) for n in range(6)), takes))
    cy = LogLine(3, 0, 2, tuple(build_move_event(2, n) for n in range(9)))
    text, left = render_news(bo, cy)
    assert len([line for line in text if line.startswith("•")]) == MAX_SENTENCES and left == 16 - MAX_SENTENCES
    assert text[0].endswith("**Bo**") and "• Takes 2 from Ada." in text, "what was done to the reader"
    index = next(n for n, line in enumerate(text) if line.endswith("**Cy**"))
    assert text[index + 1] == "• Goes to 0.", "how a turn began"


def test_readers_own_actions_are_omitted_but_not_their_results() -> None:
    secret = LogEvent(message("draws", who=SeatRef(0), n=7), to=(0,))
    own_line = LogLine(1, 0, 0, (build_move_event(0, 1), secret, LogEvent(message("drifts"))))
    text, left = render_news(own_line, LogLine(2, 0, 1, (build_move_event(1, 2),)))
    assert "• Goes to 1." not in text and left == 0
    assert {"• Draws 7.", "• A crate drifts ashore.", "• Goes to 2."} <= set(text)


def test_autopilot_answers_for_the_reader_are_shown() -> None:
    text, _ = render_news(LogLine(1, 0, 0, (build_move_event(0, 3),), is_autopilot=True))
    assert "• Goes to 3." in text


def build_income_event(seat: Seat, n: int) -> LogEvent:
    return LogEvent(message("earns", who=SeatRef(seat), n=n))


def test_events_are_shown_in_chronological_order() -> None:
    """Income before a play is shown before it; a short summary omits it and counts the omitted lines."""
    bo = [
        LogLine(2, 0, 1, (build_income_event(1, 1), build_income_event(1, 2))),
        LogLine(3, 0, 1, (build_income_event(1, 3), build_move_event(1, 4), build_move_event(1, 5))),
    ]
    text, _ = render_news(*bo)
    assert text[1:] == ["• Earns 1.", "• Earns 2.", "• Earns 3.", "• Goes to 4.", "• Goes to 5."]
    cy = LogLine(4, 0, 2, tuple(build_income_event(2, n) for n in range(4)))
    text, left = render_news(*bo, cy, LogLine(5, 0, 1, (build_income_event(1, 6), build_move_event(1, 7))))
    plays = [line for line in text if line.startswith("• Goes")]
    assert plays == ["• Goes to 4.", "• Goes to 5.", "• Goes to 7."] and left == 6


def test_events_stay_below_their_heading() -> None:
    text, _ = render_news(
        LogLine(2, 0, 1, (build_income_event(1, 1), LogEvent(message("begins", n=2)), build_move_event(1, 4)))
    )
    assert text.index("• Earns 1.") < text.index("**Round 2.**") < text.index("• Goes to 4.")


def test_one_line_of_news_has_no_name_before_you() -> None:
    own = LogLine(2, 0, 0, (LogEvent(message("keeps", n=3), to=(0,)),))
    seen = LogLine(2, 0, 1, (LogEvent(message("draws", who=SeatRef(1), n=3), to=(0,)),))
    own_text, seen_text = (summarize_in_one_line(TABLE, 0, Localizer(("en",)), [line]) for line in (own, seen))
    assert own_text == "-# You keep 3"
    assert seen_text.endswith("Bo: Draws 3")


def test_one_line_of_news_loses_the_name_before_the_verb_and_counts_in_words() -> None:
    sails = LogEvent(message("sails", who=SeatRef(1), n=2_000_000))
    lines = [LogLine(n, 0, 1, (sails,)) for n in range(2, 17)]
    alone = summarize_in_one_line(TABLE, 0, Localizer(("en",)), lines[:1])
    assert alone.endswith("Bo: Sails round a cape to 2000000")
    english, japanese = (summarize_in_one_line(TABLE, 0, Localizer((lang,)), lines) for lang in LANGS[::-1])
    assert english == "-# ■ B sails round a cape to 2000000 · 14 more"
    assert japanese.endswith(" ほか14件")
    assert all(measure_text(line) == measure_text("-# x") for line in (alone, english, japanese))


def test_one_line_of_news_keeps_the_capital_of_a_name_after_the_mark_of_a_seat() -> None:
    gale = LogLine(2, 0, 1, (LogEvent(message("gale", n=2_000_000)),))
    assert "B Neptune sends" in summarize_in_one_line(TABLE, 0, Localizer(("en",)), [gale])


def test_one_line_of_news_has_the_short_form_of_a_long_sentence_and_counts_the_rest() -> None:
    """Two sentences in one line, or a long one, were cut before they said anything."""
    founds = LogEvent(message("founds", who=SeatRef(1), n=4))
    one = summarize_in_one_line(TABLE, 0, Localizer(("en",)), [LogLine(2, 0, 1, (founds,))])
    assert one == "-# ■ B founded a town for 4"
    both = summarize_in_one_line(
        TABLE, 0, Localizer(("en",)), [LogLine(2, 0, 1, (founds,)), LogLine(3, 0, 2, (build_move_event(2, 5),))]
    )
    assert both == "-# ■ B founded a town for 4 · 1 more"
    prepares = LogEvent(message("prepares", who=SeatRef(1)))
    begun = [LogLine(2, 0, 1, (prepares,)), LogLine(3, 0, 1, (founds,))]
    told = summarize_in_one_line(TABLE, 0, Localizer(("en",)), begun)
    assert told == "-# ■ B card: founded a town for 4 · 1 more", "not only how an action begins"


def test_one_line_of_news_is_not_the_heading_of_an_action_alone() -> None:
    """It was cut to "council action…", which says nothing of what was done."""
    events = (LogEvent(message("obeys", who=SeatRef(1))), LogEvent(message("founds", who=SeatRef(1), n=4)))
    line = LogLine(2, 0, 1, events)
    others = [LogLine(n, 0, 1, (build_income_event(1, n),)) for n in range(3, 15)]
    told = summarize_in_one_line(TABLE, 0, Localizer(("en",)), [line, *others])
    assert told == "-# ■ B founded a town for 4 · 13 more"


def test_one_line_of_news_in_japanese_keeps_the_verb_at_the_end() -> None:
    lines = [LogLine(n, 0, 1, (LogEvent(message("hauls", who=SeatRef(1), n=20)),)) for n in (2, 3)]
    for count, end in ((1, "積み込んだ"), (2, "積み込んだ ほか1件")):
        told = summarize_in_one_line(TABLE, 0, Localizer(("ja",)), lines[:count])
        assert "…" in told and told.endswith(end), told
        assert measure_text(told) == measure_text("-# x")


def test_one_line_of_news_ends_with_a_clause() -> None:
    """The middle of a long list says nothing without its ends; a bracket is left out with what it holds."""
    for line, shown in (
        ("■ B put 5 on the gold book, took 2 camels, 1 gold and a seal", "■ B put 5 on the gold book…"),
        ("■ B 金市場にダイス5（下の段、2つめの枠）、2ラクダと1金と印章を得た", "■ B 金市場にダイス5…"),
        ("■ B 絹1と交換（残り2）、" + "長い" * 12, "■ B 絹1と交換（残り2）…"),
        ("■ B played Bala Hissar: British army in Kabul", "■ B played Bala Hissar…"),
        ("● A イベント「叱責」が捨て札に：特恵スートは政治に", "● A イベント「叱責」が捨て札に…"),
    ):
        assert cut_after_clause(line, " · 3 more") == shown


def test_one_line_of_news_in_japanese_is_not_cut_inside_a_name() -> None:
    """A name is either whole or left out; one in brackets may look as if it had phrases."""
    for line, shown in (
        ("■ B ワハーン Bengal Native Infantryを0ルピーで購入：道1本", "■ B …0ルピーで購入"),
        ("■ B 「海が呼ぶ」を遠く離れた大きな港町の倉庫に置いた", "■ B 「海が呼ぶ」を…置いた"),
        ("■ B 契約「2ラクダ、1胡椒、1絹、契約を山から1枚」を達成した", "■ B 契約「…」を達成した"),
        ("<:seat_b:1234567> 箱1つを遠く離れた大きな港町の倉庫に運んだ", "<:seat_b:1234567> 箱1つを…運んだ"),
        ("■ B 茶を捨てた", "■ B 茶を捨てた"),
        ("■ B とても長い名前の港町の大きな倉庫にあった箱を捨てた", "■ B とても長い名前の港町の大きな倉…"),
    ):
        assert cut_after_clause(line, " · 3 more") == shown


def test_one_line_of_news_prefers_what_somebody_did_to_a_new_round() -> None:
    begins = LogEvent(message("begins", n=2))
    line = LogLine(2, 0, 1, (build_income_event(1, 1), begins))
    assert summarize_in_one_line(TABLE, 0, Localizer(("en",)), [line]).endswith("Bo: Earns 1")
    alone = LogLine(2, 0, 1, (begins,))
    assert "Round 2" in summarize_in_one_line(TABLE, 0, Localizer(("en",)), [alone])


def test_two_sentences_in_one_line_of_news_have_no_colon_between_them() -> None:
    lines = [LogLine(2, 0, 1, (build_move_event(1, 4),)), LogLine(3, 0, 2, (build_move_event(2, 5),))]
    told = summarize_in_one_line(TABLE, 0, Localizer(("en",)), lines)
    assert told == "-# ■ B Bo: Goes to 4. ▲ C Cy: Goes to 5"


def test_one_line_of_news_tells_what_came_of_a_roll_and_names_its_seat_once() -> None:
    """It told the roll alone, then "■ B B beat C"; a letter without its sign says little to the person who reads it."""
    who, other = SeatRef(1), SeatRef(2)
    events = (LogEvent(message("rolls", who=who, n=8)), LogEvent(message("wins", who=who, other=other)))
    lines = [LogLine(2, 0, 1, (*events, *(build_income_event(1, n) for n in range(3))))]
    assert summarize_in_one_line(TABLE, 0, Localizer(("en",)), lines) == "-# ■ B beat ▲ C · 4 more"
