"""The picture of the open question. The prefix of its options' places decides which one is drawn."""

from collections.abc import Callable

from engines.marco_polo_ii.view import View
from render import kit

from . import actions, belongings, characters, choices, contracts, dice, goals, offers, seals, side_actions, targets

DRAW_BY_PREFIX: tuple[tuple[tuple[str, ...], Callable[[View, kit.RenderContext], kit.Scene]], ...] = (
    (("goal:",), goals.draw_goals),
    (("character:",), characters.draw_characters),
    (("tile:",), characters.draw_tiles),
    (("dice:",), dice.draw_dice_options),
    (("purse:", "reroll:", "adjust:"), dice.draw_own_dice),
    (("offer:",), offers.draw_book),
    (("contract:",), contracts.draw_offered_contracts),
    (("discard:",), contracts.draw_discard),
    (("take:",), seals.draw_seals),
    (tuple(f"{kind}:" for kind in targets.TARGET_KINDS), targets.draw_targets),
    (("way:",), targets.draw_paths),
    (("choice/",), choices.draw_choices),
)
"""Prefixes of `Option.place`, and the function that draws these options."""


def draw_panel(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the picture for the viewer's options; without any, the viewer's belongings."""
    places = [mark.place for mark in ctx.marks]
    for kinds, draw in DRAW_BY_PREFIX:
        if any(place.startswith(kinds) for place in places):
            return draw(view, ctx)
    if any(place.startswith("space:") and place != "space:purse" for place in places):
        return actions.draw_main_actions(view, ctx)
    return side_actions.draw_end_of_turn(view, ctx) if places else belongings.draw_own_panel(view, ctx)
