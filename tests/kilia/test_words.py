"""Each term has one word and one number in pictures, questions, the confirmation and the log."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

import engines.kilia
import render.kilia
from bot.table.history import game_log
from bot.table.history import summary as summary_module
from engines.kernel import LANGS, Lang, LogEvent, Message, SeatRef, load_catalogue, message
from engines.kilia.game import GAME
from engines.kilia.rules.turn import take_turn
from render import RenderContext
from render.kilia import ART
from render.kit.scene import TextRun
from tests.kilia.stage import (
    WHITE,
    build_table,
    play,
    render_text,
    set_player,
)

OFFER = "W01 R13 B05 Y10 W10"
NAMES = ("Aoi", "Marco", "Jules", "ことり")
LOCALES = [Path(module.__path__[0]) / "locale" for module in (engines.kilia, render.kilia)]


def test_a_zone_is_counted_by_its_cards_everywhere() -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10")
    set_player(s, WHITE, goods=(3, 0, 0, 0), zones=(2, 0, 0, 0))

    def list_picture_texts(picture: str) -> list[str]:
        scene = ART.draw(GAME.view(s, WHITE), picture, RenderContext("en", NAMES, WHITE))
        return [node.text for node in scene.live_part if isinstance(node, TextRun)]

    assert "2 → 3" in list_picture_texts("panel:turn") and "2/4" in list_picture_texts("mat:0")
    done = play(s, take_turn, "expand:1", "none", "yes")
    assert "castle 3/4" in done.render_detail("action.main", "expand:1")
    assert "castle cards 2 → 3" in done.render_detail("turn.confirm", "yes")
    assert any("3 of 4 cards" in said for said in done.sentences) and "3/4" in list_picture_texts("mat:0")


@pytest.mark.parametrize("lang", LANGS)
def test_chips_and_points_have_one_word(lang: Lang) -> None:
    """Markers were chips in one text and wheels in another; points were VP."""
    words = {"en": r"\bmarkers?\b|\bVP\b|Zoom: wheels", "ja": "マーカー|拡大：ホイール"}[lang]
    for folder in LOCALES:
        for file in folder.glob(f"*{lang}.toml"):
            texts = [line.partition(" = ")[2] or line for line in file.read_text(encoding="utf-8").split("\n")]
            assert not [text for text in texts if re.search(words, text) and not text.startswith("[")], file


def build_line(n: int, *texts: Message) -> game_log.LogLine:
    return game_log.LogLine(n, n, n % 3, tuple(map(LogEvent, texts)))


def test_summary_keeps_main_actions_and_drops_ship_income() -> None:
    words = load_catalogue("engines.kilia")
    marker, expanded, contract, built, sail, refill = (
        words.rate_importance(message(key))
        for key in ("marker.chip", "expand.done", "contract.taken", "build.done", "sail.done", "refill.cards")
    )
    assert marker < expanded < contract == built < sail == refill
    turns = [
        build_line(
            n,
            message("expand.done", who=SeatRef(n % 3)),
            message("build.done", who=SeatRef(n % 3)),
            message("refill.cards"),
        )
        for n in (1, 2)
    ]
    council = build_line(
        3, *(message("sail.done", who=SeatRef(n)) for n in range(3)), message("council.next_round", round=4)
    )
    summary = summary_module.summarize_lines([*turns, council], None, words, 5)
    event_keys = [event.text.key for summary_line in summary.lines for event in summary_line.events]
    assert event_keys == ["expand.done", "build.done", "expand.done", "build.done", "council.next_round"]


def test_no_option_and_no_sentence_names_a_card_by_its_number() -> None:
    """R13, SW: the numbers of cards stand on no picture."""
    s = build_table(offer=OFFER, contracts="C01 C02 C03 C04 C05")
    set_player(s, WHITE, goods=(1, 1, 1, 1), coins=9, active="SW", market="M2:R02")
    for answers in (
        ("expand:1", "contract:2"),
        ("expand:2", "pay:brick1+", "learn:4"),
        ("merchant:2", "space:m1", "good:salt"),
    ):
        played = play(deepcopy(s), take_turn, *answers, "yes")
        sentences = [*played.sentences, *(render_text(prompt.text) for prompt in played.prompts)]
        for prompt in played.prompts:
            for option in (*prompt.options, *prompt.side_actions):
                sentences += [render_text(text) for text in (option.label, option.detail) if text is not None]
        assert not [text for text in sentences if re.search(r"\b([WRBY]\d\d|C\d\d|SW)\b", text)]
