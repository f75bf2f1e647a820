"""The overview of Signorie."""

from functools import cache

from engines.signorie.view import View
from render import kit
from render.signorie import theme
from render.signorie.backdrop import draw_front
from render.signorie.layout import HEIGHT, WIDTH

from . import arcade, dice, header, seats, tracks


def draw_board(view: View, ctx: kit.RenderContext, is_private: bool = False) -> kit.Scene:
    """Draw the overview, 1600 x 1252: header, tracks and seats, arcade, dice. A private one has a
    notice, and its upper wall is dark.
    """
    live = (
        *seats.draw_rows(view, ctx, is_private),
        *tracks.draw_initiative_slots(view),
        kit.FRAME_LAYER,
        *header.draw_header(view, ctx, is_private),
        *tracks.draw_tracks(view),
        *arcade.draw_cities(view, ctx.lang),
        *dice.draw_dice_areas(view),
        *seats.draw_gains(view, ctx, is_private),
    )
    return kit.Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, draw_static(ctx.lang, is_private), live)


@cache
def draw_static(lang: kit.Lang, is_private: bool) -> kit.Nodes:
    """Draw everything that is the same on every overview in a language."""
    return (
        *draw_front(HEIGHT, is_private),
        *tracks.draw_static(lang),
        *arcade.draw_static(lang),
        *dice.draw_static(lang),
    )
