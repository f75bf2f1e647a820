"""Faults that are put into the bot on purpose, to test that the fault run notices them.

M1 to M12 come from a review, the others are our own. Each replaces a function of the bot before it starts
(`python -m tests.faults.bot_with NAME`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import messages_mutants, storage_mutants, time_mutants


@dataclass(frozen=True, slots=True)
class Mutant:
    """A deliberate fault."""

    name: str
    description: str
    put_in: Callable[[], None]
    """Patches the running program."""
    is_detectable: bool = True
    """Whether killing the process can reveal the fault at all."""


MUTANTS = (
    Mutant("M1", "3 % of the commits are silently rolled back", storage_mutants.lose_commits),
    Mutant("M2", "an outbox row is marked as sent at the attempt", storage_mutants.mark_sent_at_attempt),
    Mutant(
        "M3", "20 % of people's answers are applied a second time where that is legal", storage_mutants.answer_twice
    ),
    Mutant("M4", "no notification is ever written", messages_mutants.drop_notifications),
    Mutant("M5", "resuming a game forgets the last unconfirmed decision", storage_mutants.forget_last_decision),
    Mutant("M6", "every turn is posted twice", lambda: messages_mutants.post_twice("turn")),
    Mutant("M7", "turns are never posted, only marked as sent", messages_mutants.skip_turn_posts),
    Mutant("M8", "every notification is posted twice", lambda: messages_mutants.post_twice("ping")),
    Mutant("M9", "replaced cards are not deleted", messages_mutants.keep_replaced_cards),
    Mutant("M10", "the claim of the interaction is skipped", storage_mutants.skip_claim),
    Mutant("M11", "`synchronous = OFF`", storage_mutants.disable_synchronous, is_detectable=False),
    Mutant("M12", "one notification in four goes to the wrong person", messages_mutants.notify_wrong_person),
    Mutant("N1", "a commit is acknowledged before it is done", storage_mutants.delay_commits),
    Mutant("N2", "Back is not stored", storage_mutants.skip_undo),
    Mutant("N3", "Back goes back two steps where it can", storage_mutants.undo_twice),
    Mutant("N4", "every retry posts under a new nonce", storage_mutants.change_nonces),
    Mutant("N5", "a post that Discord is too busy for is dropped", messages_mutants.give_up_when_busy),
    Mutant("N6", "after a start all turns are posted again", storage_mutants.forget_published_n),
    Mutant("N7", "a checkpoint is stored with the preceding decision", storage_mutants.save_checkpoint_too_early),
    Mutant("N8", "one change in five does not reach the card", messages_mutants.skip_some_cards),
    Mutant("N9", "steps that are not confirmed yet are posted", messages_mutants.publish_unconfirmed_steps),
    Mutant("N10", "sentences for one seat are shown to everybody", messages_mutants.publish_hidden_events),
    Mutant("N11", "one press in twenty opens another seat's panel", messages_mutants.open_wrong_seat),
    Mutant("N12", "one decision in ten of a shared question is not stored", storage_mutants.lose_shared_answers),
    Mutant("N13", "answered notifications stay", messages_mutants.keep_answered_notifications),
    Mutant("N14", "a channel's rows are posted newest first", storage_mutants.send_newest_first),
    Mutant("N15", "every new card notifies all pending players again", messages_mutants.mention_players_again),
    Mutant(
        "N16", "a press that arrives twice also answers the next question", storage_mutants.answer_next_question_too
    ),
    Mutant("N17", "one notification in three is not written", messages_mutants.drop_some_notifications),
    Mutant("N18", "the scores are posted twice", lambda: messages_mutants.post_twice("final")),
    Mutant("N19", "a card waits for a drawing that hangs", time_mutants.wait_for_hung_drawings),
    Mutant("N20", "requests that hang have no limit", time_mutants.wait_for_hung_requests),
    Mutant("N21", "transactions that hang have no limit", time_mutants.wait_for_hung_transactions),
    Mutant("N22", "a step of the clock is believed at once", time_mutants.believe_steps),
    Mutant(
        "N23",
        "messages are sent although the leases may be over",
        messages_mutants.send_without_leases,
        is_detectable=False,
    ),
)

BY_NAME = {mutant.name: mutant for mutant in MUTANTS}
