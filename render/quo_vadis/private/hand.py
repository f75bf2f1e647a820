"""The reader's hand with what each card would do, resources, and face-down skills; in the draft the pack."""

from collections.abc import Iterator, Sequence

from engines.quo_vadis.data.content import CONTENT, KINDS
from engines.quo_vadis.view import PlayerView, PlayView, View
from engines.quo_vadis.wording import effect
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text, place
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import Seal
from render.quo_vadis import theme
from render.quo_vadis.board.mat import track as one_track
from render.quo_vadis.catalogue import noun, sentence, told
from render.quo_vadis.pieces import Chip
from render.quo_vadis.private.cards import largest, skill_card, skill_name
from render.quo_vadis.private.frame import night


def viewer(look: Look) -> int:
    """The reader's seat."""
    if look.viewer is None:
        raise ValueError("this picture shows the reader's own hand: look.viewer must be a seat, got None")
    return look.viewer


def hand(view: View, look: Look) -> Scene:
    """1600 x 1000: cards above, skills below; during the draft the pack above what was kept."""
    player = view.players[viewer(look)]
    live = (*_pack(player, look),) if player.offer else (*_cards(player, look), *_facts(player, look))
    word = sentence("hand", look.lang, held=player.held, limit=player.hand_limit)
    kept = _skills(player.kept or (), 650, 306, look, sentence("hidden", look.lang, n=player.hidden))
    asked = "ask_card" if look.marks and not player.offer else "notice"
    return night(look, asked, (*live, *kept), (Text(1556, 72, word, HEAD, WHITE, "r", room=560),))


def own_tracks(view: View, look: Look) -> Scene:
    """1600 x 1000: the reader's four tracks, for what is gained, turned or placed; and the skills of the seat."""
    player = view.players[viewer(look)]
    large = (
        place(node, 44 + 764 * (j % 2), 142 + 222 * (j // 2), 2.04)
        for j in range(len(player.stock) + 1)
        for node in one_track(player, look, j, 0, 0)
    )
    return night(look, "ask_tracks" if look.marks else "notice", (*large, *skill_row(player, look, 640, 316)))


def skill_row(player: PlayerView, look: Look, y: float, h: float) -> Iterator[Node]:
    """The skills in play, or the two of the race from which one will be chosen."""
    ids = player.skills or _basic(player)
    return _skills(ids, y, h, look, sentence("skills", look.lang), player.spent)


def _basic(player: PlayerView) -> Sequence[str]:
    return CONTENT.races[player.race].basic if player.race is not None else ()


def _cards(player: PlayerView, look: Look) -> Iterator[Node]:
    """A card for each kind in hand: what it yields as a continuation, and as a change."""
    held = player.hand or ()
    kinds = [kind for kind in KINDS if kind in held]
    stack = len(player.generations[-1]) if player.generations else 0
    pitch = min(372, 1112 / max(1, len(kinds)))
    w = pitch - 16
    for j, kind in enumerate(kinds):
        x, y = 44 + pitch * j, 142
        top = Spot(x, y, w, 300, 12, badge_r=28)
        yield Anchor(f"hand:{kind}", top, held.count(kind), part="hand")
        yield Box(x, y, w, 448, 12, WHITE)
        yield Box(x, y, w, 140, 12, theme.KIND[kind], corners=(True, True, False, False))
        ink = theme.ON_KIND[kind]
        yield Icon(theme.GLYPH[kind], x + w / 2, y + 52, 70, ink, theme.KIND[kind])
        name = noun(f"kind.{kind}", look.lang) + (f" ×{held.count(kind)}" if held.count(kind) > 1 else "")
        yield from fit(name, w - 16, KEY).runs(x + w / 2, y + 114, ink, "m", room=w - 12)
        going_on, change = player.plays[kind]
        yield from _half(player, kind, going_on, sentence("continue", look.lang), x, y + 140, w)
        if stack:
            yield Line(((x + 14, y + 296), (x + w - 14, y + 296)), theme.LINE, 2)
            yield Anchor(f"change:{kind}", Spot(x, y + 300, w, 148, 12, badge=(x + w - 22, y + 432), badge_r=28))
            if player.may_change:
                yield from _half(player, kind, change, sentence("change", look.lang), x, y + 296, w)
            else:
                yield Icon("pass", x + w / 2, y + 372, 56, theme.STONE, WHITE)


def _half(player: PlayerView, kind: str, play: PlayView, word: str, x: float, y: float, w: float) -> Iterator[Node]:
    """The word, the number of actions, and what they bring: before and after."""
    yield from fit(word, w - 110, DETAIL).runs(x + 46, y + 34, theme.INK_2, room=w - 104)
    yield Text(x + w - 14, y + 34, f"×{play.actions}", DETAIL, theme.INK_2, "r", room=60)
    line = CONTENT.kinds[kind]
    if kind == "prosperity":
        yield Sprite(x + 56, y + 98, Seal(f"+{play.vp}", 38))
        yield Icon("arrow", x + 130, y + 98, 34, theme.INK_2, WHITE)
        yield Text(x + 158, y + 98, f"×{play.actions}", BODY, theme.INK_2, room=80)
        return
    if line.gives is None:
        yield Icon("step", x + 48, y + 98, 52, theme.SKY_2, WHITE)
        yield Text(x + 88, y + 98, f"×{play.actions}", HEAD, INK, room=110)
        return
    now = player.stock[line.gives]
    yield Icon(theme.TRACK[line.gives], x + 40, y + 88, 46, theme.TRACK_COLOUR[line.gives], WHITE)
    yield Text(x + 70, y + 88, f"+{play.gained}", HEAD if w > 220 else KEY, INK, room=92)
    yield Text(x + 70, y + 132, f"{now} → {now + play.gained}", DETAIL, theme.INK_2, room=130)
    if line.wrath:
        more = min(line.wrath, player.most_wrath - player.wrath)
        yield Icon("bolt", x + w - 82, y + 88, 38, INK, WHITE)
        yield Text(x + w - 62, y + 88, f"+{more}", BODY, INK, room=50)


def _facts(player: PlayerView, look: Look) -> Iterator[Node]:
    """What the reader has, the current generation, and what a change would score."""
    x, y = 1172, 142
    yield Box(x, y, 384, 448, 12, theme.NIGHT_2)
    yield Text(x + 22, y + 34, sentence("have", look.lang), DETAIL, theme.MUTED, room=340)
    for i, (track, value) in enumerate((*player.stock.items(), ("wrath", player.wrath))):
        cx, cy = x + 50 + 184 * (i % 2), y + 96 + 72 * (i // 2)
        yield Anchor(f"own:{track}", Spot(cx - 28, cy - 28, 150, 56), value, part="own", minor=True)
        yield Box(cx - 28, cy - 28, 56, 56, 10, WHITE)
        yield Icon(theme.TRACK[track], cx, cy, 38, theme.TRACK_COLOUR[track], WHITE)
        most = player.most_wrath if track == "wrath" else player.maxima.get(track, 0)
        yield Text(cx + 42, cy, str(value), HEAD, WHITE, room=66)
        yield Text(cx + (76 if value < 10 else 108), cy + 4, f"/{most}", DETAIL, theme.MUTED, room=60)
    yield Text(x + 22, y + 246, sentence("generation", look.lang), DETAIL, theme.MUTED, room=340)
    if player.generations:
        stack = player.generations[-1]
        bonus = len(stack) * player.territory
        yield Sprite(x + 22, y + 268, Chip(stack[-1], len(stack), 120, 54))
        yield from _possible(player.may_change, sentence("change", look.lang), x, y + 352)
        yield Text(x + 62, y + 402, f"{len(stack)} × {player.territory}", KEY, WHITE, room=120)
        yield Sprite(x + 228, y + 396, Seal(f"+{bonus}", 34))
        yield Text(x + 372, y + 402, f"→ {player.points + bonus}", BODY, WHITE, "r", room=106)


def _possible(yes: bool, word: str, x: float, y: float) -> Iterator[Node]:
    yield Icon("check" if yes else "pass", x + 38, y, 34, WHITE if yes else theme.MUTED, theme.NIGHT_2)
    yield from fit(word, 300, BODY).runs(x + 66, y, WHITE if yes else theme.MUTED, room=310)


def _pack(player: PlayerView, look: Look) -> Iterator[Node]:
    yield from _skills(player.offer or (), 172, 400, look, sentence("offer", look.lang))


def _skills(
    ids: Sequence[str], y: float, h: float, look: Look, heading: str, spent: Sequence[str] = ()
) -> Iterator[Node]:
    """Skill cards side by side, with their whole effect in the largest size that fits all. spent: those used up"""
    yield from fit(heading, 900, BODY).runs(44, y - 26, theme.MUTED, room=900)
    if not ids:
        return
    columns = max(4, len(ids))
    pitch = 1528 / columns
    w = pitch - 14
    texts = [told(effect(skill), look.lang) for skill in ids]
    names = fit_all([skill_name(skill, look, skill in spent) for skill in ids], w - 28, BODY)
    size = largest(texts, w - 36, h - 130, KEY if len(ids) < 5 else DETAIL)
    for j, skill in enumerate(ids):
        x = 44 + pitch * j
        yield Anchor(f"skill:{skill}", Spot(x, y, w, h, 12, (x + 34, y + h - 6), 24), None, part="skills")
        gone = skill in spent
        yield Box(x, y, w, h, 12, theme.STONE if gone else WHITE)
        yield Box(x, y, w, 64, 12, theme.NIGHT_2 if gone else theme.NIGHT_3, corners=(True, True, False, False))
        yield from names[j].runs(x + 24, y + 32, theme.MUTED if gone else WHITE, room=w - 26)
        yield from skill_card(texts[j], x + 18, y + 64 + (h - 110) / 2, w - 34, size, INK)
