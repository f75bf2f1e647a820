"""The watch over the outbox: it is patient while the bot waits after failures, and a wait always ends."""

from .pending import MAX_QUIET_S, PendingRow, PendingWork, QuietWatch

NOW_MS = 1_700_000_000_000
HOUR_MS = 3_600_000
QUIET_MS = int(MAX_QUIET_S * 1000)


def build_work(*due_in_ms: int) -> PendingWork:
    rows = [PendingRow(n + 1, 7, "ping", NOW_MS + due, 2, "no answer") for n, due in enumerate(due_in_ms)]
    return PendingWork(rows, 0)


def find_stall_after(milliseconds: int, work: PendingWork, ahead_ms: int = 0) -> str | None:
    """Return what the watch says if nothing changes for so long."""
    watch = QuietWatch(NOW_MS)
    assert watch.find_stall(work, NOW_MS, ahead_ms) is None
    return watch.find_stall(work, NOW_MS + milliseconds, ahead_ms)


def test_row_that_waits_after_a_failure_is_waited_for() -> None:
    work = build_work(0, 300_000)
    assert find_stall_after(300_000 + QUIET_MS, work) is None
    assert find_stall_after(300_001 + QUIET_MS, work) is not None


def test_row_that_is_due_in_ten_years_ends_the_wait_and_is_named() -> None:
    stall = find_stall_after(QUIET_MS + 1000, build_work(87_600 * HOUR_MS))
    assert stall == (
        "1 rows are due, and none was said for 45 s: ping 1 of game 7 due in 315359954 s after 2 attempts (no answer)"
    )


def test_due_times_are_read_by_the_clock_of_the_bot() -> None:
    work = build_work(HOUR_MS + 60_000)
    assert find_stall_after(60_000 + QUIET_MS, work, HOUR_MS) is None
    assert "due in -46 s" in str(find_stall_after(61_000 + QUIET_MS, work, HOUR_MS))


def test_sent_row_begins_the_wait_anew() -> None:
    watch = QuietWatch(NOW_MS)
    assert watch.find_stall(build_work(0, 0), NOW_MS, 0) is None
    assert watch.find_stall(build_work(0), NOW_MS + QUIET_MS, 0) is None
    assert watch.find_stall(build_work(0), NOW_MS + 2 * QUIET_MS, 0) is None
    assert watch.find_stall(build_work(0), NOW_MS + 2 * QUIET_MS + 1, 0) is not None
