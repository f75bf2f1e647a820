"""Languages of a table's public posts: the host's first, and that of everybody who sits, unless the host has chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Lang
from storage import Transaction
from storage.persons import people
from storage.play import games

PublicLang = Literal["ja", "en", "both"]
PUBLIC_LANGUAGES: tuple[PublicLang, ...] = get_args(PublicLang)
BOTH_LANGUAGES: PublicLang = "both"
ENGLISH_FIRST = "en+ja"
"""Stored for both languages, English first; the other value puts Japanese first."""
JAPANESE = "ja"
"""Discord's Japanese locale, and the language."""


def choose_lang(locale: object) -> Lang:
    """Return "ja" for Discord's Japanese locale, "en" for every other."""
    return "ja" if str(locale) == JAPANESE else "en"


def is_bilingual(language: str) -> bool:
    """Return whether a table's public posts are in both languages."""
    return language in (BOTH_LANGUAGES, ENGLISH_FIRST)


def put_language_first(language: str, lang: str) -> str:
    """Return the language of posts, with this one first if they are in both."""
    if not is_bilingual(language):
        return language
    return ENGLISH_FIRST if lang == "en" else BOTH_LANGUAGES


def add_language(first: str, second: str) -> str:
    """Return the language of posts that readers of both languages can read; the first one stays first."""
    return first if is_bilingual(first) or first == second else put_language_first(BOTH_LANGUAGES, first)


async def fit_language(tx: Transaction, table: Table, reader: Person | None = None) -> None:
    """Let the posts be in a language that everybody who sits can read, unless the host has fixed one; the host's first.

    In play a language is only added: its last reader may look back. reader: a person whose language is known from an
    interaction, others' from what is stored; one whose language is unknown changes nothing.
    """
    row, known = table.row, await _load_langs(tx, table)
    if reader is not None and reader.id in known:
        known[reader.id] = reader.lang
    langs = [lang for lang in known.values() if lang is not None]
    host_lang = known.get(row.host)
    language = row.language
    if table.settings.adds_languages:
        if table.is_open and host_lang is not None and None not in known.values():
            language = add_language(host_lang, table.settings.server_language or host_lang)
        for lang in langs:
            language = add_language(language, lang)
    if host_lang is not None:
        language = put_language_first(language, host_lang)
    if language != row.language:
        rev = await games.set_settings(
            tx, table.id, language=language, reminder_hours=row.reminder_hours, undo_policy=row.undo_policy
        )
        table.row = replace(row, language=language, rev=rev)


async def _load_langs(tx: Transaction, table: Table) -> dict[int, Lang | None]:
    """Return the language of everybody who sits, by person, the substitutes' too; None: it is not known."""
    seated = [person for seat in table.seats for person in (seat.person, seat.substitute) if person is not None]
    rows = await people.load_people(tx, seated)
    chosen = {person: row.language or row.reads for person, row in rows.items()}
    return {person: choose_lang(chosen[person]) if chosen.get(person) else None for person in seated}
