"""The reader's hand with what each card would do, resources, and face-down skills; in the draft the pack."""

from collections.abc import Iterator, Sequence

from engines.quo_vadis.data.content import CONTENT, KINDS
from engines.quo_vadis.view import PlayerView, View
from engines.quo_vadis.wording import effect
from render.kit.colour import INK, WHITE
from render.kit.look import Look
from render.kit.marks.notice import notice
from render.kit.scene import BODY, DETAIL, HEAD, KEY, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import Seal
from render.quo_vadis import theme
from render.quo_vadis.board.mat import tracks
from render.quo_vadis.catalogue import noun, sentence, told
from render.quo_vadis.land.ground import stars
from render.quo_vadis.pieces import Chip
from render.quo_vadis.private.cards import largest, skill_card


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
    return _night(look, (*live, *kept, Text(1556, 78, word, HEAD, WHITE, "r", room=560)))


def own_tracks(view: View, look: Look) -> Scene:
    """1600 x 1000: the reader's four tracks, for what is gained, turned or placed; and the skills of the seat."""
    player = view.players[viewer(look)]
    skills = player.skills or _basic(player)
    return _night(
        look, (*tracks(player, look, 44, 150), *_skills(skills, 330, 306, look, sentence("skills", look.lang)))
    )


def _basic(player: PlayerView) -> Sequence[str]:
    return CONTENT.races[player.race].basic if player.race is not None else ()


def _night(look: Look, live: Sequence[Node]) -> Scene:
    static = (*stars(20, 20, 1560, theme.NIGHT_3), *stars(20, 982, 1560, theme.NIGHT_3))
    head = notice(sentence("notice", look.lang), theme.FRAME)
    return Scene(theme.THEME, 1600, 1000, theme.FRAME, static, (*head, *live))


def _cards(player: PlayerView, look: Look) -> Iterator[Node]:
    """A card for each kind in hand: what it yields as a continuation, and as a change."""
    held = player.hand or ()
    kinds = [kind for kind in KINDS if kind in held]
    stack = len(player.generations[-1]) if player.generations else 0
    for j, kind in enumerate(kinds):
        x, y, w = 44 + 222 * j, 142, 206
        yield Anchor(f"hand:{kind}", Spot(x, y, w, 448, 12, badge_r=30), held.count(kind), part="hand")
        yield Box(x, y, w, 448, 12, WHITE)
        yield Box(x, y, w, 150, 12, theme.KIND[kind], corners=(True, True, False, False))
        ink = theme.ON_KIND[kind]
        yield Icon(theme.GLYPH[kind], x + w / 2, y + 56, 70, ink, theme.KIND[kind])
        name = noun(f"kind.{kind}", look.lang) + (f" ×{held.count(kind)}" if held.count(kind) > 1 else "")
        yield from fit(name, w - 16, BODY).runs(x + w / 2, y + 122, ink, "m", room=w - 12)
        yield from _half(kind, stack + 1, sentence("continue", look.lang), x, y + 150, w)
        if stack:
            yield Line(((x + 14, y + 300), (x + w - 14, y + 300)), theme.LINE, 2)
            yield from _half(kind, 1, sentence("change", look.lang), x, y + 300, w)


def _half(kind: str, n: int, word: str, x: float, y: float, w: float) -> Iterator[Node]:
    yield from fit(word, w - 70, DETAIL).runs(x + 14, y + 34, theme.INK_2, room=w - 66)
    yield Text(x + w - 14, y + 34, str(n), DETAIL, theme.INK_2, "r", room=40)
    if kind == "prosperity":
        yield Sprite(x + 50, y + 96, Seal(f"+{n}", 34))
        return
    track = {"blessing": "morale", "labour": "food", "miracle": "faith"}.get(kind)
    if track is None:
        yield Icon("step", x + 40, y + 96, 44, theme.SKY_2, WHITE)
        yield Text(x + 72, y + 96, f"×{n}", KEY, INK, room=110)
        return
    yield Icon(theme.TRACK[track], x + 36, y + 96, 40, theme.TRACK_COLOUR[track], WHITE)
    yield Text(x + 62, y + 96, f"+{n}", KEY, INK, room=64)
    if kind == "blessing":
        yield Icon("bolt", x + 138, y + 96, 36, INK, WHITE)
        yield Text(x + 156, y + 96, "+1", BODY, INK, room=48)


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
        most = player.most_wrath if track == "wrath" else player.maxima.get(track, 0)  # type: ignore[call-overload]
        yield Text(cx + 42, cy, str(value), HEAD, WHITE, room=66)
        yield Text(cx + (76 if value < 10 else 108), cy + 4, f"/{most}", DETAIL, theme.MUTED, room=60)
    yield Text(x + 22, y + 250, sentence("generation", look.lang), DETAIL, theme.MUTED, room=340)
    if player.generations:
        stack = player.generations[-1]
        yield Sprite(x + 22, y + 276, Chip(stack[-1], len(stack), 120, 60))
        yield Text(x + 22, y + 372, sentence("bonus", look.lang), DETAIL, theme.MUTED, room=340)
        yield Text(x + 22, y + 412, f"{len(stack)} × {player.territory}", KEY, WHITE, room=200)
        yield Sprite(x + 320, y + 404, Seal(str(len(stack) * player.territory), 34))


def _pack(player: PlayerView, look: Look) -> Iterator[Node]:
    yield from _skills(player.offer or (), 172, 400, look, sentence("offer", look.lang))


def _skills(ids: Sequence[str], y: float, h: float, look: Look, heading: str) -> Iterator[Node]:
    """Skill cards side by side, with their whole effect in the largest size that fits all."""
    yield from fit(heading, 900, BODY).runs(44, y - 26, theme.MUTED, room=900)
    if not ids:
        return
    columns = max(4, len(ids))
    pitch = 1528 / columns
    w = pitch - 14
    texts = [told(effect(skill), look.lang) for skill in ids]
    names = fit_all([noun(f"skill.{skill}", look.lang) for skill in ids], w - 28, BODY)
    size = largest(texts, w - 36, h - 130, KEY if len(ids) < 5 else DETAIL)
    for j, skill in enumerate(ids):
        x = 44 + pitch * j
        yield Anchor(f"skill:{skill}", Spot(x, y, w, h, 12, (x + 34, y + h - 6), 24), None, part="skills")
        yield Box(x, y, w, h, 12, WHITE)
        yield Box(x, y, w, 64, 12, theme.NIGHT_3, corners=(True, True, False, False))
        yield from names[j].runs(x + 24, y + 32, WHITE, room=w - 26)
        yield from skill_card(texts[j], x + 18, y + 64 + (h - 110) / 2, w - 34, size, INK)
