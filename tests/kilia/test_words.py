"""One thing has one word and one number wherever it is told: in pictures, questions, the confirmation and the log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engines.kilia
import render.kilia
from bot.table import history
from bot.table.knowing import digest
from engines.kernel import LANGS, Event, Lang, Msg, Who, catalogue, say
from engines.kilia.game import GAME
from engines.kilia.rules.turn import take_turn
from render import Look
from render.kilia import ART
from render.kit.scene import Text
from tests.kilia.stage import WHITE, owner, play, table

NAMES = ("Aoi", "Marco", "Jules", "ことり")
LOCALES = [Path(module.__path__[0]) / "locale" for module in (engines.kilia, render.kilia)]


def test_a_zone_is_counted_by_its_cards_everywhere() -> None:
    s = table(offer="W01 R13 B05 Y10 W10")
    owner(s, WHITE, goods=(3, 0, 0, 0), zones=(2, 0, 0, 0))

    def shown(picture: str) -> list[str]:
        scene = ART.draw(GAME.view(s, WHITE), picture, Look("en", NAMES, WHITE))
        return [node.text for node in scene.live if isinstance(node, Text)]

    assert "2 → 3" in shown("panel:turn") and "2/4" in shown("mat:0")
    done = play(s, take_turn, "expand:1", "none", "yes")
    assert "card 3/4" in done.detail("action.main", "expand:1")
    assert "castle cards 2 → 3" in done.detail("turn.confirm", "yes")
    assert any("card 3/4" in said for said in done.sentences) and "3/4" in shown("mat:0")


@pytest.mark.parametrize("lang", LANGS)
def test_chips_and_points_have_one_word(lang: Lang) -> None:
    """Markers were chips in one place and wheels in another; points were VP."""
    words = {"en": r"\bmarkers?\b|\bVP\b|Zoom: wheels", "ja": "マーカー|拡大：ホイール"}[lang]
    for folder in LOCALES:
        for file in folder.glob(f"*{lang}.toml"):
            texts = [line.partition(" = ")[2] or line for line in file.read_text(encoding="utf-8").split("\n")]
            assert not [text for text in texts if re.search(words, text) and not text.startswith("[")], file


def line(n: int, *texts: Msg) -> history.Line:
    return history.Line(n, n, n % 3, tuple(map(Event, texts)))


def test_a_short_account_keeps_main_actions_and_gives_up_the_income_of_ships() -> None:
    words = catalogue("engines.kilia")
    marker, expanded, contract, built, sail, refill = (
        words.weight(say(key))
        for key in ("marker.chip", "expand.done", "contract.taken", "build.done", "sail.done", "refill.cards")
    )
    assert marker < expanded < contract == built < sail == refill
    turns = [
        line(n, say("expand.done", who=Who(n % 3)), say("build.done", who=Who(n % 3)), say("refill.cards"))
        for n in (1, 2)
    ]
    council = line(3, *(say("sail.done", who=Who(n)) for n in range(3)), say("council.next_round", round=4))
    found = digest.digest([*turns, council], None, words, 5)
    told = [event.text.key for one in found.lines for event in one.events]
    assert told == ["expand.done", "build.done", "expand.done", "build.done", "council.next_round"]
