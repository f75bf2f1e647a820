"""Pictures drawn in processes of their own are the same, and no trouble of such a process is the bot's."""

from __future__ import annotations

import gc
import os
import pickle
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.discord_ui.history.drawings import ChartRequest, FilmRequest
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.page.studio import DrawingFailed, Studio
from bot.memory import AT_LATEST
from engines.kernel import Match, games
from render import Look, arts
from render.kit import fonts
from render.kit.chart import Chart, Curve
from render.kit.icons import icons
from render.kit.scene import SIZES


@dataclass(frozen=True)
class Pid:
    """Draws the number of the process that draws."""

    def draw(self) -> int:
        return os.getpid()


@dataclass(frozen=True)
class Dies:
    """Kills the processes that draw it, the first times."""

    folder: str
    times: int = 1

    def draw(self) -> str:
        died = len(list(Path(self.folder).iterdir()))
        if died < self.times:
            (Path(self.folder) / str(died)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "drawn"


@dataclass(frozen=True)
class Fails:
    """Cannot be drawn."""

    def draw(self) -> str:
        raise KeyError("no such place")


@dataclass(frozen=True)
class Searched:
    """Draws how many objects Python does not search for circles there, and how many new ones begin a search."""

    def draw(self) -> tuple[int, int]:
        return gc.get_freeze_count(), gc.get_threshold()[0]


@dataclass(frozen=True)
class Opened:
    """Draws how many fonts this process has opened, and whether it has read the icons."""

    def draw(self) -> tuple[int, int]:
        return fonts.font.cache_info().currsize, icons.cache_info().currsize


async def test_a_process_opens_fonts_and_icons_before_its_first_picture() -> None:
    studio = Studio(processes=True)
    try:
        opened, read = await studio.draw(Opened())
    finally:
        studio.close()
    assert opened >= len(SIZES) and read


def request(engine: str) -> PictureRequest:
    """The first picture of a game, with a View of before."""
    game = games()[engine]
    match = Match.start(game, game.setup(game.seats[-1]), bytes(32))
    view = match.view(0)
    names = tuple(f"P{seat}" for seat in range(game.seats[-1]))
    look = Look("ja", names, viewer=0, before=match.view(0))
    return PictureRequest(engine, 1, 1, arts()[engine].pictures(view)[0], look, view)


@pytest.mark.parametrize("engine", sorted(arts()))
async def test_a_picture_is_the_same_whoever_draws_it(engine: str) -> None:
    shot = request(engine)
    assert pickle.loads(pickle.dumps(shot)).draw() == shot.draw()


async def test_films_and_charts_can_be_sent_too() -> None:
    shot = request("flotsam")
    film = FilmRequest(1, "flotsam", (shot.view, shot.view), shot.look.names, "en")
    chart = ChartRequest(
        1, "flotsam", Chart("Points", (Curve(0, "", "A", 1, 3, ((0, 0), (1, 3))),), 2, ()), shot.view, "en"
    )
    for one in (film, chart):
        assert pickle.loads(pickle.dumps(one)) == one


async def test_a_process_does_not_search_again_and_again_what_it_read() -> None:
    """A full search took 70 ms, in the middle of a picture: every sixth picture of what changed met one."""
    studio = Studio(processes=True)
    try:
        spared, searched_after = await studio.draw(Searched())
    finally:
        studio.close()
    assert spared > 30_000 and searched_after == AT_LATEST


async def test_it_is_drawn_in_another_process() -> None:
    studio = Studio(processes=True)
    try:
        assert await studio.draw(Pid()) != os.getpid()
        picture = await studio.draw(request("flotsam"))
        assert picture.content.startswith(b"\x89PNG")
        with pytest.raises(DrawingFailed, match=r"KeyError: 'no such place'"):
            await studio.draw(Fails())
    finally:
        studio.close()


async def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    studio = Studio(processes=True)
    try:
        assert await studio.draw(Dies(str(tmp_path))) == "drawn"
        assert (tmp_path / "0").exists() and not (tmp_path / "1").exists()
    finally:
        studio.close()


async def test_what_kills_every_process_cannot_be_drawn(tmp_path: Path) -> None:
    studio = Studio(processes=True)
    try:
        with pytest.raises(DrawingFailed, match="have died of it"):
            await studio.draw(Dies(str(tmp_path), times=99))
        assert await studio.draw(Pid()) != os.getpid(), "the next one is drawn as ever"
    finally:
        studio.close()


async def test_what_cannot_be_sent_is_drawn_in_a_thread() -> None:
    class Local:
        def draw(self) -> int:
            return os.getpid()

    studio = Studio(processes=True)
    try:
        assert await studio.draw(Local()) == os.getpid()
    finally:
        studio.close()
