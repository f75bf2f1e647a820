"""Page *My seat*: the private view and the player's preset answers."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from bot.discord_ui.page import pages, phone_screen, picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.panel import option_menus
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table, TableService
from bot.table.clock.time_control import PACES
from bot.table.clock.waking_hours import WAKING_DAY
from bot.table.deadline import deadlines
from bot.table.seats.autopilot import is_alone_with_computers
from bot.table.terms import general_presets
from engines.kernel import Option, Seat, resolve_text


def build_seat_page(
    table: Table,
    seat: Seat,
    localizer: Localizer,
    offers: Mapping[str, tuple[Option, ...]],
    presets: Mapping[str, str],
    page_number: int = 0,
    clock: str = "",
    held_topics: Collection[str] = (),
) -> pages.Page:
    """Return the page *My seat*.

    offers: topic -> options of preset answers available now. presets: topic -> option key of the current preset.
    page_number: page of the topics' menus. clock: text about the seat's clock. held_topics: topics whose presets the
    reader, a substitute, sees but cannot change.
    """
    texts = [
        f"-# {titles.name_table(table, localizer)}",
        f"## {titles.name_seat(table, table.seats[seat])}",
        *((clock,) if clock else ()),
        *_describe_presets(table, seat, localizer, offers, presets),
    ]
    rows: list[pages.ActionRow] = []
    if table.seats[seat].autopilot_policy is not None and table.is_playing:
        texts.append(localizer.render_line("relief.yours"))
        rows.append((build_return_button(table, localizer),))
    seated = table.seats[seat]
    if seated.substitute is not None and seated.substitute_until is not None and table.is_playing:
        texts.append(
            localizer.render_line("seatcard.sits_in", who=seated.substitute_name, until=seated.substitute_until // 1000)
        )
        rows.append((build_return_button(table, localizer),))
    rows.append(_build_buttons(table, seat, localizer))
    preset_menus = [
        menu
        for topic, options in offers.items()
        if topic not in held_topics
        for menu in _build_topic_menus(table, topic, options, presets, localizer)
    ]
    rows += _paginate_menus(table, preset_menus, page_number, localizer)
    if table.match is not None and table.is_playing:
        general = _build_general_controls(table, seat, localizer, presets)
        rows += general
        if general:
            texts.append(localizer.render_line("standing.hint"))
    if held_topics:
        topics = localizer.join_names(titles.name_preset(table, topic, localizer) for topic in sorted(held_topics))
        texts.append(localizer.render_line("seat.held", who=table.names[seat], topics=topics))
    revoke_buttons = [_build_revoke_button(table, topic, localizer) for topic in presets if topic not in held_topics]
    return pages.Page(
        tuple(texts),
        (*rows, *phone_screen.arrange_buttons(revoke_buttons)),
        picture_requests.build_own_picture(table, seat, localizer.first_lang),
    )


def _build_buttons(table: Table, seat: Seat, localizer: Localizer) -> tuple[pages.Button, ...]:
    """Return the buttons that open other pages, and the one that lets a game among computer players end."""
    buttons = []
    if table.match is not None and table.match.find_prompt(seat) is not None and seat in table.waiting:
        buttons.append(
            pages.Button(build_table_id(table.key, "play"), localizer.render_label("card.play"), pages.PRIMARY)
        )
    has_autopilot = table.seats[seat].autopilot_policy is not None
    if table.is_playing and not has_autopilot and is_alone_with_computers(table, seat):
        buttons.append(pages.Button(build_table_id(table.key, "finish"), localizer.render_label("seat.finish")))
    buttons.append(pages.Button(build_table_id(table.key, "terms"), localizer.render_label("seat.table")))
    return tuple(buttons)


def _paginate_menus(
    table: Table, menus: Sequence[pages.SelectMenu], page_number: int, localizer: Localizer
) -> Iterator[pages.ActionRow]:
    """Yield the menus of this page, or of the last one, and the buttons to turn pages if there are several."""
    last = max(0, len(menus) - 1) // option_menus.MENUS_ON_PAGE
    number = min(page_number, last)
    yield from menus[number * option_menus.MENUS_ON_PAGE : (number + 1) * option_menus.MENUS_ON_PAGE]
    if last:
        yield tuple(
            pages.Button(
                build_table_id(table.key, "seat", str(target)), localizer.render_label(label), is_disabled=is_disabled
            )
            for target, label, is_disabled in (
                (number - 1, "panel.earlier", number == 0),
                (number + 1, "panel.later", number == last),
            )
        )


def _build_revoke_button(table: Table, topic: str, localizer: Localizer) -> pages.Button:
    """Return the button that takes a preset back."""
    preset_name = titles.name_preset(table, topic, localizer)
    label = localizer.render_label("seat.revoke", topic=preset_name)
    return pages.Button(build_table_id(table.key, "revoke", topic), label, pages.DANGER)


def _build_general_controls(
    table: Table, seat: Seat, localizer: Localizer, presets: Mapping[str, str]
) -> list[pages.ActionRow]:
    """Return the controls of the general presets that are available now, the one for the open question first."""
    rows: list[pages.ActionRow] = []
    prompt = None if table.match is None or seat not in table.waiting else table.match.find_prompt(seat)
    if prompt is not None and general_presets.may_be_always(table, prompt) and len(prompt.options) <= pages.MAX_CHOICES:
        arg = f"{general_presets.ALWAYS}{prompt.question_key}.0"
        lines = option_menus.build_lines(table, prompt.options, localizer)
        choices = tuple(pages.Choice(line.option.key, line.label) for line in lines)
        rows.append(
            pages.SelectMenu(
                build_table_id(table.key, "give", arg), localizer.render_label("standing.always_menu"), choices
            )
        )
    general_topics = [general_presets.CONFIRM]
    if table.game.turn_info is not None and table.seat_on_turn not in (None, seat):
        general_topics.append(general_presets.PASS)
    keys = tuple(
        pages.Button(
            build_table_id(table.key, "standing", topic), localizer.render_label(titles.GENERAL_PRESETS[topic])
        )
        for topic in general_topics
        if topic not in presets
    )
    return [*rows, keys] if keys else rows


def _list_general_presets(table: Table, localizer: Localizer, presets: Mapping[str, str]) -> list[str]:
    """Return a line for each general preset that is set."""
    lines = []
    for topic, value in presets.items():
        if topic.startswith(general_presets.ALWAYS):
            always = msgspec.json.decode(value, type=general_presets.AlwaysPreset)
            answer = localizer.render_message_label(always.answer, table.catalogue, table.names)
            label, title = localizer.render_label("standing.always"), titles.name_preset(table, topic, localizer)
            lines.append(f"{label}{localizer.colon}{title} → **{answer}**")
        elif general_presets.is_general(topic):
            lines.append(titles.name_preset(table, topic, localizer))
    return lines


def build_return_button(table: Table, localizer: Localizer) -> pages.Button:
    """Return the button that ends the autopilot or substitution of the person's seat."""
    return pages.Button(build_table_id(table.key, "back"), localizer.render_label("relief.back"), pages.PRIMARY)


def _build_topic_menus(
    table: Table, topic: str, options: tuple[Option, ...], presets: Mapping[str, str], localizer: Localizer
) -> list[pages.SelectMenu]:
    """Return the menus of one topic: one, or one per group of options, with long groups split."""
    title = titles.name_preset(table, topic, localizer)
    lines = option_menus.build_lines(table, options, localizer)
    if not lines:
        return []
    topic_menus = []
    for number, block in enumerate(option_menus.build_blocks(lines)):
        part = len(block.lines) < len(lines)
        head = " · ".join(filter(None, (title, block.title))) + localizer.bracket(block.number_range) if part else title
        choices = tuple(
            pages.Choice(
                x.option.key,
                x.numbered_label if part else x.label,
                block.build_detail(x),
                presets.get(topic) == x.option.key,
            )
            for x in block.lines
        )
        topic_menus.append(pages.SelectMenu(build_table_id(table.key, "give", f"{topic}.{number}"), head, choices))
    return topic_menus


def _describe_presets(
    table: Table, seat: Seat, localizer: Localizer, offers: Mapping[str, tuple[Option, ...]], presets: Mapping[str, str]
) -> list[str]:
    general = _list_general_presets(table, localizer, presets)
    if not offers:
        return ["\n".join([localizer.render_line("seat.orders"), *general])] if general else []
    lines = general
    for topic, options in offers.items():
        key = presets.get(topic)
        chosen_option = next((option for option in options if option.key == key), None)
        if key is None:
            answer = localizer.render_label("seat.asked")
        elif chosen_option is None:
            answer = f"`{key}`"
        else:
            answer = localizer.render_message_label(resolve_text(chosen_option.label), table.catalogue, table.names)
        preset_name = titles.name_preset(table, topic, localizer)
        separator = " " if preset_name.endswith(("?", "？")) else localizer.colon
        lines.append(f"{preset_name}{separator}**{answer}**")
    hints = [localizer.render_line("seat.orders_hint")]
    if _find_asked_topic(table, seat) in offers:
        hints.append(localizer.render_line("seat.orders_now"))
    return ["\n".join([localizer.render_line("seat.orders"), *lines, *(f"-# {hint}" for hint in hints)])]


def _find_asked_topic(table: Table, seat: Seat) -> str | None:
    """Return the preset topic of the seat's open question; a preset set now also answers that question."""
    prompt = None if table.match is None or seat not in table.waiting else table.match.find_prompt(seat)
    return None if prompt is None else prompt.topic


async def describe_clock(service: TableService, table: Table, seat: Seat, localizer: Localizer) -> str:
    """Return the state of the seat's clock; "" at a table without clock.

    During the seat's turn: the end of its free time and the bank; otherwise the bank and free time of its next turn.
    """
    pace = PACES.get(table.settings.pace)
    if pace is None or not table.is_playing:
        return ""
    now = service.clock()
    seat_clock = await deadlines.load_turn_clock(service.db, table, seat)
    if seat_clock is None:  # the seat has not been on turn yet
        return localizer.render_line("seat.bank", days=_format_days(pace.bank), free=_format_days(pace.allowance))
    clock, hours = seat_clock.clock, seat_clock.hours
    if clock.running_since is not None and clock.compute_used_time(hours, now) < pace.allowance:
        free_until = clock.find_time_of_use(pace.allowance, hours, now) or now
        return localizer.render_line("seat.free", at=free_until // 1000, days=_format_days(clock.bank))
    if clock.running_since is not None:
        return localizer.render_line("seat.bank_runs", days=_format_days(clock.compute_bank(pace, hours, now)))
    is_old_turn = seat_clock.turn != table.base_n
    bank = clock.begin_next_turn(pace, hours, now).bank if is_old_turn else clock.compute_bank(pace, hours, now)
    return localizer.render_line("seat.bank", days=_format_days(bank), free=_format_days(pace.allowance))


def _format_days(waking: int) -> str:
    """Format waking time in clock days, rounded down to a tenth."""
    return f"{int(waking * 10 / WAKING_DAY) / 10:g}"
