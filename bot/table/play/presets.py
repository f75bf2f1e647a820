"""Preset answers: given in advance by a seat, revocable, visible to that seat only and not part of Views or exports."""

from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from bot.table.terms import general_presets
from engines.kernel import Option, Refused, Seat
from storage.play import preset_answers as preset_rows
from storage.play.preset_answers import PresetRow

from . import answers
from .preset_lookup import find_preset_answer_of_seat


def list_choices(table: Table, person: Person) -> dict[str, tuple[Option, ...]]:
    """Return the presets that the person may set now, by topic; topics without options are left out."""
    seat = table.require_seat(person.id)
    match = table.require_match()
    view = match.build_view(seat)
    options_by_topic = {topic: tuple(preset.choices(view, seat)) for topic, preset in table.game.presets.items()}
    return {topic: options for topic, options in options_by_topic.items() if options}


def list_presets(table: Table, person: Person) -> dict[str, str]:
    """Return the person's presets: topic -> key of the answer."""
    seat = table.require_seat(person.id)
    return {preset.topic: preset.value for preset in table.presets.values() if preset.seat == seat}


def list_held_topics(table: Table, person: Person) -> set[str]:
    """Return the topics of presets that the person, a substitute, cannot change: the holder has set them."""
    seat = table.require_seat(person.id)
    return {
        preset.topic
        for preset in table.presets.values()
        if preset.seat == seat and not _may_change(table, preset, person)
    }


async def set_preset(service: TableService, table: Table, person: Person, topic: str, key: str) -> None:
    """Set a preset. If the question is open already, it is answered at once. Raises Refused if
    there is no such preset, or a substitute would replace one of the holder.
    """
    seat = _require_own_preset(table, person, topic)
    if general_presets.is_general(topic):
        table.require_match()
        key = general_presets.encode_preset(table, seat, topic, key)
    else:
        options = list_choices(table, person).get(topic, ())
        if key not in {option.key for option in options}:
            raise Refused("table.refused.no_order", got=key, allowed=tuple(option.key for option in options))
    row = PresetRow(table.id, seat, topic, key, service.clock(), person.id)
    table.presets[seat, topic] = row  # if the change fails, the table is dropped from memory
    table.is_dirty = True
    answer, ref = find_preset_answer_of_seat(table, seat), table.build_question_ref(seat)
    if answer is not None and ref is not None and seat in table.waiting:
        keys = answer.decision.keys
        try:
            await answers.apply_decision(
                service, table, ref, keys, "order", person, extra_writes=lambda tx: preset_rows.save_preset(tx, row)
            )
        except Refused:
            table.is_dirty = True
            raise
        return
    async with service.change(table, person) as tx:
        await preset_rows.save_preset(tx, row)


async def revoke_preset(service: TableService, table: Table, person: Person, topic: str) -> None:
    """Remove the person's preset on a topic, so that they are asked again. No effect if there is none. Raises Refused
    if it is the holder's and the person a substitute.
    """
    seat = _require_own_preset(table, person, topic)
    async with service.change(table, person) as tx:
        await preset_rows.delete_preset(tx, table.id, seat, topic)
    table.presets.pop((seat, topic), None)


def _require_own_preset(table: Table, person: Person, topic: str) -> Seat:
    """Return the person's seat. Raises Refused if its holder has set a preset on the topic and the person is the
    substitute.
    """
    seat = table.require_seat(person.id)
    preset = table.presets.get((seat, topic))
    if preset is not None and not _may_change(table, preset, person):
        raise Refused("life.refused.not_holder", who=table.names[seat])
    return seat


def _may_change(table: Table, preset: PresetRow, person: Person) -> bool:
    """Return whether the person has set the preset or holds its seat."""
    return person.id in (preset.person, table.seats[preset.seat].person)
