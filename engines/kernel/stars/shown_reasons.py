"""Reasons as a panel shows them: beside the answers that one press gives, and in fewer and fewer words.

The gains of these answers are not said again; what the press does not bring comes "after that". A shorter reason says
less, but it ends where a thought ends. Costs stay as long as the gains that they pay for, at last the first of them.
"""

from collections.abc import Callable, Iterator, Sequence

from engines.kernel.messages import Message

from .aids import Aids
from .explanation import join_gains
from .suggestions import PlannedAnswer, iter_parts

AFTER_THAT = {"kernel.aid.then": "kernel.aid.after_that", "kernel.aid.then_more": "kernel.aid.after_that_more"}
"""Reason that speaks of later answers -> the same about answers that one press does not give."""
LATER_KEYS = frozenset((*AFTER_THAT, *AFTER_THAT.values()))
"""Reasons that name a later answer."""

MERITS = "merits"
"""Argument of a game's reason: several things, of which any may be left out."""


def fit_to_line(reason: Message, line: Sequence[PlannedAnswer], aids: Aids | None) -> Message:
    """Return the reason without what a panel says as the answers that one press gives. line: these answers"""
    reason = separate_later_steps(reason, line)
    return reason if aids is None or len(line) < 2 else omit_parts_of_line(reason, line, aids.is_repeat)


def separate_later_steps(reason: Message, line: Sequence[PlannedAnswer]) -> Message:
    """Return the reason, with "after that" for gains none of which one press brings. A later answer of the line, which
    the panel names as well, is left out.

    line: the answers that one press gives
    """
    if reason.key in AFTER_THAT:
        if reason.args["what"] in [answer.labels for answer in line[1:]]:
            return Message("kernel.aid.next", {"why": reason.args["why"]})
        brings_some = reason.key == "kernel.aid.then_more" and len(line) > 1
        return reason if brings_some else Message(AFTER_THAT[reason.key], reason.args)
    args = {
        name: separate_later_steps(arg, line) if isinstance(arg, Message) else arg for name, arg in reason.args.items()
    }
    return Message(reason.key, args) if reason.key.startswith("kernel.") else reason


def omit_parts_of_line(
    reason: Message, line: Sequence[PlannedAnswer], is_repeat: Callable[[Message, Message], bool]
) -> Message:
    """Return the reason without the answer that it begins with, and without gains that the labels of the line name,
    unless these are all.

    line: several answers that one press gives, and that the panel shows; is_repeat: as in `Aids`
    """
    why = reason.args.get("why")
    if reason.key == "kernel.aid.shared" and isinstance(why, Message):
        return omit_parts_of_line(why, line, is_repeat)
    labels = tuple(part for answer in line for label in answer.labels for part in iter_parts(label))
    return _omit_gains(reason, lambda gain: any(is_repeat(gain, label) for label in labels))


def _omit_gains(reason: Message, is_in_line: Callable[[Message], bool]) -> Message:
    """Return the reason without these of its gains, unless they have a price, wherever others stand beside them."""
    if reason.key == "kernel.aid.gains":
        gains = _list_gains(reason)
        return join_gains([gain for gain in gains if not is_in_line(gain)] or gains)
    now, then = reason.args.get("now"), reason.args.get("then")
    gains = _list_gains(now) if isinstance(now, Message) else []
    if isinstance(then, Message) and gains and all(map(is_in_line, gains)):
        return _omit_gains(then, is_in_line)
    return _replace_inner(reason, {name: _omit_gains(arg, is_in_line) for name, arg in _iter_inner(reason)})


def _list_gains(reason: Message) -> list[Message]:
    """Return the gains that a reason consists of; none if it says more than these."""
    if not reason.key.startswith("kernel."):
        return [reason]
    gains = reason.args.get("gains")
    return [gain for gain in gains if isinstance(gain, Message)] if isinstance(gains, tuple) else []


def iter_shorter(reason: Message) -> Iterator[Message]:
    """Yield the reason in fewer and fewer words, none of which says more than the whole.

    First the name of the later answer goes, then what comes later beside what comes now, then gain after gain, then all
    costs but the first. The words on what the answer endangers go last.
    """
    for shorten in (_drop_comparison, _drop_later_name, _drop_later_gains):
        shorter = shorten(reason)
        if shorter != reason:
            yield shorter
            reason = shorter
    while (shorter := _drop_last_gain(reason)) != reason:
        yield shorter
        reason = shorter
    if (shorter := _drop_other_costs(reason)) != reason:
        yield shorter
        reason = shorter
    if reason.key == "kernel.aid.careful":
        yield Message("kernel.aid.warns", {"dangers": reason.args["dangers"]})


def _drop_comparison(reason: Message) -> Message:
    """Leave out that other answers lead to the same."""
    why = reason.args.get("why")
    return why if reason.key == "kernel.aid.alike" and isinstance(why, Message) else reason


def _drop_later_name(reason: Message) -> Message:
    if reason.key in LATER_KEYS:
        return Message("kernel.aid.later", {"why": reason.args["why"]})
    return _replace_inner(reason, {name: _drop_later_name(arg) for name, arg in _iter_inner(reason)})


def _drop_later_gains(reason: Message) -> Message:
    now = reason.args.get("now")
    if reason.key == "kernel.aid.both" and isinstance(now, Message):
        return Message("kernel.aid.some", {"why": now})
    return _replace_inner(reason, {name: _drop_later_gains(arg) for name, arg in _iter_inner(reason)})


def _drop_last_gain(reason: Message) -> Message:
    """Leave out the last of several gains, or of the merits of one gain, but never the first."""
    gains, merits = reason.args.get("gains"), reason.args.get(MERITS)
    if isinstance(merits, tuple) and len(merits) > 1:
        return Message("kernel.aid.some", {"why": Message(reason.key, {**reason.args, MERITS: merits[:-1]})})
    if reason.key == "kernel.aid.gains" and isinstance(gains, tuple) and len(gains) > 1:
        shorter_gains = gains[0] if len(gains) == 2 else Message(reason.key, {"gains": gains[:-1]})
        return Message("kernel.aid.some", {"why": shorter_gains})
    inner = reason.args.get("why")
    if reason.key == "kernel.aid.some" and isinstance(inner, Message):
        return reason if (shorter := _drop_last_gain(inner)) == inner else shorter  # which says itself that it is short
    return _replace_inner(reason, {name: _drop_last_gain(arg) for name, arg in _iter_inner(reason)})


def _drop_other_costs(reason: Message) -> Message:
    """Leave out the costs after the first."""
    costs = reason.args.get("costs")
    if reason.key == "kernel.aid.priced" and isinstance(costs, tuple) and len(costs) > 1:
        return Message("kernel.aid.paid", {"why": reason.args["why"], "cost": costs[0]})
    return _replace_inner(reason, {name: _drop_other_costs(arg) for name, arg in _iter_inner(reason)})


def _iter_inner(reason: Message) -> Iterator[tuple[str, Message]]:
    """Yield the parts of a kernel's reason that are reasons themselves, with their names."""
    if reason.key.startswith("kernel."):
        yield from ((name, arg) for name, arg in reason.args.items() if isinstance(arg, Message))


def _replace_inner(reason: Message, inner: dict[str, Message]) -> Message:
    return Message(reason.key, {**reason.args, **inner}) if inner else reason
