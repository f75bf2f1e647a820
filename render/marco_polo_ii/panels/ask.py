"""The picture of a question: its kind is told by what the places of its options begin with."""

from collections.abc import Callable

from engines.marco_polo_ii.view import View
from render.kit.look import Look
from render.kit.scene import Scene
from render.marco_polo_ii.panels import (
    actions,
    characters,
    choices,
    dice,
    goals,
    letters,
    offers,
    own,
    rest,
    seals,
    targets,
)

DRAW: tuple[tuple[tuple[str, ...], Callable[[View, Look], Scene]], ...] = (
    (("goal:",), goals.goals),
    (("character:",), characters.characters),
    (("tile:",), characters.tiles),
    (("dice:",), dice.dice),
    (("purse:", "reroll:", "adjust:"), dice.own_dice),
    (("offer:",), offers.book),
    (("contract:",), letters.take),
    (("discard:",), letters.discard),
    (("take:",), seals.seals),
    (tuple(f"{kind}:" for kind in targets.KINDS), targets.targets),
    (("way:",), targets.ways),
    (("choice/",), choices.choices),
)
"""What places begin with -> the picture that shows them."""


def ask(view: View, look: Look) -> Scene:
    """The picture for the reader's marks; without any the reader's own things."""
    places = [mark.place for mark in look.marks]
    for kinds, draw in DRAW:
        if any(place.startswith(kinds) for place in places):
            return draw(view, look)
    if any(place.startswith("space:") and place != "space:purse" for place in places):
        return actions.main(view, look)
    return rest.rest(view, look) if places else own.own(view, look)
