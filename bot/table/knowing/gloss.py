"""What a newcomer is told about the words of a question where they first meet it.

A game may have a sentence `gloss.<key>` for the question whose text is `<key>`; it takes no arguments.
"""

from __future__ import annotations

from bot.table.live import LiveTable
from engines.kernel import Msg, Prompt, Seat

TABLE = "gloss."


def gloss(live: LiveTable, seat: Seat, prompt: Prompt) -> Msg | None:
    """Of the seat's open question; None: there is none, it was told at an earlier question of the kind, or the person
    needs none (the table's aids).

    Remembered as long as the table is in memory; whoever reads it once more in weeks does not mind.
    """
    found = live.words.beside(prompt.text, TABLE)
    if found is None or live.match is None or not live.aided(seat):
        return None
    return found if meets(live, seat, found.key) else None


def meets(live: LiveTable, seat: Seat, what: str) -> bool:
    """Whether the seat's open question is the first with this in it."""
    return live.match is not None and live.match.position <= live.met.setdefault((seat, what), live.match.position)
