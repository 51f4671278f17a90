"""Worker pool: workers are replaced after many jobs or when one dies, and work in flight survives that."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from bot.views import worker_pool
from bot.views.worker_pool import WorkerPool


class DyingExecutor(Executor):
    """An executor whose worker dies at whatever it is given."""

    def submit(self, *_: Any) -> Future[Any]:  # type: ignore[override]
        failed = Future[Any]()
        failed.set_exception(BrokenProcessPool("killed"))
        return failed


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Executor]]:
    """The executors that were started: threads in place of processes."""
    executors: list[Executor] = []

    def start(workers: int, initializer: Callable[..., None], *arguments: Any) -> Executor:
        executors.append(ThreadPoolExecutor(workers, initializer=initializer, initargs=arguments))
        return executors[-1]

    monkeypatch.setattr(worker_pool, "start_worker_pool", start)
    yield executors
    for each in executors:
        each.shutdown()


async def test_workers_are_replaced_after_their_jobs(started: list[Executor]) -> None:
    begun = list[str]()
    pool = WorkerPool(1, begun.append, "initialized", max_jobs=2)
    ids = await asyncio.gather(*(pool.run(threading.get_ident) for _ in range(5)))
    pool.close()
    assert ids[0] == ids[1] != ids[2] == ids[3] != ids[4]
    assert len(started) == len(begun) == 3


async def test_two_workers_do_twice_as_many_jobs_before_they_are_replaced(started: list[Executor]) -> None:
    pool = WorkerPool(2, int, max_jobs=2)
    assert await asyncio.gather(*(pool.run(abs, -number) for number in range(4))) == [0, 1, 2, 3]
    assert len(started) == 1
    await pool.run(abs, 0)
    assert len(started) == 2


async def test_work_that_a_dying_worker_leaves_is_done_by_one_new_pool(started: list[Executor]) -> None:
    pool = WorkerPool(1, int)
    pool._pool = DyingExecutor()
    assert await asyncio.gather(*(pool.run(abs, -number) for number in range(3))) == [0, 1, 2]
    assert len(started) == 2


async def test_work_is_cancelled_if_its_worker_was_stopped_with_the_pool(started: list[Executor]) -> None:
    pool = WorkerPool(1, int)
    pool._pool = DyingExecutor()
    pool.close()
    with pytest.raises(asyncio.CancelledError):
        await pool.run(abs, -1)
    assert len(started) == 1


def test_computer_players_give_way_to_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    added = list[int]()
    monkeypatch.setattr(os, "nice", added.append)
    worker_pool.lower_priority()
    assert added == [worker_pool.NICENESS]
    assert added[0] > 0
