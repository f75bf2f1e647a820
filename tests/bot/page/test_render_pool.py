"""Pictures drawn in worker processes are the same, and a failing worker does not harm the bot."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.discord_ui.history.drawings import AnimationRequest, ChartRequest
from bot.discord_ui.page import render_pool
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.page.render_pool import DrawingFailed, RenderPool, draw_first_boards
from bot.memory import MAX_NEW_OBJECTS
from bot.worker_processes import WorkerPool
from engines.kernel import Match, load_games
from render import RenderContext, load_arts
from render.kit import fonts
from render.kit.chart import Chart, Curve
from render.kit.icons import load_icons
from render.kit.painter import clear_caches
from render.kit.painting.grounds import decode_ground
from render.kit.painting.sprites import draw_raised_piece
from render.kit.scene import SIZES
from tests.discovered import pick_game
from tests.table.computers.test_search_workers import wait_for_end


@dataclass(frozen=True)
class PidRequest:
    """A drawing request that returns the id of the process that draws."""

    def draw(self) -> int:
        return os.getpid()


@dataclass(frozen=True)
class KillingRequest:
    """A drawing request that kills the process that draws it, the first `times` times."""

    folder: str
    times: int = 1

    def draw(self) -> str:
        death_count = len(list(Path(self.folder).iterdir()))
        if death_count < self.times:
            (Path(self.folder) / str(death_count)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "drawn"


@dataclass(frozen=True)
class SignalsRequest:
    """A drawing request that returns the signals that the drawing process does not receive."""

    def draw(self) -> set[int]:
        return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


@dataclass(frozen=True)
class FailingRequest:
    """A drawing request that raises an error."""

    def draw(self) -> str:
        raise KeyError("no such place")


@dataclass(frozen=True)
class GcSettingsRequest:
    """A drawing request that returns the numbers of frozen objects and of new objects that start a collection."""

    def draw(self) -> tuple[int, int]:
        return gc.get_freeze_count(), gc.get_threshold()[0]


@dataclass(frozen=True)
class CacheSizesRequest:
    """A drawing request that returns the sizes of the process's font and icon caches, and the names of its threads."""

    def draw(self) -> tuple[int, int, list[str]]:
        thread_names = [thread.name for thread in threading.enumerate()]
        return fonts.load_font.cache_info().currsize, load_icons.cache_info().currsize, thread_names


@pytest.fixture
def studio() -> Iterator[RenderPool]:
    """A pool whose process may take long to start, beside other tests."""
    pool = RenderPool(processes=True, limit_seconds=300.0)
    yield pool
    pool.close()


async def test_a_process_opens_fonts_and_icons_before_its_first_picture_and_draws_boards_later(
    studio: RenderPool,
) -> None:
    font_count, icon_count, thread_names = await studio.draw_request(CacheSizesRequest())
    assert font_count >= len(SIZES) and icon_count
    assert "first boards" in thread_names


def test_first_boards_fill_the_caches_of_grounds_and_sprites() -> None:
    clear_caches()
    draw_first_boards([load_arts()[pick_game()]])
    kept = [list(decode_ground.kept), list(draw_raised_piece.kept)]
    assert all(kept)
    draw_first_boards([load_arts()[pick_game()]])
    assert kept == [list(decode_ground.kept), list(draw_raised_piece.kept)]


def build_request(game_id: str) -> PictureRequest:
    """Return a request for a game's first picture, with an earlier View."""
    game = load_games()[game_id]
    match = Match.start(game, game.build_setup(game.seat_counts[-1]), bytes(32))
    view = match.build_view(0)
    names = tuple(f"P{seat}" for seat in range(game.seat_counts[-1]))
    ctx = RenderContext("ja", names, viewer=0, view_before=match.build_view(0))
    return PictureRequest(game_id, 1, 1, load_arts()[game_id].list_pictures(view)[0], ctx, view)


@pytest.mark.parametrize("game_id", sorted(load_arts()))
async def test_pickled_request_draws_the_same_picture(game_id: str) -> None:
    shot = build_request(game_id)
    assert pickle.loads(pickle.dumps(shot)).draw() == shot.draw()


async def test_film_and_chart_requests_can_be_pickled() -> None:
    shot = build_request("flotsam")
    film = AnimationRequest(1, "flotsam", (shot.view, shot.view), shot.context.names, "en")
    chart = ChartRequest(
        1, "flotsam", Chart("Points", (Curve(0, "", "A", 1, 3, ((0, 0), (1, 3))),), 2, ()), shot.view, "en"
    )
    for drawing_request in (film, chart):
        assert pickle.loads(pickle.dumps(drawing_request)) == drawing_request


async def test_worker_freezes_loaded_objects(studio: RenderPool) -> None:
    """A full garbage collection took 70 ms; it interrupted every sixth picture of changes."""
    frozen_count, threshold = await studio.draw_request(GcSettingsRequest())
    assert frozen_count > 30_000 and threshold == MAX_NEW_OBJECTS


async def test_pictures_are_drawn_in_another_process(studio: RenderPool) -> None:
    assert await studio.draw_request(PidRequest()) != os.getpid()
    picture = await studio.draw_request(build_request("flotsam"))
    assert Image.open(BytesIO(picture.content)).width == 1600
    with pytest.raises(DrawingFailed) as failed:
        await studio.draw_request(FailingRequest())
    assert "in draw" in str(failed.value) and str(failed.value).endswith("KeyError")


async def test_a_process_that_dies_is_replaced(studio: RenderPool, tmp_path: Path) -> None:
    assert await studio.draw_request(KillingRequest(str(tmp_path))) == "drawn"
    assert (tmp_path / "0").exists() and not (tmp_path / "1").exists()


@pytest.mark.release
async def test_request_that_kills_every_worker_fails(studio: RenderPool, tmp_path: Path) -> None:
    with pytest.raises(DrawingFailed, match="workers were lost: its process has died"):
        await studio.draw_request(KillingRequest(str(tmp_path), times=99))
    assert await studio.draw_request(PidRequest()) != os.getpid(), "the next one is drawn as ever"


@pytest.mark.release
async def test_hung_process_is_ended_and_another_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    hung = render_pool._create_process()
    process = hung.submit(os.getpid).result()
    os.kill(process, signal.SIGSTOP)
    executors = iter((hung, render_pool._create_thread()))
    monkeypatch.setattr(render_pool, "_create_process", lambda: next(executors))
    studio = RenderPool(processes=True, limit_seconds=0.1)
    assert await studio.draw_request(PidRequest()) == os.getpid()
    studio.close()
    with pytest.raises(ProcessLookupError):
        await wait_for_end(process)


async def test_drawing_that_hangs_each_time_fails() -> None:
    may_end = threading.Event()

    class HangingRequest:
        def draw(self) -> bool:
            return may_end.wait()

    studio = RenderPool(limit_seconds=0.05)
    with pytest.raises(DrawingFailed, match="it hung for"):
        await studio.draw_request(HangingRequest())
    may_end.set()
    assert await studio.draw_request(PidRequest()) == os.getpid(), "the next one is drawn as ever"
    studio.close()


async def test_unpicklable_request_is_drawn_in_a_thread(studio: RenderPool) -> None:
    class Local:
        def draw(self) -> int:
            return os.getpid()

    assert await studio.draw_request(Local()) == os.getpid()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no blocked signals")
async def test_worker_is_started_with_interrupts_blocked(studio: RenderPool) -> None:
    """Ctrl-C in a terminal reaches every process of the bot: a worker that still imports would print a traceback."""
    assert signal.SIGINT in await studio.draw_request(SignalsRequest())
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


async def test_games_drawn_at_once_get_workers_of_their_own() -> None:
    """Each worker keeps the grounds and pieces of the games that it draws; there is no room for those of all games."""
    pool = WorkerPool(render_pool._create_thread, size=2, limit_seconds=60.0)

    async def run_jobs(*subjects: str) -> dict[str, int]:
        both_run = threading.Barrier(len(subjects))

        def identify_worker(subject: str) -> int:
            both_run.wait()
            return threading.get_ident()

        workers = await asyncio.gather(
            *(pool.run_job(identify_worker, subject, subject, subject) for subject in subjects)
        )
        return dict(zip(subjects, workers, strict=True))

    alone = await run_jobs("one") | await run_jobs("other")
    assert len(set(alone.values())) == 1, "one worker is enough for jobs that come one by one"
    together = await run_jobs("one", "other")
    assert len(set(together.values())) == 2
    for subject in ("one", "other", "other", "one", "one"):
        assert await run_jobs(subject) == {subject: together[subject]}
    pool.close()
