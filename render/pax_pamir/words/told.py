"""What the line below the board says of a turn: the log in few words, and what the log has no sentence for."""

from collections.abc import Iterator

from engines.pax_pamir.view import View
from render.kit.look import Look, Step
from render.kit.marks.news import Said, in_brief
from render.pax_pamir.words.phrases import Phrases


def told(step: Step, view: View, look: Look) -> tuple[Said, ...]:
    """The deeds of a turn, and whether another coalition dominates now; that it has ended, if nothing came of it."""
    before, phrases = step.before, Phrases(view, look)
    assert isinstance(before, View)
    done = (*in_brief(step, look, "engines.pax_pamir"), *_dominance(before, phrases))
    if not done and before.turn is not None and view.turn is not None and step.seat == before.turn.player:
        ended = before.turn.player != view.turn.player
        return (Said(phrases.say("since.ended"), seat=step.seat, idle=True),) if ended else ()
    return done


def _dominance(before: View, phrases: Phrases) -> Iterator[Said]:
    """R10 Not after a check, which takes the blocks off the map."""
    view = phrases.view
    if view.dominant == before.dominant or len(view.checks) > len(before.checks):
        return
    if view.dominant is None:
        yield Said(phrases.say("since.undone"))
    else:
        yield Said(phrases.say("since.dominates", who=phrases.winner(view.dominant)))
