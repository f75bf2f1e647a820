"""The facts that decide whether a card can be played: actions, rupees, court, favored suit, loyalty."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.catalogue import find_player_name, render_message, render_noun
from render.pax_pamir.pieces import Emblem, SuitLozenge

_ACTIONS = CONTENT.data.limits.actions_per_turn


@dataclass(frozen=True, slots=True)
class FactsArea:
    """The area of the facts: a column, or a row if it is wider than high."""

    x: float  # left edge, in px of the page
    y: float  # upper edge
    w: float  # px; a row has more than height
    h: float  # px; a column has more than width

    @property
    def is_row(self) -> bool:
        return self.w > self.h


def draw_facts(view: View, player: PlayerView, ctx: kit.RenderContext, area: FactsArea) -> kit.Nodes:
    """Draw the five facts, each with its label above."""
    nodes: list[kit.Nodes] = []
    facts: tuple[tuple[str, Callable[[View, PlayerView, kit.RenderContext, float, float, float], kit.Nodes]], ...] = (
        ("turn" if view.turn is None or view.turn.player != player.number else "actions", _draw_actions),
        ("rupees", _draw_rupees),
        ("court", _draw_court),
        ("favored", _draw_favored_suit),
        ("loyalty", _draw_loyalty),
    )
    step = (area.w if area.is_row else area.h - 20) / len(facts)
    max_width = (step if area.is_row else area.w) - 56
    for i, (key, draw) in enumerate(facts):
        x, y = (area.x + 30 + step * i, area.y) if area.is_row else (area.x + 28, area.y + step * i)
        label = kit.fit_text(render_message(f"hand.{key}", ctx.lang), max_width, kit.DETAIL)
        nodes.append(label.build_runs(x, y + 46, theme.MUTED, max_width=max_width))
        nodes.append(draw(view, player, ctx, x, y + (118 if area.is_row else 110), max_width))
    background = kit.Box(area.x, area.y, area.w, area.h, 12, theme.NIGHT_2, material="lacquer")
    return (background, *(node for group in nodes for node in group))


def draw_facts_line(
    view: View, player: PlayerView, ctx: kit.RenderContext, places: Sequence[float], y: float, max_width: float
) -> kit.Nodes:
    """Draw four facts, smaller, in one line, with left edges at `places`; the limits are shown elsewhere."""
    facts = (
        ("turn" if view.turn is None or view.turn.player != player.number else "actions", _draw_actions),
        ("rupees", _draw_rupees),
        ("favored", _draw_favored_suit),
        ("loyalty", _draw_loyalty),
    )
    nodes: list[kit.Node] = []
    for x, (key, draw) in zip(places, facts, strict=True):
        nodes += kit.fit_text(render_message(f"hand.{key}", ctx.lang), max_width, kit.MICRO).build_runs(
            x, y - 46, theme.MUTED, max_width=max_width
        )
        nodes += draw(view, player, ctx, x, y, max_width, 0.8)
    return tuple(nodes)


def _draw_actions(
    view: View, player: PlayerView, ctx: kit.RenderContext, x: float, y: float, max_width: float, k: float = 1
) -> kit.Nodes:
    """Draw a gold disc for each action left and a check for each one used; out of turn, the player on turn."""
    turn = view.turn
    if turn is None:
        return (kit.TextRun(x, y, "–", kit.KEY, theme.CREAM, max_width=max_width),)
    if turn.player != player.number:
        token = kit.SeatToken(turn.player, theme.SEATS[view.players[turn.player].color], 27 * k, has_ring=True)
        words = kit.fit_name(find_player_name(view, turn.player, ctx), max_width - 76 * k, kit.snap_size(kit.BODY * k))
        return (
            kit.Sprite(x + 32 * k, y, token),
            *words.build_runs(x + 76 * k, y, theme.CREAM, max_width=max_width - 76 * k),
        )
    nodes: list[kit.Disc | kit.Icon] = []
    for i in range(max(_ACTIONS, turn.actions)):
        middle = x + (32 + 86 * i) * k
        if i < turn.actions:
            nodes.append(kit.Disc(middle, y, 32 * k, kit.GOLD))
        else:
            nodes += [
                kit.Disc(middle, y, 32 * k, None, kit.GOLD, 4),
                kit.Icon("check", middle, y, 38 * k, kit.GOLD, theme.NIGHT_2),
            ]
    return tuple(nodes)


def _draw_rupees(
    _view: View, player: PlayerView, _ctx: kit.RenderContext, x: float, y: float, max_width: float, k: float = 1
) -> kit.Nodes:
    left = 74 * k
    rupees = kit.TextRun(
        x + left, y, str(player.rupees), kit.snap_size(kit.HEAD * k), theme.CREAM, max_width=max_width - left
    )
    return kit.Icon("rupee", x + 30 * k, y, 58 * k, theme.CREAM), rupees


def _draw_court(
    _view: View, player: PlayerView, _ctx: kit.RenderContext, x: float, y: float, max_width: float
) -> kit.Nodes:
    """Draw the size of the court; above the limit on madder, because cards must be discarded in cleanup (R9.1)."""
    words = f"{len(player.court)} / {player.court_limit}"
    count = kit.TextRun(x, y, words, kit.HEAD, theme.CREAM, max_width=max_width)
    if len(player.court) <= player.court_limit:
        return (count,)
    return (kit.Box(x - 14, y - 38, kit.measure_text(words, kit.HEAD) + 28, 76, 12, theme.MADDER), count)


def _draw_favored_suit(
    view: View, _player: PlayerView, ctx: kit.RenderContext, x: float, y: float, max_width: float, k: float = 1
) -> kit.Nodes:
    left = 96 * k
    words = kit.fit_text(
        render_noun(f"suit.{view.favored}", ctx.lang).capitalize(), max_width - left - 4, kit.snap_size(kit.KEY * k)
    )
    return (
        kit.Sprite(x + 40 * k, y, SuitLozenge(view.favored, 40 * k, 2)),
        *words.build_runs(x + left, y, theme.CREAM, max_width=max_width - left),
    )


def _draw_loyalty(
    _view: View, player: PlayerView, ctx: kit.RenderContext, x: float, y: float, max_width: float, k: float = 1
) -> kit.Nodes:
    if player.loyalty is None:
        return (
            kit.TextRun(
                x, y, _render_no_loyalty(ctx.lang), kit.snap_size(kit.BODY * k), theme.MUTED, max_width=max_width
            ),
        )
    left = 74 * k
    words = kit.fit_text(
        render_noun(f"coalition.{player.loyalty}", ctx.lang), max_width - left, kit.snap_size(kit.KEY * k)
    )
    return (
        kit.Sprite(x + 31 * k, y, Emblem(player.loyalty, 62 * k)),
        *words.build_runs(x + left, y, theme.CREAM, max_width=max_width - left),
    )


def _render_no_loyalty(lang: kit.Lang) -> str:
    return render_message("hand.no_loyalty", lang)
