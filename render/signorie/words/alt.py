"""One line that says what a picture shows: game, time, turn, score, focal area, changes."""

from engines.kernel import LETTERS, Arg, Seat
from engines.signorie.data.ids import Track
from engines.signorie.view import CityView, Mat, View
from render.kit.look import Look
from render.signorie.words.phrases import Phrases
from render.signorie.words.since import changed

_OWN = ("action", "plan", "helpers", "reward")
"""Pictures of questions about what the reader has."""


def alt(view: View, picture: str, look: Look) -> str:
    """At most 400 characters; private pictures name the numbered options.

    KeyError for a picture that does not exist, ValueError for the reader's own mat without a reader.
    """
    phrases = Phrases(view, look)
    private, name = picture.startswith("panel:"), picture.removeprefix("panel:").removeprefix("zoom:")
    mat = _mat_of(view, name, look)
    what, focal = _subject(phrases, picture, name, mat)
    time: dict[str, Arg] = {"round": view.round, "rounds": view.rounds, "turn": phrases.turn()}
    head = phrases.say("alt.head_of", what=what, **time) if what else phrases.say("alt.head", **time)
    if private:
        head = phrases.say("alt.private", rest=head)
    heads = tuple(phrases.together(head, _score(phrases, named)) for named in (True, False))
    return phrases.one_line(heads, focal, changed(phrases))


def _mat_of(view: View, name: str, look: Look) -> Mat | None:
    """The seat whose mat the picture shows; a bare `mat` is the reader's own, and so is that of an action."""
    kind, _, seat = name.partition(":")
    if kind in _OWN:
        seat = ""
    elif kind != "mat":
        return None
    if not seat and look.viewer is None:
        raise ValueError("the reader's own mat: look.viewer must be a seat, got None")
    number = int(seat) if seat else look.viewer
    mat = next((mat for mat in view.mats if mat.seat == number), None)
    if mat is None:
        raise KeyError(f"no picture {name!r} with {len(view.mats)} seats")
    return mat


def _subject(phrases: Phrases, picture: str, name: str, mat: Mat | None) -> tuple[str, str]:
    """What the picture shows besides the whole board (empty for the board itself), and its focal area in words."""
    if name.startswith("action:") and mat is not None:
        color = phrases.color(name.partition(":")[2])
        return phrases.say("alt.what.action", color=color), _family(phrases, mat)
    if mat is not None and name in _OWN:
        return phrases.say(f"alt.what.{name}"), _family(phrases, mat)
    if mat is not None:
        return phrases.say("alt.what.mat", who=phrases.seat(mat.seat)), _family(phrases, mat)
    match name:
        case "final":
            return "", _sources(phrases)
        case "board":
            return "", _board(phrases)
        case "tracks":
            return phrases.say("alt.what.tracks"), _tracks(phrases)
        case "arcade":
            return phrases.say("alt.what.arcade"), _arcade(phrases)
        case "dice":
            return phrases.say("alt.what.dice"), _dice(phrases)
        case "assignments":
            return phrases.say("alt.what.assignments"), _assignments(phrases)
    raise KeyError(f"no picture {picture!r}")


def _score(phrases: Phrases, named: bool) -> str:
    """VP in turn order, at the end by place. named: letters and names, otherwise letters alone."""
    view = phrases.view
    over = view.phase == "over"
    order = [score.seat for score in view.scores] if over else view.order
    entries = []
    for seat in order:
        mat = view.mats[seat]
        who = phrases.seat(seat) if named else LETTERS[seat]
        passed = mat.passed and view.phase == "actions"
        entries.append(phrases.say("alt.passed" if passed else "alt.vp", who=who, vp=mat.vp))
    return phrases.say("alt.final" if over else "alt.score", scores=tuple(entries))


def _board(phrases: Phrases) -> str:
    cities = tuple(
        phrases.say("alt.next", city=phrases.city(city.id), value=_next(phrases, city))
        for city in phrases.view.cities
        if city.used
    )
    text = phrases.say("alt.cities", cities=cities)
    if phrases.view.phase == "actions":
        return phrases.together(text, _dice_left(phrases))
    return text


def _next(phrases: Phrases, city: CityView) -> str:
    return phrases.say("alt.full") if city.next is None else str(city.slots[city.next].value)


def _dice_left(phrases: Phrases) -> str:
    areas = tuple(
        phrases.say("alt.area", color=phrases.color(area.color), pips=" ".join(map(str, area.left)))
        for area in phrases.view.dice
        if area.left
    )
    return phrases.say("alt.dice", areas=areas) if areas else phrases.say("alt.no_dice")


def _tracks(phrases: Phrases) -> str:
    view = phrases.view
    rows: dict[Track, list[tuple[int, tuple[tuple[Seat, int], ...]]]]
    rows = {track.id: [(slot.number, slot.men) for slot in track.slots] for track in view.careers}
    rows["initiative"] = [(slot.number, tuple((seat, 1) for seat in slot.discs)) for slot in view.initiative]
    lines = []
    for track, slots in rows.items():
        stand = tuple(
            phrases.say(
                "alt.stand",
                seats=" ".join(phrases.men(seat, count) for seat, count in men),
                slot=phrases.slot(track, number),
            )
            for number, men in slots
            if men
        )
        lines.append(
            phrases.say("alt.track", track=phrases.capital(f"terms.{track}"), stand=stand or phrases.say("alt.nobody"))
        )
    return phrases.say("alt.sentence", text=phrases.series(tuple(lines)))


def _arcade(phrases: Phrases) -> str:
    cities = []
    for city in phrases.view.cities:
        if city.used:
            marriage, mission = (
                phrases.tile(tile) if tile else phrases.say("alt.none") for tile in (city.marriage, city.mission)
            )
            name, place = phrases.city(city.id), phrases.say("alt.full")
            if city.next is not None:
                place = phrases.say("alt.next_slot", value=city.slots[city.next].value)
            cities.append(phrases.say("alt.city", city=name, next=place, marriage=marriage, mission=mission))
    return phrases.say("alt.sentence", text=phrases.series(tuple(cities)))


def _sources(phrases: Phrases) -> str:
    """Where the points of each seat came from, the largest source first."""
    view = phrases.view
    lines = []
    for score in view.scores:
        parts = sorted(view.mats[score.seat].points, key=lambda part: -part[1])
        told = tuple(phrases.say("alt.source", source=phrases.say(f"final.source.{key}"), vp=vp) for key, vp in parts)
        lines.append(phrases.say("alt.points", letter=LETTERS[score.seat], parts=told or phrases.say("alt.none")))
    return phrases.say("alt.sentence", text=phrases.series(tuple(lines)))


def _dice(phrases: Phrases) -> str:
    return phrases.together(_dice_left(phrases), _assignments(phrases))


def _assignments(phrases: Phrases) -> str:
    tiles = tuple(
        phrases.say(
            "alt.turned" if tile.turned else "alt.assignment",
            color=phrases.color(tile.color),
            sex=phrases.noun(f"sexes.{tile.sex}"),
            tile=phrases.noun(f"assignment_labels.{tile.tile}"),
        )
        for tile in phrases.view.assignments
    )
    return phrases.say("alt.assignments", tiles=tiles)


def _family(phrases: Phrases, mat: Mat) -> str:
    return phrases.say(
        "alt.family",
        florins=mat.florins,
        people=phrases.people(mat.men, mat.women),
        dice=phrases.dice(mat.dice) or phrases.say("alt.none"),
        sum=mat.dice_sum,
        threshold=mat.threshold,
        sons=sum(son.married for son in mat.sons),
        plan=tuple(phrases.say("alt.row", row=phrases.row(row.id), tiles=row.tiles) for row in mat.plan),
        helpers=tuple(phrases.helper(helper_id) for helper_id in mat.helpers) or phrases.say("alt.none"),
    )
