"""The white pill at the right of the header: who acts or is waited for, how many actions are left, or who has won."""

from collections.abc import Iterator

from engines.pax_pamir.view import TurnView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Box, Disc, Icon, Node, Nodes, Sprite
from render.kit.text import Fitted, fit, fit_name, legible, measure
from render.kit.tokens import Seal, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.catalogue import name, sentence
from render.pax_pamir.layout import HEADER_MID, winners

RIGHT = 1568
_DISC = 28  # pitch of the actions
_NAME_UP, _WHY_DOWN = 14, 20  # px from the middle to a name, and to why its answer is awaited below it


def pill(view: View, look: Look, left: float) -> Nodes:
    """Never further left than `left`."""
    if view.turn is None and view.phase != "over":
        return _plain_pill(sentence("header.loyalties", look.lang), left)
    y = HEADER_MID
    if view.phase == "over":
        first = winners(view)
        if len(first) > 1:
            names = tuple(legible(name(view, player, look)) for player in first)
            return _plain_pill(sentence("header.winners", look.lang, names=names), left)
        player, key = first[0], "header.winner"
    else:
        assert view.turn is not None
        awaited = answering(view.turn)
        player, key = (view.turn.player, "header.turn") if awaited is None else (awaited, "header.waiting")
    signs = 176 if key == "header.waiting" else 130 if view.turn is None else 130 + 28 * max(2, view.turn.actions)
    room = RIGHT - left - signs
    stacked = key == "header.turn" and measure(legible(name(view, player, look)), DETAIL) > room
    if stacked:  # the name needs the room beside the actions
        room, signs = room + _DISC, signs - _DISC
    named = _named(key, look.lang, name(view, player, look), room)
    why = _why(view.turn, look.lang, room) if key == "header.waiting" and view.turn and len(named.lines) == 1 else None
    lines = ((named, y),) if why is None else ((named, y - _NAME_UP), (why, y + _WHY_DOWN))
    width = max(measure(line, part.size) for part, _ in lines for line in part.lines) + signs
    x = RIGHT - width
    token = SeatToken(player, theme.SEATS[view.players[player].color], 27)
    nodes: list[Node] = [Box(x, y - 38, width, 76, 38, WHITE)]
    text_x = x + (138 if key == "header.waiting" else 92)
    match key:
        case "header.winner":
            nodes += [Sprite(x + 48, y, Seal("", 35)), Sprite(x + 48, y, SeatToken(player, token.colour, 18))]
        case "header.waiting":
            nodes += [Icon("hourglass", x + 44, y, 44, INK, WHITE), Sprite(x + 100, y, token)]
        case _:
            nodes.append(Sprite(x + 48, y + (3 if player == 2 else 0), token))
            nodes += _actions(view, x + width - 36, y, stacked)
    tones = INK, theme.INK_2
    return (
        *nodes,
        *(run for (part, at), ink in zip(lines, tones, strict=False) for run in part.runs(text_x, at, ink, room=room)),
    )


def _why(turn: TurnView, lang: Lang, room: float) -> Fitted | None:
    """What the answer is about, below the name; None if that is not known, or has no room."""
    request = turn.request
    if turn.why is not None:
        words = sentence(f"header.why_{turn.why}", lang)
    elif request is None:
        return None
    elif request.offer is None:
        words = sentence("header.why_bribe", lang, n=request.full)
    elif request.counter is None:
        words = sentence("header.why_offer", lang, n=request.offer)
    else:
        words = sentence("header.why_counter", lang, n=request.counter)
    size = next((size for size in (DETAIL, MICRO) if measure(words, size) <= room), None)
    return None if size is None else Fitted((words,), size)


def answering(turn: TurnView) -> int | None:
    """Who has to answer before the turn goes on: whoever else is asked; of an open bribe, too, its payer, who makes an
    offer and answers a counter. None: the player on turn plays.
    """
    if turn.asked is not None or turn.request is None:
        return turn.asked
    request = turn.request
    return request.payee if request.offer is not None and request.counter is None else request.payer


def _plain_pill(words: str, left: float) -> Nodes:
    room = RIGHT - left - 76
    fitted = fit(words, room, KEY)
    width = measure(fitted.lines[0], fitted.size) + 76
    box = Box(RIGHT - width, HEADER_MID - 38, width, 76, 38, WHITE)
    return (box, *fitted.runs(RIGHT - width + 38, HEADER_MID, INK, room=room))


def _actions(view: View, right: float, y: float, stacked: bool) -> Iterator[Node]:
    """The actions of the turn, up to `right` or above each other: those left as discs of ink, those taken as rings."""
    assert view.turn is not None
    number = max(2, view.turn.actions)
    for i in range(number):
        back, left = number - 1 - i, i < view.turn.actions
        at = (right, y + _DISC * (0.5 - i)) if stacked else (right - _DISC * back, y)
        yield Disc(*at, 11, INK) if left else Disc(*at, 11, None, theme.INK_2, 3)


def _named(key: str, lang: Lang, who: str, room: float) -> Fitted:
    """The sentence with a name. Where it is too long the name alone says it, if need be in two lines."""
    kept = legible(who)
    words = sentence(key, lang, name=kept)
    size = next((size for size in (KEY, BODY) if measure(words, size) <= room), None)
    return fit_name(kept, room, KEY, 2) if size is None else Fitted((words,), size)
