"""One line that says what a picture shows."""

from engines.kernel import LETTERS
from engines.quo_vadis.view import View
from render.kit.look import Look
from render.quo_vadis.catalogue import noun, sentence

LIMIT = 400


def alt(view: View, picture: str, look: Look) -> str:
    """At most `LIMIT` characters; private pictures name the numbered options."""
    parts = [_head(view, look)]
    name, _, of = picture.removeprefix("panel:").partition(":")
    if name == "mat":
        parts.insert(0, _mat(view, int(of), look))
    if name == "war":
        parts.insert(0, _war(view, look))
    if name == "hand" and look.viewer is not None:
        parts.insert(0, hand(view, look.viewer, look))
    if picture.startswith("panel:"):
        if look.marks:
            marks = tuple(f"{mark.number} {_place(mark.place, look)}" for mark in look.marks)
            parts.insert(0, sentence("alt.options", look.lang, options=marks))
        parts[0] = sentence("alt.private", look.lang, rest=parts[0])
    text = ("" if look.lang == "ja" else " ").join(parts)
    return text if len(text) <= LIMIT else text[: LIMIT - 1].rstrip() + "…"


def _head(view: View, look: Look) -> str:
    if view.scores:
        scores = tuple(_score(score.seat, score.total, look) for score in view.scores)
        return sentence("alt.over", look.lang, scores=scores)
    leaders = sorted(range(len(view.players)), key=lambda seat: -view.players[seat].points)
    vp = tuple(_score(seat, view.players[seat].points, look) for seat in leaders)
    if view.active is None:
        return sentence("alt.setup", look.lang, phase=sentence(f"phase_{view.phase}", look.lang), vp=vp)
    turn = sentence("turn", look.lang, name=f"{LETTERS[view.active]} {look.names[view.active]}")
    if look.lang == "en":
        turn += "."
    head = sentence("alt.head", look.lang, round=view.round, of=view.rounds, turn=turn, vp=vp)
    blocked = tuple(card for card in view.markers if card != "free") or (sentence("alt.nothing", look.lang),)
    if view.turn is not None and view.turn.area is not None:
        where = sentence("alt.area", look.lang, area=view.turn.area, blocked=blocked)
    else:
        where = sentence("alt.blocked", look.lang, blocked=blocked)
    return f"{head}{'' if look.lang == 'ja' else ' '}{where}"


def _score(seat: int, vp: int, look: Look) -> str:
    return sentence("alt.score", look.lang, letter=LETTERS[seat], name=look.names[seat], vp=vp)


def _mat(view: View, seat: int, look: Look) -> str:
    race = view.players[seat].race
    word = sentence("alt.nothing", look.lang) if race is None else noun(f"race.{race}", look.lang)
    return sentence("alt.mat", look.lang, name=f"{LETTERS[seat]} {look.names[seat]}", race=word)


def _war(view: View, look: Look) -> str:
    war = view.turn.war if view.turn is not None else None
    if war is None:
        raise KeyError("there is no war")
    sides = tuple(
        sentence(
            "alt.side",
            look.lang,
            letter=LETTERS[side.seat],
            strength=side.total or side.strength + (side.bid or 0),
            sides=side.sides,
        )
        for side in war.sides
    )
    return sentence("alt.war", look.lang, area=war.area, sides=sides)


def hand(view: View, seat: int, look: Look) -> str:
    """What only the reader sees."""
    player = view.players[seat]
    nothing = (sentence("alt.nothing", look.lang),)
    if player.offer:
        skills = tuple(noun(f"skill.{skill}", look.lang) for skill in player.offer)
        return sentence("alt.offer", look.lang, skills=skills)
    cards = tuple(noun(f"kind.{kind}", look.lang) for kind in player.hand or ()) or nothing
    skills = tuple(noun(f"skill.{skill}", look.lang) for skill in player.kept or ()) or nothing
    return sentence("alt.hand", look.lang, cards=cards, skills=skills)


def _place(place: str, look: Look) -> str:
    """The place of an option by the name of what lies there."""
    match place.split(":"):
        case ["area" | "strike", area]:
            return area
        case ["bid", morale]:
            return morale
        case ["cube", resource, amount]:
            return f"{noun(f'resource.{resource}', look.lang)} {amount}"
        case ["space", area, slot]:
            return f"{area} {slot.upper()}"
        case ["hand" | "change", kind]:
            return noun(f"kind.{kind}", look.lang)
        case ["skill", id]:
            return noun(f"skill.{id}", look.lang)
        case ["track", track]:
            return noun(f"resource.{track}", look.lang)
    raise ValueError(f"unknown place {place!r}")
