"""The header: what time it is (round and rewards), how many tiles are left, whose turn it is."""

from collections.abc import Iterator
from dataclasses import replace

from engines.signorie.view import RewardSlot, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.marks.since import actors, legend
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Disc, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import Fitted, ellipsis, fit, legible, measure
from render.kit.tokens import Seal, SeatToken, TileBack
from render.signorie import theme
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import LEFT
from render.signorie.pieces import RewardDisc

MID = 66
RIGHT = 1568
_DOT, _DOT_PITCH = 14, 34
_NOW, _WORDS = 0.86, 216  # the current reward: scale of its disc, room of its words
_AIR = 20  # px before the words at the right, where the rewards can be smaller
_COMING = (30, 27, 24, 20)  # radius of a coming reward: the largest that leaves room for the words at the right


def header(view: View, look: Look, private: bool = False) -> Nodes:
    """Round, rewards, stack, and at the right whose turn it is or, on a private picture, the notice.

    To somebody who was away a legend beside the pill says what the ticks mean.
    """
    if private:
        shown = replace(look, steps=())
        for r in _COMING:
            nodes, left = _progress(view, shown, r)
            if measure(sentence("private.notice", look.lang), KEY) <= _notice_room(left):
                break
        return (*nodes, *_notice(look.lang, left))
    words = sentence(_key(view), look.lang, name=legible(look.names[_named_seat(view)]))
    for r in _COMING:
        nodes, left = _progress(view, look, r)
        if measure(words, KEY) <= _room(left) - _AIR:
            break
    if look.steps and measure(legible(look.names[_named_seat(view)]), BODY) > _room(left):
        nodes, left = _progress(view, look, _COMING[-1], worded=False)  # rather than cut a name
    return (*nodes, *_pill(view, look, left))


def _progress(view: View, look: Look, r: float, worded: bool = True) -> tuple[list[Node], float]:
    """Round, rewards and stack, for somebody who was away the legend of the ticks; and where it ends. r: radius of a
    coming reward; worded: what the reward of the round is stands beside it
    """
    title = sentence("board.round", look.lang, n=view.round, of=view.rounds)
    nodes: list[Node] = [Text(LEFT, MID, title, HEAD, WHITE, room=340)]
    x = LEFT + measure(title, HEAD) + 40
    for slot in view.rewards:
        if slot.status == "unused":
            continue
        if slot.status == "now":
            nodes += _current(slot, look.lang, x, worded)
            x += _pill_width(slot, look.lang, worded) + 14
        elif slot.status == "past" or view.phase == "over":
            nodes += [Disc(x + _DOT, MID, _DOT, theme.SERPENTINE), Icon("check", x + _DOT, MID, 20, theme.MUTED)]
            x += _DOT_PITCH
        else:
            spot = Spot(x, MID - r, 2 * r, 2 * r, r, (x + 8, MID - r), 14, room=2 * r)
            disc = RewardDisc(slot.tile or "", slot.kind, slot.status)
            nodes += [Anchor(f"reward:{slot.number}", spot), Sprite(x + r, MID, disc, r / 29)]
            x += 2 * r + 10
    muted = view.stack == 0
    back = TileBack(theme.PAST_SIGN if muted else theme.STONE_ON_VERDE, 46, theme.VERDE)
    x += 14
    nodes.append(Sprite(x + 24, MID, back))
    nodes.append(Text(x + 52, MID, f"×{view.stack}", BODY, theme.MUTED if muted else WHITE, room=70))
    left = x + 128
    if not look.steps:
        return nodes, left
    since = sentence("board.since", look.lang)
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    told, end = legend(since, actors(look.steps), colours.__getitem__, left + 14, MID, theme.MUTED)
    return [*nodes, *told], end + 24


def _label(slot: RewardSlot, lang: Lang) -> Fitted:
    return fit(noun(f"reward_labels.{slot.tile}", lang), _WORDS, BODY, 2)


def _pill_width(slot: RewardSlot, lang: Lang, worded: bool) -> float:
    if not worded:
        return 84
    label = _label(slot, lang)
    return 88 + max(measure(line, label.size) for line in label.lines) + 30


def _current(slot: RewardSlot, lang: Lang, x: float, worded: bool) -> Iterator[Node]:
    """The reward of the round in a pill, with its words."""
    w = _pill_width(slot, lang, worded)
    yield Anchor(f"reward:{slot.number}", Spot(x, MID - 42, w, 84, 42, (x + 14, MID - 34), 18, room=w))
    yield Box(x, MID - 42, w, 84, 42, theme.PANEL, GOLD, 5)
    yield Sprite(x + 42, MID, RewardDisc(slot.tile or "", slot.kind, "now"), _NOW)
    if worded:
        yield from _label(slot, lang).runs(x + 88, MID, INK, room=_WORDS)


def _notice(lang: Lang, left: float) -> Nodes:
    room = _notice_room(left)
    fitted = fit(sentence("private.notice", lang), room, KEY)
    width = max(measure(words, fitted.size) for words in fitted.lines)
    eye = Icon("eye_off", 1556 - width - 48, MID, 56, GOLD, theme.VERDE)
    return (eye, *fitted.runs(1556, MID, GOLD, "r", room=room))


def _notice_room(left: float) -> float:
    """Of the notice, clear of the stack."""
    return 1556 - left - 116


def _key(view: View) -> str:
    """What the pill says of whom it names."""
    return "board.winner" if view.turn is None else "board.turn" if view.phase == "actions" else "board.reward"


def _named_seat(view: View) -> int:
    """Whose turn or reward it is; at the end who has won."""
    return view.scores[0].seat if view.turn is None else view.turn


def _room(left: float) -> float:
    """Of the words in the pill at the right that reaches to `left`."""
    return RIGHT - left - 128


def _pill(view: View, look: Look, left: float) -> Nodes:
    """The white pill at the right: turn, reward, or the winner; it never reaches further left than `left`."""
    seat = _named_seat(view)
    mat, room = view.mats[seat], _room(left)
    words, size = _named(_key(view), look.lang, look.names[seat], room)
    width = measure(words, size) + 128
    x = RIGHT - width
    ground = Box(x, 28, width, 76, 38, WHITE)
    token: Nodes = (Sprite(x + 46, MID, SeatToken(seat, theme.SEATS[mat.color], 27)),)
    if view.phase == "over":
        token = (Sprite(x + 46, MID, Seal("", 34)), Sprite(x + 46, MID, SeatToken(seat, theme.SEATS[mat.color], 17)))
    elif view.phase == "rewards":
        now = next(slot for slot in view.rewards if slot.status == "now")
        token = (Sprite(x + 44, MID, RewardDisc(now.tile or "", now.kind, "now"), 0.84),)
    return (ground, *token, Text(x + 92, MID, words, size, INK, room=room))


def _named(key: str, lang: Lang, name: str, room: float) -> tuple[str, int]:
    """The sentence with a name, and its size. Where it is too long the name alone says it, cut if it must be."""
    kept = legible(name)
    for words, sizes in ((sentence(key, lang, name=kept), (KEY, BODY)), (kept, (KEY, BODY))):
        for size in sizes:
            if measure(words, size) <= room:
                return words, size
    while measure(kept + ellipsis(kept), BODY) > room and len(kept) > 1:
        kept = kept[:-1].rstrip()
    return kept + ellipsis(kept), BODY
