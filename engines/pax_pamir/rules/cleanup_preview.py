"""R9 Preview of a cleanup from public facts, before it is confirmed: events that leave the market, and checks."""

from collections.abc import Iterator
from functools import partial

from engines.kernel import Message, NounRef, RuleOutcome, simulate_rule
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.facts import WithoutEffect
from engines.pax_pamir.table.market import COLUMN_COSTS, compute_unit_cost, list_pile_borders
from engines.pax_pamir.table.names import describe_effect
from engines.pax_pamir.table.scoring import build_check_forecast, count_checks_left
from engines.pax_pamir.table.state import COLUMNS, State

from .events import discard_market_event
from .market_changes import list_checks_in_market

LEFTMOST = (0, COLUMNS)
"""R9.3 Column 0, the top space first."""


def build_warning_text(s: State, player: int) -> Message:
    """Return the warnings as one text that ends with the refill."""
    notes = (Message("cleanup.note", {"note": note}) for note in list_warnings(s, player))
    return Message("cleanup.foreseen", {"notes": (*notes, Message("cleanup.next"))})


def list_warnings(s: State, player: int) -> tuple[Message, ...]:
    """R9.3, R9.4 Return warnings of events that will have an effect, and of a check that the refill may cause."""
    lines: list[Message] = []
    state = s
    for index in LEFTMOST:
        card = state.market[index].card
        if card not in CONTENT.events or state.phase == "over":
            continue
        result = simulate_rule(state, partial(discard_market_event, index=index))
        if not _has_no_effect(card, result):
            result_words = _select_result_words(consequences.list_outcome_results(state, result, player))
            lines.append(_check_words(result_words) if card in CONTENT.checks else _describe_event(card, result_words))
        state = result.state
    lines += _warn_of_instability(state)
    return tuple(lines)


def list_coming_checks(s: State, player: int) -> tuple[Message, ...]:
    """R9.3, R10 Return a note on the dominance check that this turn's cleanup will trigger.

    If none is due, return notes on checks in the market that another player might buy.
    """
    if not any(s.market[index].card in CONTENT.checks for index in LEFTMOST):
        return tuple(_warn_of_market_checks(s, player))
    return tuple(
        Message("cleanup.coming", note.args) for note in list_warnings(s, player) if note.key == "cleanup.check"
    )


def _warn_of_market_checks(s: State, player: int) -> Iterator[Message]:
    """R6.1, R12 Yield a note on each check in the market that would favor another player or end the game.

    It names every player, the asked one too, since a public post quotes the question.
    """
    for index, space in enumerate(s.market):
        if space.card in CONTENT.checks:
            check_words, ends_game, gained = _forecast_check(s, is_final=count_checks_left(s) == 1)
            if ends_game or max(gained) > gained[player]:
                cost = COLUMN_COSTS[index] * compute_unit_cost(s)
                yield Message("cleanup.lying", {"cost": cost, "then": tuple(check_words)})


def _forecast_check(s: State, is_final: bool) -> tuple[list[Message], bool, tuple[int, ...]]:
    """R10.3, R10.4 Return (texts, whether the game would end, points by player) for a check that takes place now."""
    check = build_check_forecast(s, is_final)
    ends_game = is_final or check.winner is not None
    result_words = consequences.iter_check_words(s, check.dominant, check.gained_vp)
    return [*result_words, *([Message("then.over")] if ends_game else [])], ends_game, check.gained_vp


def _has_no_effect(card: int, result: RuleOutcome[State]) -> bool:
    """Return whether the event has no effect this time."""
    return CONTENT.events[card].discarded == "no_effect" or WithoutEffect() in result.facts


def _describe_event(card: int, result_words: list[Message]) -> Message:
    side = CONTENT.events[card].discarded
    return Message(
        "cleanup.event_then" if result_words else "cleanup.event",
        {"event": NounRef(f"event.{side}"), "effect": describe_effect(side), "then": tuple(result_words)},
    )


def _check_words(result_words: list[Message]) -> Message:
    return Message("cleanup.check", {"then": tuple(result_words)})


def _select_result_words(parts: list[consequences.ResultPart]) -> list[Message]:
    """Return the texts without open choices and hand discards.

    Event 114 therefore says nothing, even if a hand of one card leaves no choice.
    """
    return consequences.select_words(parts, "open", "hand")


def _warn_of_instability(s: State) -> Iterator[Message]:
    """R9.4 Yield a warning if the refill may add a second check to the market, which triggers one at once.

    Both check cards leave the market then.
    """
    if s.phase == "over" or len(list_checks_in_market(s)) != 1 or not may_check_appear(s):
        return
    check_words, _, _ = _forecast_check(s, is_final=count_checks_left(s) == 2)
    yield Message("cleanup.unstable", {"then": tuple(check_words)})


def may_check_appear(s: State) -> bool:
    """R3.3, R9.4 Return whether the refill may reach the pile with the next check. Pile sizes are public."""
    checks_in_deck = count_checks_left(s) - len(list_checks_in_market(s))
    new_cards = sum(space.card is None for space in s.market)
    return checks_in_deck > 0 and new_cards > len(s.deck) - list_pile_borders(s)[checks_in_deck]
