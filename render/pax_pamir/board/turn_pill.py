"""The white pill at the right of the header: the player on turn or awaited, actions left, or the winner."""

from collections.abc import Iterator

from engines.pax_pamir.view import TurnView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.catalogue import find_player_name, render_message
from render.pax_pamir.layout import HEADER_MID, list_winners

RIGHT = 1568
"""Right end of the pill."""
_DISC = 28  # pitch of the action discs
_NAME_UP, _WHY_DOWN = 14, 20  # px from the middle up to a name, and down to the reason for waiting below it


def draw_turn_pill(view: View, ctx: kit.RenderContext, left: float) -> kit.Nodes:
    """Draw the pill, not further left than `left`."""
    if view.turn is None and view.phase != "over":
        return _draw_plain_pill(render_message("header.loyalties", ctx.lang), left)
    y = HEADER_MID
    if view.phase == "over":
        winning_players = list_winners(view)
        if len(winning_players) > 1:
            names = tuple(kit.drop_missing_glyphs(find_player_name(view, player, ctx)) for player in winning_players)
            return _draw_plain_pill(render_message("header.winners", ctx.lang, names=names), left)
        player, key = winning_players[0], "header.winner"
    else:
        assert view.turn is not None
        awaited = find_awaited_player(view.turn)
        player, key = (view.turn.player, "header.turn") if awaited is None else (awaited, "header.waiting")
    signs = 176 if key == "header.waiting" else 130 if view.turn is None else 130 + 28 * max(2, view.turn.actions)
    max_width = RIGHT - left - signs
    is_stacked = (
        key == "header.turn"
        and kit.measure_text(kit.drop_missing_glyphs(find_player_name(view, player, ctx)), kit.DETAIL) > max_width
    )
    if is_stacked:  # the name needs the room beside the actions
        max_width, signs = max_width + _DISC, signs - _DISC
    name_lines = _fit_name_message(key, ctx.lang, find_player_name(view, player, ctx), max_width)
    reason = (
        _fit_reason(view.turn, ctx.lang, max_width)
        if key == "header.waiting" and view.turn and len(name_lines.lines) == 1
        else None
    )
    lines = ((name_lines, y),) if reason is None else ((name_lines, y - _NAME_UP), (reason, y + _WHY_DOWN))
    width = max(kit.measure_text(line, part.size) for part, _ in lines for line in part.lines) + signs
    x = RIGHT - width
    token = kit.SeatToken(player, theme.SEATS[view.players[player].color], 27)
    nodes: list[kit.Node] = [kit.Box(x, y - 38, width, 76, 38, theme.VELLUM, theme.GILT, 3, material="pill")]
    text_x = x + (138 if key == "header.waiting" else 92)
    match key:
        case "header.winner":
            nodes += [
                kit.Sprite(x + 48, y, kit.Seal("", 35)),
                kit.Sprite(x + 48, y, kit.SeatToken(player, token.colour, 18)),
            ]
        case "header.waiting":
            nodes += [kit.Icon("hourglass", x + 44, y, 44, theme.INK, theme.IVORY), kit.Sprite(x + 100, y, token)]
        case _:
            nodes.append(kit.Sprite(x + 48, y + (3 if player == 2 else 0), token))
            nodes += _draw_actions(view, x + width - 36, y, is_stacked)
    tones = theme.INK, theme.INK_2
    return (
        *nodes,
        *(
            run
            for (part, line_y), ink in zip(lines, tones, strict=False)
            for run in part.build_runs(text_x, line_y, ink, max_width=max_width)
        ),
    )


def _fit_reason(turn: TurnView, lang: kit.Lang, max_width: float) -> kit.FittedText | None:
    """Return the subject of an awaited answer, for the line below the name; None if unknown or too long."""
    request = turn.request
    if turn.await_reason is not None:
        words = render_message(f"header.why_{turn.await_reason}", lang)
    elif request is None:
        return None
    elif request.offer is None:
        words = render_message("header.why_bribe", lang, n=request.full)
    elif request.counter is None:
        words = render_message("header.why_offer", lang, n=request.offer)
    else:
        words = render_message("header.why_counter", lang, n=request.counter)
    size = next((size for size in (kit.DETAIL, kit.MICRO) if kit.measure_text(words, size) <= max_width), None)
    return None if size is None else kit.FittedText((words,), size)


def find_awaited_player(turn: TurnView) -> int | None:
    """Return the player who must answer before the turn continues; None: the player on turn plays.

    With an open bribe this may be its payer, who makes the offer and answers a counter-offer.
    """
    if turn.awaited_seat is not None or turn.request is None:
        return turn.awaited_seat
    request = turn.request
    return request.payee if request.offer is not None and request.counter is None else request.payer


def _draw_plain_pill(words: str, left: float) -> kit.Nodes:
    max_width = RIGHT - left - 76
    fitted = kit.fit_text(words, max_width, kit.KEY)
    width = kit.measure_text(fitted.lines[0], fitted.size) + 76
    box = kit.Box(RIGHT - width, HEADER_MID - 38, width, 76, 38, theme.VELLUM, theme.GILT, 3, material="pill")
    return (box, *fitted.build_runs(RIGHT - width + 38, HEADER_MID, theme.INK, max_width=max_width))


def _draw_actions(view: View, right: float, y: float, is_stacked: bool) -> Iterator[kit.Node]:
    """Draw the actions of the turn: discs for those left, rings for those taken.

    right: middle of the last disc. is_stacked: above each other instead of side by side.
    """
    assert view.turn is not None
    number = max(2, view.turn.actions)
    for i in range(number):
        steps_back, is_left = number - 1 - i, i < view.turn.actions
        centre = (right, y + _DISC * (0.5 - i)) if is_stacked else (right - _DISC * steps_back, y)
        yield kit.Disc(*centre, 11, theme.INK) if is_left else kit.Disc(*centre, 11, None, theme.INK_2, 3)


def _fit_name_message(key: str, lang: kit.Lang, player_name: str, max_width: float) -> kit.FittedText:
    """Return the message with the name. If it is too long, only the name, if necessary in two lines."""
    clean_name = kit.drop_missing_glyphs(player_name)
    words = render_message(key, lang, name=clean_name)
    size = next((size for size in (kit.KEY, kit.BODY) if kit.measure_text(words, size) <= max_width), None)
    return kit.fit_name(clean_name, max_width, kit.KEY, 2) if size is None else kit.FittedText((words,), size)
