"""The header: what time it is (round and rewards), how many tiles are left, whose turn it is."""

from engines.signorie.view import RewardSlot, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, HEAD, KEY, MICRO, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import ellipsis, fit, legible, measure
from render.kit.tokens import Seal, SeatToken, TileBack
from render.signorie import theme
from render.signorie.catalogue import noun, sentence
from render.signorie.pieces import RewardDisc

MID = 66
RIGHT = 1568
_R, _R_NOW, _GAP = 29, 40, 14


def header(view: View, look: Look, private: bool = False) -> Nodes:
    """Round, rewards, stack, and at the right whose turn it is or, on a private picture, the notice."""
    title = sentence("board.round", look.lang, n=view.round)
    nodes: list[Node] = [Text(44, MID, title, HEAD, WHITE, room=340)]
    centres = reward_centres(view, look.lang)
    over = view.phase == "over"
    for slot in view.rewards:
        if slot.number in centres:
            disc = RewardDisc(slot.tile or "", slot.kind, slot.status, over)
            x = centres[slot.number]
            nodes.append(Anchor(f"reward:{slot.number}", Spot(x - 40, 26, 80, 80, 40, (x - 26, 38), 18, room=72)))
            if slot.number == view.slot:
                nodes.append(Anchor("round", Spot.disc(x, MID, 40), view.slot, "header"))
            nodes.append(Sprite(x, MID, disc))
    x = centres[view.rewards[-1].number] + _radius(view.rewards[-1]) + _GAP + 12
    muted = view.stack == 0
    nodes.append(
        Sprite(x + 24, MID, TileBack(theme.PAST_SIGN if muted else theme.STONE_ON_VERDE, 46, theme.VERDE)),
    )
    nodes.append(Text(x + 54, MID, f"×{view.stack}", BODY, theme.MUTED if muted else WHITE, room=76))
    left = x + 130
    return (*nodes, *(_notice(look.lang, left) if private else _pill(view, look, left)))


def _notice(lang: Lang, left: float) -> Nodes:
    room = 1556 - left - 76
    fitted = fit(sentence("private.notice", lang), room, KEY)
    width = max(measure(words, fitted.size) for words in fitted.lines)
    eye = Icon("eye_off", 1556 - width - 48, MID, 56, GOLD, theme.VERDE)
    return (eye, *fitted.runs(1556, MID, GOLD, "r", room=room))


def reward_centres(view: View, lang: Lang) -> dict[int, float]:
    """The x of every reward disc by slot number."""
    x = 44 + measure(sentence("board.round", lang, n=view.round), HEAD) + 44
    centres = {}
    for slot in view.rewards:
        if slot.status != "unused":
            r = _radius(slot)
            centres[slot.number] = x + r
            x += 2 * r + _GAP
    return centres


def _radius(slot: RewardSlot) -> int:
    return _R_NOW if slot.status == "now" else _R


def _pill(view: View, look: Look, left: float) -> Nodes:
    """The white pill at the right: turn, reward, or the winner; it never reaches further left than `left`."""
    if view.turn is not None:
        seat, key = view.turn, "board.turn" if view.phase == "actions" else "board.reward"
    else:
        seat, key = view.scores[0].seat, "board.winner"
    mat = view.mats[seat]
    room = RIGHT - left - 128
    words = _named(key, look.lang, look.names[seat], room)
    size = KEY if measure(words, KEY) <= room else BODY
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


def _named(key: str, lang: Lang, name: str, room: float) -> str:
    """The sentence with a name; only the name is cut if it is too long, so that the verb stays."""
    kept = legible(name)
    words = sentence(key, lang, name=kept)
    while measure(words, BODY) > room and len(kept) > 1:
        kept = kept[:-1].rstrip()
        words = sentence(key, lang, name=kept + ellipsis(kept))
    return words


def this_round(view: View, look: Look, x: float, y: float, room: float, private: bool = False) -> Nodes:
    """The reward of the round in words, for the free rows of small tables."""
    now = next((slot for slot in view.rewards if slot.status == "now"), None)
    if now is None or now.tile is None:
        return ()
    label = noun(f"reward_labels.{now.tile}", look.lang)
    return (
        Sprite(x + 36, y, RewardDisc(now.tile, now.kind, "now")),
        Text(
            x + 94,
            y - 22,
            sentence("board.this_round", look.lang),
            MICRO,
            theme.MUTED if private else theme.INK_2,
            room=room - 96,
        ),
        *fit(label, room - 96, BODY).runs(x + 94, y + 14, WHITE if private else INK, room=room - 96),
    )
