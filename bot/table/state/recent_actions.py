"""Recent actions of the players: for the author badges on the card's picture and for the lines below it.

Everything here is public: spectators' Views up to the barrier, and log entries that all may read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.kernel import LogEvent, Match, Message, Seat, SeatRef
from engines.kernel.messages import split_line

_MAX_ACTIONS = 8
"""At most this many actions are kept apart; earlier ones are credited to no seat."""


@dataclass(slots=True)
class RecentAction:
    """An action: one or more consecutive decisions of one seat."""

    seat: Seat | None
    """The seat that acted; None if several acted at once."""
    view_before: Any
    """The spectator's View before the action."""
    continues_turn: bool
    """True if the action continues a turn that had begun earlier."""
    first_n: int
    """Number of its first decision."""
    log_entries: list[tuple[int, Message]] = field(default_factory=list)
    """Its log entries, each sentence with the number of its decision."""
    turn_seat: Seat | None = None
    """The seat whose turn it continues, if it continues one."""

    def list_messages(self, n: int) -> tuple[Message, ...]:
        """Return the sentences of decisions up to n; later ones are not public yet."""
        return tuple(text for number, text in self.log_entries if number <= n)

    def find_actor(self, n: int) -> Seat | None:
        """Return the seat credited with the actions up to decision n."""
        return find_credited_seat(self.seat, self.turn_seat, self.list_messages(n))


def find_turn_seat(match: Match[Any]) -> Seat | None:
    """Return the seat whose turn the next decision continues: the one that began it.

    None if a turn begins, or if several seats are asked at once: then all of them cause what follows.
    """
    is_shared = match.open_prompts is not None and match.open_prompts.is_simultaneous
    return match.decisions_since_frame[0].seat if match.decisions_since_frame and not is_shared else None


def find_credited_seat(seat: Seat | None, turn_seat: Seat | None, messages: Iterable[Message]) -> Seat | None:
    """Return the seat credited with a step.

    Usually this is the seat that decided. If its answer only let the waiting action of the seat on turn go on, it is
    the seat on turn: the first sentence is about that one, and later sentences tell what happens to others.
    """
    references = (sentence.args.get("who") for text in messages for sentence in split_line(text))
    first = next((reference.seat for reference in references if isinstance(reference, SeatRef)), None)
    return turn_seat if seat is not None and first is not None and first == turn_seat else seat


class PendingAction(NamedTuple):
    """The action to which the next decision belongs."""

    action: RecentAction
    """The last action, or a new one."""
    begins_turn: bool
    """True if a turn begins with the decision."""


class RecentActions:
    """Actions already published, not yet published, and of the current turn, each oldest first."""

    def __init__(self, view: Any = None) -> None:
        """view: what a spectator sees now; nothing has been published yet."""
        self.view_before = self.view_after = view
        """The spectator's View before the actions in `published`; `view_after`: the one after them."""
        self.published: tuple[RecentAction, ...] = ()
        """Actions in the last publication."""
        self.unpublished: tuple[RecentAction, ...] = ()
        """Actions since the last publication."""
        self.current_turn: tuple[RecentAction, ...] = ()
        """Actions of the current turn, from its beginning."""
        self.published_of_turn: tuple[RecentAction, ...] = ()
        """Actions of the current turn that were published early because another seat was asked. The next publication
        shows the turn as a whole, so it repeats them.
        """

    def find_pending_action(self, match: Match[Any], seat: Seat, n: int) -> PendingAction:
        """Return the action to which decision n of this seat belongs, before the decision is applied.

        It continues the last action, unless another seat acted last or a turn begins with it. Actions that ended
        another seat's turn are never merged with those of one's own turn.
        """
        actor = None if match.open_prompts is not None and match.open_prompts.is_simultaneous else seat
        begins = not match.decisions_since_frame
        if self.unpublished and self.unpublished[-1].seat == actor and not (begins and actor is not None):
            return PendingAction(self.unpublished[-1], begins)
        view, turn_seat = match.build_public_match().build_view(None), find_turn_seat(match)
        return PendingAction(RecentAction(actor, view, not begins, n, turn_seat=turn_seat), begins)

    def add_decision(self, pending: PendingAction, n: int, events: Sequence[LogEvent]) -> None:
        """Record that decision n was applied with these events. Events that only give a reason are no actions."""
        action = pending.action
        action.log_entries.extend((n, event.text) for event in events if event.is_action)
        of_turn = () if pending.begins_turn else self.current_turn
        self.current_turn = of_turn if of_turn and of_turn[-1] is action else (*of_turn, action)
        if self.unpublished and self.unpublished[-1] is action:
            return
        self.unpublished = (*self.unpublished, action)
        if len(self.unpublished) > _MAX_ACTIONS:
            first, _, *others = self.unpublished
            self.unpublished = (RecentAction(None, first.view_before, first.continues_turn, first.first_n), *others)

    def mark_published(self, match: Match[Any], last_n: int) -> None:
        """Mark everything up to decision `last_n`, the last public one, as published."""
        self.view_before = self.published_of_turn[0].view_before if self.published_of_turn else self.view_after
        self.published = (*self.published_of_turn, *(action for action in self.unpublished if action.first_n <= last_n))
        self.unpublished = tuple(action for action in self.unpublished if action.first_n > last_n)
        self.published_of_turn = (
            tuple(action for action in self.current_turn if action.first_n <= last_n)
            if match.decisions_since_frame
            else ()
        )
        self.view_after = match.build_public_match().build_view(None)
