"""The whole board in words: area by area, seat by seat."""

from collections import Counter
from collections.abc import Iterator

from engines.kernel import LETTERS
from engines.quo_vadis.view import AreaView, PlayerView, SpaceView, View
from render.kit.look import Look
from render.quo_vadis.catalogue import noun, sentence
from render.quo_vadis.words.alt import hand


def words(view: View, look: Look) -> str:
    """Line by line."""
    lines = [sentence("words.round", look.lang, round=view.round, of=view.rounds)]
    markers = tuple(noun("concept.free", look.lang) if card == "free" else card for card in view.markers)
    lines.append(sentence("words.markers", look.lang, cards=markers, deck=view.deck))
    lines += [_area(area, look) for area in sorted(view.areas, key=lambda area: area.id)]
    left = tuple(
        sentence("words.token_left", look.lang, terrain=noun(f"terrain.{terrain}", look.lang), n=n)
        for terrain, n in view.tokens.items()
    )
    lines.append(sentence("words.tokens", look.lang, tokens=left))
    lines += [_player(seat, view.players[seat], look) for seat in view.in_order]
    if look.viewer is not None:
        lines.append(hand(view, look.viewer, look))
    return "\n".join(lines)


def _area(area: AreaView, look: Look) -> str:
    terrains = tuple(noun(f"terrain.{space.terrain}", look.lang) for space in area.spaces)
    rest = ""
    if area.token is not None:
        rest += sentence("words.token", look.lang, terrain=noun(f"terrain.{area.token}", look.lang))
    if area.controllers:
        rest += sentence("words.controls", look.lang, seats=tuple(LETTERS[seat] for seat in area.controllers))
    line = sentence("words.area", look.lang, area=area.id, terrains=terrains, rest=rest)
    spaces = [
        sentence("words.space", look.lang, slot=slot, pieces=tuple(found))
        for slot, space in zip("ABC", area.spaces, strict=True)
        if (found := [*_pieces(space, look)])
    ]
    comma = "。" if look.lang == "ja" else "; "
    return f"{line}{'：' if look.lang == 'ja' else ': '}{comma.join(spaces)}" if spaces else line


def _pieces(space: SpaceView, look: Look) -> Iterator[str]:
    for seat, number in enumerate(space.workers):
        if number:
            key = "words.workers" if number > 1 else "words.worker"
            yield sentence(key, look.lang, letter=LETTERS[seat], n=number)
    if space.town is not None:
        key = "words.town" if space.town.population else "words.ruin"
        letter = LETTERS[space.town.owner]
        yield sentence(key, look.lang, letter=letter, population=space.town.population)


def _player(seat: int, player: PlayerView, look: Look) -> str:
    none = (sentence("words.none", look.lang),)
    stacks = tuple(
        sentence("words.stack", look.lang, kind=noun(f"kind.{kind}", look.lang), n=n)
        for stack in player.generations
        for kind, n in Counter(stack).items()
    )
    return sentence(
        "words.player",
        look.lang,
        letter=LETTERS[seat],
        name=look.names[seat],
        race=none[0] if player.race is None else noun(f"race.{player.race}", look.lang),
        vp=player.points,
        morale=player.stock["morale"],
        food=player.stock["food"],
        faith=player.stock["faith"],
        wrath=player.wrath,
        workers=player.workers,
        held=player.held,
        hidden=player.hidden,
        skills=tuple(noun(f"skill.{skill}", look.lang) for skill in player.skills) or none,
        generations=stacks or none,
    )
