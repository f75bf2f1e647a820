"""The messages that a person receives do not depend on what is hidden from them; bots that leak it are detected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord_ui.card import handlers as card_presses
from bot.discord_ui.commands import reading
from bot.discord_ui.help.page import build_games_page
from bot.discord_ui.history import handlers
from bot.discord_ui.interaction import context
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.lifecycle import irreversible
from bot.discord_ui.lifecycle.confirmation import IrreversibleAction
from bot.discord_ui.lobby import forum_tags
from bot.discord_ui.lobby import handlers as lobby_presses
from bot.discord_ui.outbox import calls, delivery, direct_messages, messages
from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.render_pool import RenderPool
from bot.discord_ui.panel import page as panel_page
from bot.discord_ui.panel import tracking
from bot.discord_ui.panel.details import build_details_page
from bot.discord_ui.panel.page import build_panel
from bot.discord_ui.panel.question import PanelQuestion
from bot.table import Table
from engines.kernel import Match, Message, Rng, load_games
from storage import Source
from tests.bot.conftest import TableHarness
from tests.discovered import list_shipped_games, mark_slice

from .observer import WorldsCase
from .two_worlds import BotLeak, compare_worlds

SEATS = 3


def has_secrets(name: str) -> bool:
    """Return whether the game has hidden information at its start."""
    game = load_games()[name]
    if SEATS not in game.seat_counts:
        return False
    match = Match.start(game, game.build_setup(SEATS, (), {}), bytes(32))
    return bool(match.imagine_world(0, Rng(bytes(32))).state != match.state)


PUBLISHED = next(name for name in sorted(list_shipped_games(), reverse=True) if has_secrets(name))
CASES = (
    WorldsCase("flotsam", 0, 4),
    WorldsCase("flotsam", None, 9),
    WorldsCase("meadow", 1, 6),
    WorldsCase("meadow", None, 3, is_in_forum=True),
    WorldsCase(PUBLISHED, 1, 12),
    WorldsCase(PUBLISHED, None, 12),
)
SLICE = {("flotsam", 0), ("meadow", None), (PUBLISHED, 1)}
"""Game and seat of the cases that do not wait for a release: each game, players and a spectator."""
PLAYED_OUT = WorldsCase(PUBLISHED, 1, 0, acts=20, is_near_end=True)
"""Compares the final post and the poster on the card: something stays hidden to the end."""


@pytest.fixture(autouse=True)
def words_and_picture_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for pictures even on a busy machine: otherwise the messages would depend on timing."""
    monkeypatch.setattr(context, "PICTURE_WAIT_SECONDS", 60.0)
    monkeypatch.setattr(tracking, "DEBOUNCE_SECONDS", 0.01)
    monkeypatch.setattr(tracking, "MIN_EDIT_INTERVAL", 0.02)


@pytest.mark.parametrize("case", mark_slice(CASES, lambda case: (case.game, case.looker) in SLICE), ids=str)
async def test_received_messages_do_not_depend_on_hidden_information(
    table: TableHarness, tmp_path: Path, case: WorldsCase
) -> None:
    assert await compare_worlds(table, tmp_path, case) >= 1


@pytest.mark.release
async def test_end_of_a_game_does_not_depend_on_what_stays_hidden(table: TableHarness, tmp_path: Path) -> None:
    assert await compare_worlds(table, tmp_path, PLAYED_OUT) >= 1


# ---------------------------------------------------------------------- bots that leak


def compute_secret(table: Table) -> str:
    """Return a secret: a part of the checksum, which depends on every hidden card."""
    return "" if table.match is None else table.match.compute_checksum()[:6]


def compute_only_secret(table: TableHarness) -> str:
    """Return the secret of the one table of the bot."""
    [secret] = {compute_secret(table_state) for table_state in table.bot.service._tables.values()}
    return secret


def leak_on_page(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function that builds pages so that its first page also contains the secret."""

    def build_leaking_page(table: Table, *more: Any, **named: Any) -> Any:
        result = function(table, *more, **named)
        if isinstance(result, tuple):
            return (result[0].with_notice(compute_secret(table)), *result[1:])
        return None if result is None else result.with_notice(compute_secret(table))

    return build_leaking_page


def leak_in_picture(change: Callable[[Any, str], Any]) -> Callable[[TableHarness, pytest.MonkeyPatch], None]:
    def patch_drawing(table: TableHarness, patch: pytest.MonkeyPatch) -> None:
        draw = RenderPool.draw_request

        async def draw_leaking(self: RenderPool, shot: Any) -> Any:
            return change(await draw(self, shot), compute_secret(table.bot.service._tables[shot.table_id]))

        patch.setattr(RenderPool, "draw_request", draw_leaking)

    return patch_drawing


def leak_on_page_of(place: Any, name: str) -> Callable[[TableHarness, pytest.MonkeyPatch], None]:
    return lambda table, patch: patch.setattr(place, name, leak_on_page(getattr(place, name)))


def leak_in_details(table: TableHarness, patch: pytest.MonkeyPatch) -> None:
    def build_leaking_details(question: PanelQuestion, *args: Any, **named: Any) -> Page:
        return build_details_page(question, *args, **named).with_notice(compute_secret(question.table))

    patch.setattr(panel_page, "build_details_page", build_leaking_details)


def leak_in_pushes(table: TableHarness, patch: pytest.MonkeyPatch) -> None:
    """Only the plain text of a call carries the secret, and the edit into its page removes it."""
    build = calls.build_turn_call

    async def build_leaking_call(source: Source, table_state: Table, *args: Any, **named: Any) -> calls.Call | None:
        call = await build(source, table_state, *args, **named)
        return None if call is None else replace(call, text=f"{call.text} {compute_secret(table_state)}")

    patch.setattr(calls, "build_turn_call", build_leaking_call)


def leak_by_order(table: TableHarness, patch: pytest.MonkeyPatch) -> None:
    """Make the order of the panel's rows depend on the secret; their content does not."""

    def build_reordered_panel(table_state: Table, *args: Any, **named: Any) -> Page:
        page = build_panel(table_state, *args, **named)
        return replace(page, rows=page.rows[::-1]) if int(compute_secret(table_state), 16) % 2 else page

    patch.setattr(card_presses, "build_panel", build_reordered_panel)


def leak_in_tags(table: TableHarness, patch: pytest.MonkeyPatch) -> None:
    def choose_leaking_tags(_: object, forum: discord.ForumChannel, *__: object) -> list[discord.ForumTag]:
        secret = compute_only_secret(table)
        return [tag for number, tag in enumerate(forum.available_tags) if int(secret, 16) >> number & 1]

    patch.setattr(forum_tags, "choose_changed_tags", choose_leaking_tags)


def leak_in_morning_list(table: TableHarness, patch: pytest.MonkeyPatch) -> None:
    def build_leaking_list(*args: Any) -> Page:
        return build_games_page(*args).with_notice(compute_only_secret(table))

    patch.setattr(direct_messages, "build_games_page", build_leaking_list)


def leak_in_confirmation(table: TableHarness, patch: pytest.MonkeyPatch) -> None:
    """Only the page that asks before computer players end the game says the secret."""
    build = irreversible.build_last_stretch

    def build_leaking_action(ctx: InteractionContext, table_id: int) -> IrreversibleAction[Table]:
        action = build(ctx, table_id)
        return replace(
            action,
            describe=lambda subject: (
                *action.describe(subject),
                Message("confirm.leave_host", {"who": compute_secret(subject)}),
            ),
        )

    patch.setattr(irreversible, "build_last_stretch", build_leaking_action)


LEAKS = {
    "card": leak_on_page_of(delivery, "build_card"),
    "panel": leak_on_page_of(card_presses, "build_panel"),
    "log": leak_on_page_of(handlers, "build_log_page"),
    "board in words": leak_on_page_of(reading, "build_board_pages"),
    "a turn's post": leak_on_page_of(messages, "build_turn_post"),
    "lobby's details": leak_on_page_of(lobby_presses, "build_seats_page"),
    "own seat": leak_on_page_of(card_presses, "build_seat_page"),
    "panel's details": leak_in_details,
    "push notification": leak_in_pushes,
    "morning list": leak_in_morning_list,
    "end by computer players": leak_in_confirmation,
    "forum tag": leak_in_tags,
    "picture": leak_in_picture(lambda picture, secret: replace(picture, content=picture.content + secret.encode())),
    "alternative text": leak_in_picture(lambda picture, secret: replace(picture, alt=f"{picture.alt} {secret}")),
    "name of a file": leak_in_picture(lambda picture, secret: replace(picture, own_name=f"{secret}.png")),
}


LEAK_SLICE = {"card", "panel", "log", "push notification", "picture"}
"""One leak of each kind: public page, private page, list of events, plain text, file."""


@pytest.mark.parametrize("leak", mark_slice(LEAKS, lambda leak: leak in LEAK_SLICE))
async def test_leaking_bot_is_detected(
    table: TableHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    LEAKS[leak](table, monkeypatch)
    with pytest.raises(BotLeak):
        await compare_worlds(table, tmp_path, WorldsCase("meadow", 1, 6, acts=4, is_in_forum=True))


@pytest.mark.release
async def test_leak_in_the_final_post_is_detected(
    table: TableHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_on_page_of(messages, "build_final_post")(table, monkeypatch)
    with pytest.raises(BotLeak):
        await compare_worlds(table, tmp_path, PLAYED_OUT)


async def test_leak_by_the_order_of_options_is_detected(
    table: TableHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_by_order(table, monkeypatch)
    with pytest.raises(BotLeak):
        for number in range(6):  # one world in two has another order
            folder = tmp_path / str(number)
            folder.mkdir()
            await compare_worlds(table, folder, WorldsCase("meadow", 1, 6, seed=number))
