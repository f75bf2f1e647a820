"""The metrics page for Prometheus counts events and contains no names."""

from __future__ import annotations

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.fake_discord import FakeUser
from bot.settings import Settings, WrongSetting
from tests.bot.conftest import TableHarness

CLICKS = (("teban_click_seconds_count", "component"), ("teban_click_seconds_count", "application_command"))


async def test_numbers_of_a_running_bot(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    async with metrics.serve_metrics(table.bot.service, table.bot.find_problem, "127.0.0.1", 0) as page:
        before = await read_metrics(page)
        await table.open_and_start(ada, jiro)
        await table.open_panel(ada)
        await table.wait_for_outbox()
        after = await read_metrics(page)
    assert after["teban_tables", "0 playing"] == 1 and after["teban_well", ""] == 1
    assert after["teban_shard", "0"] == 1, "alone"
    assert (
        after["teban_outbox_waiting", "0"] == after["teban_outbox_late_seconds", "0"] == 0
        and after["teban_tables_in_memory", ""] == 1
    )
    for name in CLICKS:
        assert after[name] > before.get(name, 0), name
    assert after["teban_presses_total", "0"] - before.get(("teban_presses_total", "0"), 0) == sum(
        after[name] - before.get(name, 0) for name in CLICKS
    )
    assert after["teban_posts_total", "card"] > before.get(("teban_posts_total", "card"), 0)
    assert after["teban_picture_seconds_count", ""] > before["teban_picture_seconds_count", ""]
    answered = [
        after["teban_answer_seconds_count", kind] - before.get(("teban_answer_seconds_count", kind), 0)
        for kind in ("warm", "cold")
        if ("teban_answer_seconds_count", kind) in after
    ]
    pressed = sum(after[name] - before.get(name, 0) for name in CLICKS)
    assert sum(answered) == pressed, "every press has one first answer"
    assert after["process_resident_memory_bytes", ""] > 0


async def read_metrics(page: str) -> dict[tuple[str, str], float]:
    """Return (metric name, label values) -> number."""
    async with aiohttp.ClientSession() as session, session.get(page) as response:
        text = await response.text()
        assert response.status == 200 and "Ada" not in text and "次郎" not in text
    values = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = (sample.labels.get(key) for key in ("shard", "kind", "status", "table"))
            values[sample.name, " ".join(filter(None, labels))] = sample.value
    return values


def test_the_port_is_a_setting() -> None:
    assert Settings.read({}).metrics_port is None
    assert Settings.read({"TEBAN_METRICS": "9100"}).metrics_port == 9100
    with pytest.raises(WrongSetting, match="TEBAN_METRICS: expected a port"):
        Settings.read({"TEBAN_METRICS": "often"})


async def test_metrics_answer_their_own_names_only(table: TableHarness) -> None:
    async with metrics.serve_metrics(table.bot.service, table.bot.find_problem, "127.0.0.1", 0) as page:
        port = page.split(":")[2].split("/")[0]
        async with aiohttp.ClientSession() as session:
            for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"teban:{port}", f"[::1]:{port}", "LOCALHOST"):
                async with session.get(page, headers={"Host": host}) as answer:
                    assert answer.status == 200, host
            for host in (f"evil.example:{port}", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example"):
                async with session.get(page, headers={"Host": host}) as answer:
                    assert answer.status == 403 and "teban" not in (await answer.text()), host
