"""Glosses: explanations for newcomers, shown with the first question of each kind.

A game may have a sentence `gloss.<key>` for the question whose text is `<key>`; it takes no arguments.
"""

from bot.table.state.table import Table
from engines.kernel import Message, Prompt, Seat

CATALOGUE_TABLE = "gloss."


def find_gloss(table: Table, seat: Seat, prompt: Prompt) -> Message | None:
    """Return the gloss of the seat's open question. None if there is none, it was shown with an earlier question, or
    the seat has no first-game aids.

    Remembered only while the table is in memory; seeing a gloss again weeks later does no harm.
    """
    sentence = table.catalogue.find_related(prompt.text, CATALOGUE_TABLE)
    if sentence is None or table.match is None or not table.has_aids(seat):
        return None
    return sentence if is_first_use(table, seat, sentence.key) else None


def is_first_use(table: Table, seat: Seat, key: str) -> bool:
    """Return whether the seat's open question is the first that contains this sentence."""
    return table.match is not None and table.match.position <= table.gloss_positions.setdefault(
        (seat, key), table.match.position
    )
