"""Worker pool: processes are replaced after a number of jobs, and work in flight survives that."""

import asyncio
import os

from bot.views.worker_pool import WorkerPool


def do_nothing() -> None:
    pass


async def test_processes_are_replaced_after_their_jobs() -> None:
    pool = WorkerPool(1, do_nothing, max_jobs=2)
    try:
        ids = await asyncio.gather(*(pool.run(os.getpid) for _ in range(5)))
    finally:
        pool.close()
    assert ids[0] == ids[1] != ids[2] == ids[3] != ids[4]
