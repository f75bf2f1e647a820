"""The pictures of a lesson: drawn from the game that was really played, as a player at that table would see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.discord_ui.page.pictures import Picture
from engines.kernel import Lang, Prompt
from render import Art, Look, Mark, arts, paint
from render import Step as Done

from .example import Example, Step


@dataclass(frozen=True, slots=True)
class LessonRequest:
    """number: which page of the lesson it belongs to."""

    engine: str
    number: int
    picture: str
    look: Look
    view: Any
    game: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        return "lesson", self.engine, self.number, self.look.lang

    def draw(self) -> Picture:
        art = arts()[self.engine]
        scene = art.compose(self.view, self.picture, self.look)
        return Picture(paint(scene), art.alt(self.view, self.picture, self.look))


def overview(engine: str, number: int, view: Any, look: Look) -> LessonRequest:
    """What everybody sees."""
    return LessonRequest(engine, number, arts()[engine].pictures(view)[0], look, view)


def after(engine: str, number: int, found: Example, lang: Lang, names: tuple[str, ...]) -> LessonRequest:
    """What everybody sees after the turn of the example: what it changed, and in words what was done."""
    turn = Done(found.seat, found.start, told=found.told)
    return overview(engine, number, found.end, Look(lang, names, before=found.start, turns=(turn,)))


def own(engine: str, number: int, found: Example, lang: Lang, names: tuple[str, ...]) -> LessonRequest:
    """What belongs to the player of the example, when the turn is about to end: at its beginning it may be nothing."""
    view = found.steps[-1].view
    return LessonRequest(engine, number, arts()[engine].own(view, found.seat), Look(lang, names, found.seat), view)


def asked(engine: str, number: int, step: Step, prompt: Prompt, lang: Lang, names: tuple[str, ...]) -> LessonRequest:
    """The panel's picture of a question (its options in the order of the picture), with what was chosen marked."""
    art: Art = arts()[engine]
    options = (*prompt.options, *prompt.asides)
    marks = tuple(
        Mark(option.place, n, option.key in step.keys, option.key)
        for n, option in enumerate(options, 1)
        if option.place is not None
    )
    name = art.panel(step.view, prompt.seat, tuple(mark.place for mark in marks), step.before)
    look = Look(lang, names, prompt.seat, marks, step.before, question=prompt.text)
    return LessonRequest(engine, number, name, look, step.view)
