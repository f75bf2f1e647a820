"""The pool of processes that draw pictures, so that interactions do not wait for the interpreter lock."""

import logging
import multiprocessing
import pickle
import signal
import threading
from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

from bot import memory, metrics, worker_processes
from bot.logs import format_error
from bot.operating_system import give_back_large_buffers, lower_priority
from bot.worker_processes import WorkerError, WorkerLost, WorkerPool
from engines.kernel import SEED_BYTES, Match, load_games
from render import Art, RenderContext, load_arts, paint
from render.kit.warming import warm_up

log = logging.getLogger(__name__)

WORKERS = 2
"""Processes. With two, an animation that takes seconds does not delay a board. The second starts on demand."""
NICENESS = 5
"""Lower priority than the bot: answers come before pictures."""
DRAWING_SECONDS = 30.0
"""Limit of one drawing, the start of its process included. A process that exceeds it hangs and is replaced."""

FIRST_BOARDS_DELAY_SECONDS = 3.0
"""Time after the start of a process until it draws boards that nobody asked for, so that the first that somebody asks
for is as quick as later ones. Requests of the start come before."""

P_co = TypeVar("P_co", covariant=True)


class Drawable(Protocol[P_co]):
    """A request that a drawing process can draw."""

    def draw(self) -> P_co:
        """Draw it; takes 10 ms to a few seconds."""
        ...


class DrawingFailed(WorkerError):
    """Raised when drawing failed; the text is the worker's traceback, without messages that may quote hands."""


class DrawingResult(NamedTuple):
    """Result of a drawing."""

    picture: Any
    """Return value of `draw`; None if it failed."""
    seconds: float
    """Spent on drawing in the worker, without waiting for it."""
    error: str = ""
    """Traceback if the drawing failed, by `format_error`."""


class PickledRequest(NamedTuple):
    """A pickled drawing request for another process."""

    name: str
    """Class of the request, for the log."""
    content: bytes
    """The request, pickled."""
    game_id: str | None = None
    """The game that is drawn: its grounds and pieces are kept by the process that draws it, which has no room for
    those of five games. None: no game.
    """

    def draw(self) -> object:
        picture_request: Drawable[object] = pickle.loads(self.content)
        return picture_request.draw()


class RenderPool:
    """Pool that draws in processes, or in threads, which suffice for tests."""

    def __init__(self, *, processes: bool = False, limit_seconds: float = DRAWING_SECONDS) -> None:
        self._threads = WorkerPool(_create_thread, WORKERS, limit_seconds)
        """They draw if there are no processes, and what cannot be sent to a process."""
        self._processes = WorkerPool(_create_process, WORKERS, limit_seconds) if processes else None
        """None: drawing happens in threads alone."""

    @property
    def has_processes(self) -> bool:
        """Whether drawing leaves the bot's own process alone."""
        return self._processes is not None

    def start_first_process(self) -> None:
        """Start the first process now, so that the first picture does not wait for it."""
        if self._processes is not None:
            self._processes.start_worker()

    async def draw_request(self, picture_request: Drawable[P_co]) -> P_co:
        """Draw the request and return its result. Raises DrawingFailed."""
        pickled_request = None if self._processes is None else _pickle_request(picture_request)
        try:
            if self._processes is None or pickled_request is None:
                name = type(picture_request).__name__
                result = await self._threads.run_job(_draw_timed, picture_request, name)
            else:
                result = await self._processes.run_job(
                    _draw_timed, pickled_request, pickled_request.name, pickled_request.game_id
                )
        except WorkerLost as error:
            raise DrawingFailed(str(error)) from error
        if result.error:
            raise DrawingFailed(result.error)
        metrics.PICTURES.observe(result.seconds)
        picture: P_co = result.picture
        return picture

    def close(self) -> None:
        """Drop the drawings that have not begun."""
        for pool in (self._threads, self._processes):
            if pool is not None:
                pool.close()


def _create_process() -> Executor:
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_init_process)


def _create_thread() -> Executor:
    return ThreadPoolExecutor(1, "picture")


def _pickle_request(picture_request: object) -> PickledRequest | None:
    """Pickle the request; None if a game's View cannot be pickled (it is then drawn in a thread)."""
    try:
        content = pickle.dumps(picture_request, pickle.HIGHEST_PROTOCOL)
        return PickledRequest(type(picture_request).__name__, content, getattr(picture_request, "game_id", None))
    except (pickle.PicklingError, AttributeError, TypeError):
        log.exception("%s is drawn in a thread", type(picture_request).__name__)
        return None


def _draw_timed(picture_request: Drawable[object]) -> DrawingResult:
    """Draw and measure the time; runs in the worker thread or process."""
    start = perf_counter()
    try:
        return DrawingResult(picture_request.draw(), perf_counter() - start)
    except Exception as error:  # noqa: BLE001 - a game's drawing code may raise anything: report it to the caller
        return DrawingResult(None, perf_counter() - start, format_error(error))


def _init_process() -> None:
    """Initialize a worker process: lower its priority, make it end with the bot, load code and fonts.

    The loaded objects are frozen for the garbage collector, which otherwise took a sixth of the drawing time.
    """
    lower_priority(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_back_large_buffers()
    worker_processes.exit_with_bot()
    art_by_game = load_arts()
    warm_up(art_by_game)
    memory.freeze_permanent_objects()
    first_boards = threading.Timer(FIRST_BOARDS_DELAY_SECONDS, draw_first_boards, (art_by_game.values(),))
    first_boards.name, first_boards.daemon = "first boards", True
    first_boards.start()


def draw_first_boards(arts: Iterable[Art]) -> None:
    """Draw the board of a new game of each, which takes 0.2 to 0.4 s: it fills the caches of grounds and sprites."""
    for art in arts:
        game = load_games()[art.game]
        seats = game.seat_counts[-1]
        view = Match.start(game, game.build_setup(seats), bytes(SEED_BYTES)).build_view(None)
        names = tuple(f"{seat + 1}" for seat in range(seats))
        paint(art.compose(view, art.list_pictures(view)[0], RenderContext("en", names)))
