"""The whole board as Discord Markdown: everything the pictures show, for screen readers and slow connections."""

from collections.abc import Iterable, Iterator

from engines.kernel import LETTERS, Message
from engines.signorie.data.content import CONTENT
from engines.signorie.view import (
    CareerSlot,
    CareerTrack,
    CityView,
    ClosedAction,
    ColorActionsView,
    Mat,
    PlanRowView,
    RewardSlot,
    View,
)
from render import kit
from render.signorie.words.changes import describe_changes_since
from render.signorie.words.phrases import Phrases


def describe_board(view: View, ctx: kit.RenderContext) -> str:
    """Return sections with headings, separated by empty lines. Long boards need several Discord messages.

    The facts printed on every player board come last, so that a reader who knows the game can stop there.
    """
    phrases = Phrases(view, ctx)
    sections = [kit.format_section(phrases.render_phrase("report.title"), _write_time(phrases))]
    if ctx.view_before is not None and (changes := describe_changes_since(ctx.view_before, phrases)):
        sections.append(kit.format_section(phrases.render_phrase("report.changed"), map(kit.format_item, changes)))
    if view.scores:
        sections.append(kit.format_section(phrases.render_phrase("report.final"), _write_final(phrases)))
    sections += [
        kit.format_section(phrases.render_phrase("report.order"), _write_order(phrases)),
        kit.format_section(phrases.render_phrase("report.careers"), map(kit.format_item, _write_careers(phrases))),
        kit.format_section(
            phrases.render_phrase("report.initiative"), map(kit.format_item, _write_initiative(phrases))
        ),
        kit.format_section(
            phrases.render_phrase("report.cities"),
            map(kit.format_item, (_write_city(phrases, city) for city in view.cities)),
        ),
        kit.format_section(phrases.render_phrase("report.dice"), map(kit.format_item, _write_dice(phrases))),
        kit.format_section(
            phrases.render_phrase("report.rewards"), (_write_reward(phrases, slot) for slot in view.rewards)
        ),
    ]
    for mat in (view.mats[seat] for seat in view.order):
        heading = phrases.render_phrase("report.family", who=phrases.name_seat(mat.seat))
        sections.append(kit.format_section(heading, map(kit.format_item, _write_family(phrases, mat))))
    sections.append(
        kit.format_section(phrases.render_phrase("report.columns"), map(kit.format_item, _write_columns(phrases)))
    )
    return "\n\n".join(sections)


def _write_time(phrases: Phrases) -> Iterator[str]:
    view = phrases.view
    yield phrases.render_phrase(
        "report.time", round=view.round, rounds=view.rounds, slot=view.slot, turn=phrases.describe_turn()
    )
    variants = tuple(phrases.render_noun(f"terms.{variant}") for variant in view.variants)
    yield phrases.render_phrase("report.variants", variants=variants or phrases.render_phrase("report.none"))
    yield phrases.render_phrase("report.stack", tiles=view.stack, discs=view.helper_discs)


def _write_final(phrases: Phrases) -> Iterator[str]:
    for score in phrases.view.scores:
        yield phrases.render_phrase(
            "report.place",
            place=score.place,
            who=phrases.name_seat(score.seat),
            vp=score.total,
            parts=_write_parts(phrases, score.parts),
        )


def _write_parts(phrases: Phrases, parts: Iterable[tuple[Message, int]]) -> tuple[str, ...] | str:
    """Return the VP by source."""
    part_texts = tuple(
        phrases.render_phrase("report.part", source=phrases.render_message(msg), vp=vp) for msg, vp in parts
    )
    return part_texts or phrases.render_phrase("report.none")


def _write_order(phrases: Phrases) -> Iterator[str]:
    """Yield a numbered line for every seat, in turn order."""
    view = phrases.view
    for place, mat in enumerate((view.mats[seat] for seat in view.order), 1):
        sentences = [
            phrases.render_phrase(
                "report.seat",
                place=place,
                who=phrases.name_seat(mat.seat),
                color=phrases.render_noun(f"player_colors.{mat.color}"),
                vp=mat.vp,
                florins=mat.florins,
            ),
            phrases.render_phrase(
                "report.meeples",
                supply=phrases.name_people(mat.men, mat.women),
                stock=phrases.name_people(mat.men_stock, mat.women_stock),
            ),
            phrases.render_phrase(
                "report.seat_dice",
                dice=phrases.name_dice(mat.dice) or phrases.render_phrase("report.none"),
                count=len(mat.dice),
                max=mat.actions_max,
                sum=mat.dice_sum,
                threshold=mat.threshold,
                state=phrases.render_phrase("report.within" if mat.is_within_threshold else "report.above"),
            ),
        ]
        if mat.threshold_men or mat.threshold_women:
            raised = phrases.name_people(mat.threshold_men, mat.threshold_women)
            sentences.append(phrases.render_phrase("report.threshold_space", people=raised))
        if mat.has_passed:
            sentences.append(phrases.render_phrase("report.passed"))
        if not view.scores:
            parts = _write_parts(phrases, ((Message(f"source.{source}"), vp) for source, vp in mat.points))
            sentences.append(phrases.render_phrase("report.points", parts=parts))
        yield phrases.join_sentences(*sentences)


def _write_careers(phrases: Phrases) -> Iterator[str]:
    """Yield the printed values of the slots, once for all tracks that are alike, then the men on each track."""
    tracks_by_slots: dict[tuple[str, ...], list[CareerTrack]] = {}
    for track in phrases.view.careers:
        tracks_by_slots.setdefault(tuple(_write_career_slot(phrases, slot) for slot in track.slots), []).append(track)
    for slots, tracks in tracks_by_slots.items():
        names = tuple(phrases.name_track(track.id) for track in tracks)
        yield phrases.render_phrase("report.slots", tracks=names, slots=phrases.join_items(slots))
    for track in phrases.view.careers:
        positions = [
            (phrases.name_slot(track.id, slot.number), [phrases.name_men(seat, count) for seat, count in slot.men])
            for slot in track.slots
        ]
        yield phrases.render_phrase(
            "report.track",
            track=phrases.render_capitalized_noun(f"terms.{track.id}"),
            stand=_write_positions(phrases, positions),
        )


def _write_career_slot(phrases: Phrases, slot: CareerSlot) -> str:
    text = phrases.render_phrase("report.slot", vp=slot.vp, rank=slot.rank)
    if slot.bonus is None:
        return text
    track_data = CONTENT.data.career_track
    amount = track_data.bonus_slot_4.florins if slot.bonus == "florins" else track_data.bonus_slot_6.initiative_steps
    return phrases.render_phrase(
        "report.slot_bonus", slot=text, bonus=phrases.render_phrase(f"report.bonus.{slot.bonus}", n=amount)
    )


def _write_positions(phrases: Phrases, slots: Iterable[tuple[str, list[str]]]) -> str:
    """Return the occupied slots with the seats on them."""
    occupied = tuple(
        phrases.render_phrase("report.stand", slot=slot, who=tuple(names)) for slot, names in slots if names
    )
    return phrases.join_items(occupied) if occupied else phrases.render_phrase("report.nobody")


def _write_initiative(phrases: Phrases) -> Iterator[str]:
    slots = phrases.view.initiative
    yield phrases.render_phrase("report.initiative_slots", slots=tuple(str(slot.vp) for slot in slots))
    discs = [(phrases.name_slot("initiative", slot.number), [LETTERS[seat] for seat in slot.discs]) for slot in slots]
    yield phrases.render_phrase("report.discs", stand=_write_positions(phrases, discs))


def _write_city(phrases: Phrases, city: CityView) -> str:
    name = phrases.name_city(city.id)
    if not city.is_used:
        return phrases.render_phrase("report.closed", city=name)
    slots = []
    for i, slot in enumerate(city.slots):
        if slot.seat is not None:
            occupant = phrases.render_phrase(
                "report.meeple", letter=LETTERS[slot.seat], sex=phrases.render_noun(f"sexes.{slot.sex}")
            )
        else:
            occupant = phrases.render_phrase("report.next" if i == city.next else "report.free")
        slots.append(phrases.render_phrase("report.city_slot", value=slot.value, who=occupant))
    marriage, mission = (
        phrases.name_tile(tile) if tile else phrases.render_phrase("report.none")
        for tile in (city.marriage, city.mission)
    )
    text = phrases.render_phrase("report.city", city=name, marriage=marriage, mission=mission, slots=tuple(slots))
    return phrases.join_sentences(text, phrases.render_phrase("report.full")) if city.next is None else text


def _write_dice(phrases: Phrases) -> Iterator[str]:
    for area in phrases.view.dice:
        tiles = tuple(
            phrases.render_phrase(
                "report.turned" if tile.is_turned else "report.assignment",
                sex=phrases.render_noun(f"sexes.{tile.sex}"),
                tile=phrases.render_noun(f"assignment_labels.{tile.tile}"),
            )
            for tile in phrases.view.assignments
            if tile.color == area.color
        )
        text = phrases.render_phrase(
            "report.area",
            color=phrases.render_capitalized_noun(f"die_colors.{area.color}"),
            left=len(area.left),
            size=area.size,
            pips=tuple(area.left) or phrases.render_phrase("report.none"),
            tiles=phrases.join_items(tiles),
        )
        color_actions = next(
            (color_actions for color_actions in phrases.view.color_actions if color_actions.color == area.color), None
        )
        yield (
            text
            if color_actions is None
            else phrases.join_sentences(text, _write_color_actions(phrases, color_actions))
        )


def _write_color_actions(phrases: Phrases, color_actions: ColorActionsView) -> str:
    """Describe the main actions that a die of this colour allows the acting seat, and why others are impossible."""
    column = CONTENT.columns[color_actions.color]
    fixed_names = {
        "signoria": phrases.render_noun(f"signoria_labels.{column.signoria}"),
        "hire": phrases.render_phrase("report.opens_hire", color=phrases.name_color(column.hires_into)),
    }
    pips_by_action = dict(color_actions.min_pips)

    def name_action(action: str) -> str:
        return fixed_names[action] if action in fixed_names else phrases.render_noun(f"assignment_labels.{action}")

    def describe_action(action: str) -> str:
        min_pips = pips_by_action.get(action)
        return (
            name_action(action)
            if min_pips is None
            else phrases.render_phrase("report.opens_from", action=name_action(action), pips=min_pips)
        )

    def explain_reason(closed_action: ClosedAction) -> str:
        return phrases.render_phrase(f"die.why.{closed_action.why}", n=closed_action.missing or 0)

    closed_texts = tuple(
        phrases.render_phrase(
            "report.closed_why", action=name_action(closed_action.action), why=explain_reason(closed_action)
        )
        for closed_action in color_actions.closed_actions
    )
    actions = (
        phrases.join_items(tuple(map(describe_action, color_actions.actions)))
        if color_actions.actions
        else phrases.render_phrase("report.none")
    )
    text = phrases.render_phrase("report.opens", actions=actions)
    return (
        phrases.join_sentences(text, phrases.render_phrase("report.shut", actions=phrases.join_items(closed_texts)))
        if closed_texts
        else text
    )


def _write_reward(phrases: Phrases, slot: RewardSlot) -> str:
    """Return a numbered line for a reward slot; its tile is named while it is there."""
    kind = phrases.render_capitalized_noun("terms.bonus_tile" if slot.kind == "bonus" else "terms.vp_tile")
    if slot.tile:
        kind = phrases.render_phrase(
            "report.reward_tile", kind=kind, tile=phrases.render_noun(f"reward_labels.{slot.tile}")
        )
    status = phrases.render_phrase(f"report.status.{slot.status}")
    text = phrases.render_phrase("report.reward", number=slot.number, tile=kind, status=status)
    if not slot.bride_florins:
        return text
    return phrases.join_sentences(text, phrases.render_phrase("report.bride", florins=slot.bride_florins))


def _write_family(phrases: Phrases, mat: Mat) -> Iterator[str]:
    sons = tuple(
        phrases.render_phrase("report.married" if son.is_married else "report.single", vp=son.vp) for son in mat.sons
    )
    yield phrases.render_phrase("report.sons", sons=sons, dice=mat.offspring_dice)
    places = {
        helper.id: phrases.render_phrase(
            "report.helper_place", color=phrases.name_color(column.color), row=_name_helper_row(phrases, helper.row)
        )
        for column in phrases.view.columns
        for helper in column.helpers
    }
    helpers = tuple(
        phrases.render_phrase("report.helper", helper=phrases.name_helper(helper_id), place=places[helper_id])
        for helper_id in mat.helpers
    )
    yield phrases.render_phrase(
        "report.helpers",
        count=len(helpers),
        helpers=phrases.join_items(helpers) or phrases.render_phrase("report.none"),
    )
    for row in mat.plan:
        yield _write_plan_row(phrases, row)


def _name_helper_row(phrases: Phrases, row: str) -> str:
    return phrases.render_noun(f"helper_rows.{row}")


def _write_plan_row(phrases: Phrases, row: PlanRowView) -> str:
    lying_tiles, free_houses = [], []
    for shield in row.shields:
        house = phrases.render_noun(f"houses.{shield.house}")
        if shield.value is None:
            free_houses.append(house)
        else:
            lying_tiles.append(phrases.render_phrase("phrase.tile", house=house, value=shield.value))
    name = phrases.name_row(row.id)
    return phrases.render_phrase(
        "report.plan",
        row=name[:1].upper() + name[1:],
        tiles=row.tiles,
        minimum=row.minimum,
        vp=row.vp,
        laid=tuple(lying_tiles) or phrases.render_phrase("report.none"),
        free=tuple(free_houses) or phrases.render_phrase("report.none"),
        down=row.face_down,
    )


def _write_columns(phrases: Phrases) -> Iterator[str]:
    for column in phrases.view.columns:
        helpers = tuple(
            phrases.render_phrase(
                "report.slot_helper",
                row=_name_helper_row(phrases, helper.row),
                helper=phrases.name_helper(helper.id),
                cost=helper.cost,
            )
            for helper in column.helpers
        )
        yield phrases.render_phrase(
            "report.column",
            color=phrases.render_capitalized_noun(f"die_colors.{column.color}"),
            value=column.slot_value,
            action=phrases.render_noun(f"signoria_labels.{column.signoria}"),
            target=phrases.name_color(column.hires_into),
            helpers=phrases.join_items(helpers),
        )
