"""Languages of a table's public posts: the host's first, those of all who sit, and none that nobody reads."""

from __future__ import annotations

import pytest

from bot.table import Person, TableService
from bot.table.lobby import invitations, seating
from bot.table.personal import preferences
from bot.table.personal.table_inbox import work_all_inboxes
from bot.table.seats import host
from bot.table.terms.table_terms import TableTerms
from storage.persons import people
from tests.table.conftest import AOI, JULES, MARCO


async def open_table_of(service: TableService, *persons: Person, server_language: str | None = None) -> int:
    """Open a table whose host is the first of these people, who have all used Discord in their language before."""
    async with service.db.transaction() as tx:
        for person in persons:
            await people.save_person(tx, person.id, person.name, service.clock())
            await people.set_seen_locale(tx, person.id, person.lang)
    first, *others = persons
    language = server_language or first.lang
    terms = TableTerms(language=language, adds_languages=True, server_language=server_language)
    table_id = await seating.open_table(service, 1, 7, first, "flotsam", terms)
    async with service.lock_table(table_id) as table:
        for person in others:
            await seating.join_table(service, table, person)
    return table_id


async def test_posts_before_the_start_are_in_the_languages_of_who_still_sit(service: TableService) -> None:
    table_id = await open_table_of(service, MARCO, JULES, AOI)
    async with service.lock_table(table_id) as table:
        assert table.row.language == "en+ja"
        await seating.leave_table(service, table, AOI)
        assert table.row.language == "en"
        await seating.join_table(service, table, AOI)
        seat = table.find_seat(AOI.id)
        assert seat is not None and table.row.language == "en+ja"
        await invitations.remove_person(service, table, MARCO, seat)
        assert table.row.language == "en"


async def test_language_of_the_server_stays(service: TableService) -> None:
    table_id = await open_table_of(service, MARCO, JULES, server_language="ja")
    async with service.lock_table(table_id) as table:
        await seating.leave_table(service, table, JULES)
        assert table.row.language == "en+ja"


async def test_language_of_a_new_host_comes_first(service: TableService) -> None:
    table_id = await open_table_of(service, MARCO, AOI, JULES)
    async with service.lock_table(table_id) as table:
        await host.hand_over_host(service, table, MARCO, 1)
        assert table.row.language == "both", "handed over"
        await seating.leave_table(service, table, AOI)
        assert table.row.language == "en", "inherited"


async def test_language_that_the_host_has_fixed_stays(service: TableService) -> None:
    table_id = await open_table_of(service, MARCO, AOI)
    async with service.lock_table(table_id) as table:
        await seating.set_settings(service, table, MARCO, language="both")
        await seating.leave_table(service, table, AOI)
        assert table.row.language == "en+ja"


@pytest.mark.parametrize("is_started", [False, True])
async def test_language_that_somebody_chooses_later_is_added(service: TableService, is_started: bool) -> None:
    table_id = await open_table_of(service, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        if is_started:
            await seating.start_game(service, table, MARCO)
    await preferences.set_language(service, JULES, "ja")
    async with service.lock_table(table_id) as table:
        assert table.row.language == "en+ja"
    await preferences.set_language(service, JULES, "en")
    async with service.lock_table(table_id) as table:
        assert table.row.language == ("en+ja" if is_started else "en"), "older posts may be read again in play"


async def test_language_of_a_changed_client_is_added(service: TableService) -> None:
    """Unless the person has chosen one; another locale of the same language changes nothing."""
    table_id = await open_table_of(service, MARCO, JULES)
    await preferences.store_locale(service, JULES.id, "de")
    async with service.lock_table(table_id) as table:
        await seating.start_game(service, table, MARCO)
        assert table.row.language == "en"
    await preferences.set_language(service, JULES, "en")
    await preferences.store_locale(service, JULES.id, "ja")
    async with service.lock_table(table_id) as table:
        assert table.row.language == "en", "chosen by the person"
    await preferences.store_locale(service, MARCO.id, "ja")
    async with service.lock_table(table_id) as table:
        assert table.row.language == "both", "the host's new language is first"


async def test_language_that_the_host_fixes_in_play_stays(service: TableService) -> None:
    table_id = await open_table_of(service, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await seating.start_game(service, table, MARCO)
        await seating.set_settings(service, table, MARCO, language="en")
    await preferences.set_language(service, JULES, "ja")
    service.drop_table(table)
    async with service.lock_table(table_id) as table:
        assert table.row.language == "en" and table.match is not None


async def test_language_of_a_person_without_a_seat_changes_no_table(service: TableService) -> None:
    table_id = await open_table_of(service, MARCO, JULES)
    await preferences.set_language(service, Person(107, "Emma", "en"), "ja")
    await work_all_inboxes(service)
    async with service.lock_table(table_id) as table:
        assert table.row.language == "en"
