"""Alt texts: one line with round, turn, score, focal area and changes of a picture."""

from engines.kernel import LETTERS, Arg, Seat
from engines.signorie.data.ids import Track
from engines.signorie.view import CityView, Mat, View
from render import kit
from render.signorie.words.changes import list_changes
from render.signorie.words.phrases import Phrases

_OWN_PANELS = ("action", "plan", "helpers", "reward")
"""Panels about the reader's own pieces."""


def describe_picture(view: View, picture: str, ctx: kit.RenderContext) -> str:
    """Return the alt text of a picture, at most 400 characters; for private pictures with the numbered options.

    KeyError for a picture that does not exist, ValueError for the reader's own mat without a reader.
    """
    phrases = Phrases(view, ctx)
    is_private, name = picture.startswith("panel:"), picture.removeprefix("panel:").removeprefix("zoom:")
    mat = _find_mat(view, name, ctx)
    subject, focal = _describe_subject(phrases, picture, name, mat)
    time: dict[str, Arg] = {"round": view.round, "rounds": view.rounds, "turn": phrases.describe_turn()}
    head = (
        phrases.render_phrase("alt.head_of", what=subject, **time)
        if subject
        else phrases.render_phrase("alt.head", **time)
    )
    if is_private:
        head = phrases.render_phrase("alt.private", rest=head)
    heads = tuple(phrases.join_sentences(head, _describe_score(phrases, has_names)) for has_names in (True, False))
    return phrases.build_alt_text(heads, focal, list_changes(phrases))


def _find_mat(view: View, name: str, ctx: kit.RenderContext) -> Mat | None:
    """Return the mat that the picture shows, None if it shows no mat. `mat` without a seat and `_OWN_PANELS`
    show the reader's.
    """
    kind, _, seat = name.partition(":")
    if kind in _OWN_PANELS:
        seat = ""
    elif kind != "mat":
        return None
    if not seat and ctx.viewer is None:
        raise ValueError("the reader's own mat: look.viewer must be a seat, got None")
    number = int(seat) if seat else ctx.viewer
    mat = next((mat for mat in view.mats if mat.seat == number), None)
    if mat is None:
        raise KeyError(f"no picture {name!r} with {len(view.mats)} seats")
    return mat


def _describe_subject(phrases: Phrases, picture: str, name: str, mat: Mat | None) -> tuple[str, str]:
    """Return the subject of the picture (empty for the whole board), and the description of its focal area."""
    if name.startswith("action:") and mat is not None:
        color = phrases.name_color(name.partition(":")[2])
        return phrases.render_phrase("alt.what.action", color=color), _describe_family(phrases, mat)
    if mat is not None and name in _OWN_PANELS:
        return phrases.render_phrase(f"alt.what.{name}"), _describe_family(phrases, mat)
    if mat is not None:
        return phrases.render_phrase("alt.what.mat", who=phrases.name_seat(mat.seat)), _describe_family(phrases, mat)
    match name:
        case "final":
            return "", _describe_sources(phrases)
        case "board":
            return "", _describe_board(phrases)
        case "tracks":
            return phrases.render_phrase("alt.what.tracks"), _describe_tracks(phrases)
        case "arcade":
            return phrases.render_phrase("alt.what.arcade"), _describe_arcade(phrases)
        case "dice":
            return phrases.render_phrase("alt.what.dice"), _describe_dice(phrases)
        case "assignments":
            return phrases.render_phrase("alt.what.assignments"), _describe_assignments(phrases)
    raise KeyError(f"no picture {picture!r}")


def _describe_score(phrases: Phrases, has_names: bool) -> str:
    """Describe the VP in turn order, after the end by place. has_names: letters and names, otherwise letters alone."""
    view = phrases.view
    is_over = view.phase == "over"
    order = [score.seat for score in view.scores] if is_over else view.order
    entries = []
    for seat in order:
        mat = view.mats[seat]
        seat_name = phrases.name_seat(seat) if has_names else LETTERS[seat]
        has_passed = mat.has_passed and view.phase == "actions"
        entries.append(phrases.render_phrase("alt.passed" if has_passed else "alt.vp", who=seat_name, vp=mat.vp))
    return phrases.render_phrase("alt.final" if is_over else "alt.score", scores=tuple(entries))


def _describe_board(phrases: Phrases) -> str:
    cities = tuple(
        phrases.render_phrase("alt.next", city=phrases.name_city(city.id), value=_describe_next_slot(phrases, city))
        for city in phrases.view.cities
        if city.is_used
    )
    text = phrases.render_phrase("alt.cities", cities=cities)
    if phrases.view.phase == "actions":
        return phrases.join_sentences(text, _describe_dice_left(phrases))
    return text


def _describe_next_slot(phrases: Phrases, city: CityView) -> str:
    return phrases.render_phrase("alt.full") if city.next is None else str(city.slots[city.next].value)


def _describe_dice_left(phrases: Phrases) -> str:
    areas = tuple(
        phrases.render_phrase("alt.area", color=phrases.name_color(area.color), pips=" ".join(map(str, area.left)))
        for area in phrases.view.dice
        if area.left
    )
    return phrases.render_phrase("alt.dice", areas=areas) if areas else phrases.render_phrase("alt.no_dice")


def _describe_tracks(phrases: Phrases) -> str:
    view = phrases.view
    rows: dict[Track, list[tuple[int, tuple[tuple[Seat, int], ...]]]]
    rows = {track.id: [(slot.number, slot.men) for slot in track.slots] for track in view.careers}
    rows["initiative"] = [(slot.number, tuple((seat, 1) for seat in slot.discs)) for slot in view.initiative]
    lines = []
    for track, slots in rows.items():
        positions = tuple(
            phrases.render_phrase(
                "alt.stand",
                seats=" ".join(phrases.name_men(seat, count) for seat, count in men),
                slot=phrases.name_slot(track, number),
            )
            for number, men in slots
            if men
        )
        lines.append(
            phrases.render_phrase(
                "alt.track",
                track=phrases.render_capitalized_noun(f"terms.{track}"),
                stand=positions or phrases.render_phrase("alt.nobody"),
            )
        )
    return phrases.render_phrase("alt.sentence", text=phrases.join_items(tuple(lines)))


def _describe_arcade(phrases: Phrases) -> str:
    cities = []
    for city in phrases.view.cities:
        if city.is_used:
            marriage, mission = (
                phrases.name_tile(tile) if tile else phrases.render_phrase("alt.none")
                for tile in (city.marriage, city.mission)
            )
            name, place = phrases.name_city(city.id), phrases.render_phrase("alt.full")
            if city.next is not None:
                place = phrases.render_phrase("alt.next_slot", value=city.slots[city.next].value)
            cities.append(phrases.render_phrase("alt.city", city=name, next=place, marriage=marriage, mission=mission))
    return phrases.render_phrase("alt.sentence", text=phrases.join_items(tuple(cities)))


def _describe_sources(phrases: Phrases) -> str:
    """Describe the sources of each seat's points, the largest source first."""
    view = phrases.view
    lines = []
    for score in view.scores:
        parts = sorted(view.mats[score.seat].points, key=lambda part: -part[1])
        source_texts = tuple(
            phrases.render_phrase("alt.source", source=phrases.render_phrase(f"final.source.{key}"), vp=vp)
            for key, vp in parts
        )
        lines.append(
            phrases.render_phrase(
                "alt.points", letter=LETTERS[score.seat], parts=source_texts or phrases.render_phrase("alt.none")
            )
        )
    return phrases.render_phrase("alt.sentence", text=phrases.join_items(tuple(lines)))


def _describe_dice(phrases: Phrases) -> str:
    return phrases.join_sentences(_describe_dice_left(phrases), _describe_assignments(phrases))


def _describe_assignments(phrases: Phrases) -> str:
    tiles = tuple(
        phrases.render_phrase(
            "alt.turned" if tile.is_turned else "alt.assignment",
            color=phrases.name_color(tile.color),
            sex=phrases.render_noun(f"sexes.{tile.sex}"),
            tile=phrases.render_noun(f"assignment_labels.{tile.tile}"),
        )
        for tile in phrases.view.assignments
    )
    return phrases.render_phrase("alt.assignments", tiles=tiles)


def _describe_family(phrases: Phrases, mat: Mat) -> str:
    return phrases.render_phrase(
        "alt.family",
        florins=mat.florins,
        people=phrases.name_people(mat.men, mat.women),
        dice=phrases.name_dice(mat.dice) or phrases.render_phrase("alt.none"),
        sum=mat.dice_sum,
        threshold=mat.threshold,
        sons=sum(son.is_married for son in mat.sons),
        plan=tuple(phrases.render_phrase("alt.row", row=phrases.name_row(row.id), tiles=row.tiles) for row in mat.plan),
        helpers=tuple(phrases.name_helper(helper_id) for helper_id in mat.helpers) or phrases.render_phrase("alt.none"),
    )
