"""Faults that are put into the bot on purpose, to test that the fault run notices them.

M1 to M12 come from a review, the others are our own. Each replaces a function of the bot before it starts
(`python -m tests.faults.bot_with NAME`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import mutants_messages, mutants_storage, mutants_time


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
    Mutant("M1", "3 % of the commits are silently rolled back", mutants_storage.lose_commits),
    Mutant("M2", "an outbox row is marked as sent at the attempt", mutants_storage.mark_sent_at_attempt),
    Mutant(
        "M3", "20 % of people's answers are applied a second time where that is legal", mutants_storage.answer_twice
    ),
    Mutant("M4", "no call is ever written", mutants_messages.drop_notifications),
    Mutant("M5", "a resume forgets the last unconfirmed decision", mutants_storage.forget_last_decision),
    Mutant("M6", "every turn is posted twice (second nonce)", lambda: mutants_messages.post_twice("turn")),
    Mutant("M7", "turns are never posted, only marked as sent", mutants_messages.skip_turn_posts),
    Mutant("M8", "every call is posted twice (second nonce)", lambda: mutants_messages.post_twice("ping")),
    Mutant("M9", "replaced cards are not deleted", mutants_messages.keep_replaced_cards),
    Mutant("M10", "the claim of the click is skipped", mutants_storage.skip_claim),
    Mutant("M11", "synchronous = OFF", mutants_storage.disable_synchronous, is_detectable=False),
    Mutant("M12", "one call in four goes to a wrong person", mutants_messages.notify_wrong_person),
    Mutant("N1", "a commit is acknowledged before it is done", mutants_storage.delay_commits),
    Mutant("N2", "Back is not stored", mutants_storage.skip_undo),
    Mutant("N3", "Back takes two steps where it can", mutants_storage.undo_twice),
    Mutant("N4", "every new try posts under a new nonce", mutants_storage.change_nonces),
    Mutant("N5", "what Discord is too busy for is given up", mutants_messages.give_up_when_busy),
    Mutant("N6", "after a start all turns are told anew", mutants_storage.forget_published_n),
    Mutant("N7", "a checkpoint is stored with the decision before its own", mutants_storage.save_checkpoint_too_early),
    Mutant("N8", "one change in five does not reach the card", mutants_messages.skip_some_cards),
    Mutant("N9", "steps that are not confirmed yet are told", mutants_messages.publish_unconfirmed_steps),
    Mutant("N10", "sentences for one seat are told to everybody", mutants_messages.publish_hidden_events),
    Mutant("N11", "one press in twenty opens another seat's panel", mutants_messages.open_wrong_seat),
    Mutant("N12", "one decision in ten of a shared question is not stored", mutants_storage.lose_shared_answers),
    Mutant("N13", "calls that were answered stay", mutants_messages.keep_answered_notifications),
    Mutant("N14", "a channel's rows are said the newest first", mutants_storage.send_newest_first),
    Mutant("N15", "every new card rings everybody who is asked again", mutants_messages.mention_players_again),
    Mutant("N16", "a press that comes twice answers the next question, too", mutants_storage.answer_next_question_too),
    Mutant("N17", "one call in three is not written", mutants_messages.drop_some_notifications),
    Mutant("N18", "the scores are posted twice", lambda: mutants_messages.post_twice("final")),
    Mutant("N19", "a card waits for a drawing that hangs", mutants_time.wait_for_hung_drawings),
    Mutant("N20", "requests that hang have no limit", mutants_time.wait_for_hung_requests),
    Mutant("N21", "transactions that hang have no limit", mutants_time.wait_for_hung_transactions),
    Mutant("N22", "a step of the clock is believed at once", mutants_time.believe_steps),
)

BY_NAME = {mutant.name: mutant for mutant in MUTANTS}
