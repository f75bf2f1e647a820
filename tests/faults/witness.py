"""What the people of one table have seen, and which histories of the table are left that explain it.

Whoever is killed in the middle of a press cannot know what became of it. So there may be several histories, each a
`Shadow`; every answer, every look and the database at rest leaves those that fit. If none is left, the bot has lost,
doubled or invented something.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.discord_ui.card.board import board_page
from bot.discord_ui.page.layout import Key, Menu, Page
from bot.discord_ui.panel.page import panel
from bot.discord_ui.text.voice import Voice
from bot.standin.model import components as c
from engines.kernel import LANGS, Lang, Seat
from tests.clicker import controls, tokens

from .shadow import Press, Shadow, shown, words_of

MOST = 64
"""Histories that are followed side by side: presses without an answer are rare."""

MOST_NEWS = 30
"""So many decisions at most are told above a question: they were made since an answer of the same person."""
IN_FULL = 8
COMMAND = re.compile(r"</[^>]+>|`/[^`]+`")
FIRST_MET = tuple(Voice((lang,)).line("panel.readings", names="") for lang in LANGS)


@dataclass(slots=True)
class Witness:
    """worlds: the histories that are possible; loose: presses of which nobody knows what became; wrong: what does not
    fit any history, in words.
    """

    game: int
    worlds: list[Shadow]
    loose: list[Press] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    presses: dict[int, Press] = field(default_factory=dict)
    """Every press that could decide something, by the id of its interaction."""
    story: deque[str] = field(default_factory=lambda: deque(maxlen=60))
    """What was noted last, in words, for whoever has to find out what was wrong."""
    looks: int = 0
    """How many private pages were compared."""

    @property
    def is_done(self) -> bool:
        """Nobody plays here any more: the game is over, or what happened cannot be explained, which is told once."""
        return bool(self.wrong) or (self.world.over and not self.loose)

    @property
    def has_ended(self) -> bool:
        """Nobody can press here any more, though it may not be known yet what became of a last press."""
        return self.is_done or all(world.over for world in self.worlds)

    @property
    def world(self) -> Shadow:
        """The first of the histories: the only one, once everything is known."""
        return self.worlds[0]

    def asks(self, seat: Seat) -> bool:
        """Whether the seat may be asked something."""
        return any(seat in world.waiting for world in self.worlds)

    def unknown(self, press: Press) -> None:
        """Pressed, and no answer came."""
        self.loose.append(press)
        self.story.append(f"press {press}")

    def answered(self, press: Press, message: Any) -> None:
        """Pressed, and the answer shows what is asked next."""
        self._is_known(press)
        found = [world for world in self._possible() if world.allows(press)]
        for world in found:
            world.do(press)
        self._keep(found, f"answer {press.keys} of seat {press.seat}", lambda w: _asked(w, press.seat, message))

    def refused(self, press: Press, message: Any) -> None:
        """Pressed, and the answer says that another question is open by now. A press that came twice may have answered
        it by itself: of the two answers only one arrives.
        """
        if not press.twice:
            self._is_known(press)
        found = [w for w in self._possible() if w.ref(press.seat) != press.ref or press.interaction in w.done]
        self._keep(found, f"stale press of seat {press.seat}", lambda w: _asked(w, press.seat, message))

    def _is_known(self, press: Press) -> None:
        self.loose = [other for other in self.loose if other is not press]

    def saw(self, seat: Seat, message: Any, lang: Lang) -> None:
        """Somebody has opened the panel. One in some is compared with a page of our own, letter by letter."""
        whole = self.looks % IN_FULL == 0

        def differs(world: Shadow) -> str | None:
            return _opened(world, seat, message, lang) if whole or world.over else _asked(world, seat, message)

        self._keep(self._possible(), f"panel of seat {seat}", differs)

    def at_rest(self, identity: tuple[object, ...]) -> None:
        """The bot is dead, and this is what its database holds: what has not come through never will."""
        self.stands(identity)
        self.loose.clear()

    def stands(self, identity: tuple[object, ...]) -> None:
        """The bot lives, and this is what its database holds now: what has not come through may still do so."""
        found = self._possible()
        self._keep(
            found, "database", lambda world: None if world.identity == identity else _difference(world, identity)
        )

    def _possible(self) -> list[Shadow]:
        """Every history, also with presses that may have come through by now."""
        found = {world.identity: world for world in self.worlds}
        ready = list(found.values())
        while ready and len(found) < MOST:
            world = ready.pop()
            for press in self.loose:
                if world.allows(press):
                    other = world.twin()
                    other.do(press)
                    if other.identity not in found:
                        found[other.identity] = other
                        ready.append(other)
        return list(found.values())

    def _keep(self, found: list[Shadow], what: str, differs: Callable[[Shadow], str | None]) -> None:
        self.looks += 1
        told = [differs(world) for world in found]
        self.story.append(f"{what}: {[(world.identity[0], *world.identity[-2:]) for world in found]}, differ: {told}")
        fitting = [world for world, difference in zip(found, told, strict=True) if difference is None]
        if not fitting:
            why = "; or ".join(sorted({text for text in told if text})) or "nothing of the kind could be done"
            self.wrong.append(f"{what.split(maxsplit=1)[0]}: game {self.game}: {what}: {why}")
            return
        self.worlds = fitting
        self.loose = [p for p in self.loose if any(world.ref(p.seat) == p.ref for world in fitting)]


def _opened(world: Shadow, seat: Seat, message: Any, lang: Lang) -> str | None:
    """What is wrong with a panel that was opened by Play, letter by letter; None: it is as it must be.

    What was done since some moment may stand above the question: how much of it, the bot keeps in memory.
    """
    live, voice = world.page(), Voice((lang,))
    if world.over:
        return _unlike(world, board_page(live, voice), message)
    told = world.lines(seat)
    bare = _unlike(world, panel(live, seat, voice), message)
    news = (told[first:] for first in range(len(told) - 1, max(0, len(told) - MOST_NEWS) - 1, -1))
    pages = (panel(live, seat, voice, since=lines) for lines in news)
    return None if bare is None or any(_unlike(world, page, message) is None for page in pages) else bare


def _unlike(world: Shadow, page: Page, message: Any) -> str | None:
    expected = [key for row in page.rows for key in _controls(row)]
    found = [_control(part) for part in c.of_type(message, c.BUTTON, *c.SELECTS) if part.get("custom_id")]
    if expected != found:
        return (
            f"it offers {[x for x in found if x not in expected]}, expected {[x for x in expected if x not in found]}"
        )
    words, found_words = _for_everybody(words_of(page.texts)), _for_everybody(shown(c.text(message)))
    return None if world.over or found_words == words else f"it says {c.text(message)!r}, expected {words!r}"


def _for_everybody(words: str) -> str:
    """Without what is said to those only who meet a name for the first time: what a person has met, and whether the bot
    still knows that after it was killed, is not followed here. Commands have no name: Discord knows their numbers.
    """
    return "\n".join(COMMAND.sub("/", line) for line in words.splitlines() if not line.startswith(FIRST_MET))


def _asked(world: Shadow, seat: Seat, message: Any) -> str | None:
    """What is wrong with the question on a panel: another one, or options that it does not have."""
    prompt, ref = world.match.prompt(seat), world.ref(seat)
    expected = set() if ref is None else {f"{world.look.id}.{'.'.join(map(str, ref))}"}
    if (found := tokens(message)) != expected:
        return f"it shows the question {sorted(found)}, expected {sorted(expected)}"
    if prompt is None:
        return None
    keys = {option.key for option in (*prompt.options, *prompt.asides)}
    offered = {str(part["custom_id"]).split(":", 3)[-1] for part in controls(message, "pick", c.BUTTON)}
    for verb in ("choose", "aside"):
        offered |= {row["value"] for menu in controls(message, verb, *c.SELECTS) for row in menu["options"]}
    return f"it offers {sorted(offered - keys)}, which are not allowed" if offered - keys else None


def _controls(row: Any) -> list[tuple[object, ...]]:
    if isinstance(row, Menu):
        return [(row.id, *(choice.value for choice in row.choices))]
    return [(key.id,) for key in row if isinstance(key, Key)]


def _control(part: Any) -> tuple[object, ...]:
    return (part["custom_id"], *(option["value"] for option in part.get("options") or ()))


def _difference(world: Shadow, identity: tuple[object, ...]) -> str | None:
    if world.identity == identity:
        return None
    (epoch, *rows), (stored, *found) = world.identity, identity
    lost, more = Counter(rows) - Counter(found), Counter(found) - Counter(rows)
    return f"it lacks {list(lost)}, and has {list(more)} besides; {stored} steps were taken back, expected {epoch}"
