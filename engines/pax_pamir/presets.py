"""R7.7 Preset answers to the bribe requests of each payer."""

from collections.abc import Sequence
from functools import lru_cache

from engines.kernel import Message, Option, PresetTopic, Prompt, Seat, SeatRef
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.bribes import build_preset_topic_id
from engines.pax_pamir.table.questions import BribeOffered

from .view import View


def _build_preset_topic(payer: Seat) -> PresetTopic:
    def list_choices(view: View, seat: Seat) -> Sequence[Option]:
        people = [player.number for player in view.players if not player.is_automa]
        return _build_preset_options() if payer != seat and payer in people else ()

    return PresetTopic(Message("standing.bribe", {"payer": SeatRef(payer)}), list_choices, answer_by_preset)


@lru_cache
def _build_preset_options() -> tuple[Option, ...]:
    """R7.7 Return the preset options: never accept, accept up to n rupees off, or accept any offer."""
    limited_options = [Option(f"upto:{n}", n, Message("order.upto", {"off": n})) for n in (1, 2, 3)]
    return Option("never", 0, Message("order.never")), *limited_options, Option("always", None, Message("order.always"))


def answer_by_preset(prompt: Prompt, max_reduction: int | None) -> tuple[str, ...]:
    """R7.7 Return the answer of a preset: accept an offer within its limit, else demand the lowest sum allowed.

    max_reduction: maximum reduction of the full bribe, in rupees; None: no limit.
    """
    question: BribeOffered = prompt.subject
    if max_reduction == 0:
        return ("refuse",)
    if max_reduction is None:
        return ("accept",)
    min_price = question.full - max_reduction
    return ("accept",) if question.offer >= min_price else (f"counter:{min_price}",)


PRESETS = {build_preset_topic_id(seat): _build_preset_topic(seat) for seat in range(CONTENT.data.meta.players_max)}
