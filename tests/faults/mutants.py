"""Faults that are put into the bot on purpose, to see what notices them: M1 to M12 of the review, and more.

Each is a few lines over the bot's own functions, put in before it starts (`python -m tests.faults.bot_with NAME`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import mutants_messages as said
from . import mutants_storage as kept


@dataclass(frozen=True, slots=True)
class Mutant:
    """what: in words; put_in: changes the running program; seen: whether a killed process can show it at all."""

    name: str
    what: str
    put_in: Callable[[], None]
    seen: bool = True


MUTANTS = (
    Mutant("M1", "3 % of the commits are silently rolled back", kept.commits_are_lost),
    Mutant("M2", "an outbox row is marked as sent at the attempt", kept.sent_at_the_attempt),
    Mutant("M3", "20 % of people's answers are applied a second time where that is legal", kept.answers_twice),
    Mutant("M4", "no call is ever written", said.no_calls),
    Mutant("M5", "a resume forgets the last unconfirmed decision", kept.resume_forgets),
    Mutant("M6", "every turn is posted twice (second nonce)", lambda: said.posts_twice("turn")),
    Mutant("M7", "turns are never posted, only marked as sent", said.turns_not_posted),
    Mutant("M8", "every call is posted twice (second nonce)", lambda: said.posts_twice("ping")),
    Mutant("M9", "replaced cards are not deleted", said.cards_stay),
    Mutant("M10", "the claim of the click is skipped", kept.no_claim),
    Mutant("M11", "synchronous = OFF", kept.not_synchronous, seen=False),
    Mutant("M12", "one call in four goes to a wrong person", said.wrong_person),
    Mutant("N1", "a commit is acknowledged before it is done", kept.commits_are_late),
    Mutant("N2", "Back is not stored", kept.back_is_not_stored),
    Mutant("N3", "Back takes two steps where it can", kept.back_takes_two),
    Mutant("N4", "every new try posts under a new nonce", kept.new_nonces),
    Mutant("N5", "what Discord is too busy for is given up", said.gives_up),
    Mutant("N6", "after a start all turns are told anew", kept.told_is_forgotten),
    Mutant("N7", "a checkpoint is stored with the decision before its own", kept.checkpoints_too_early),
    Mutant("N8", "one change in five does not reach the card", said.cards_late),
    Mutant("N9", "steps that are not confirmed yet are told", said.tells_unconfirmed),
    Mutant("N10", "sentences for one seat are told to everybody", said.tells_hidden),
    Mutant("N11", "one press in twenty opens another seat's panel", said.other_seat),
    Mutant("N12", "one decision in ten of a shared question is not stored", kept.shared_answers_are_lost),
    Mutant("N13", "calls that were answered stay", said.calls_stay),
    Mutant("N14", "a channel's rows are said the newest first", kept.newest_first),
    Mutant("N15", "every new card rings everybody who is asked again", said.cards_ring_again),
    Mutant("N16", "a press that comes twice answers the next question, too", kept.twice_answers_the_next),
    Mutant("N17", "one call in three is not written", said.some_calls),
    Mutant("N18", "the scores are posted twice", lambda: said.posts_twice("final")),
)

BY_NAME = {mutant.name: mutant for mutant in MUTANTS}
