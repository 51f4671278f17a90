"""Pools of worker processes that ignore Ctrl-C and end with the process that started them."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from typing import Any


def start_worker_pool(
    count: int | None, initializer: Callable[..., None], *arguments: Any
) -> ProcessPoolExecutor:
    """Create a pool of worker processes; each calls `initializer(*arguments)` before its first job."""
    _start_resource_tracker()
    return ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_initialize, initargs=(initializer, arguments)
    )


def _start_resource_tracker() -> None:
    """Start the process that frees semaphores, without its warning when this process is killed.

    It outlives a kill, cleans up, and would write a line about leaks for each pool to the log.
    """
    options = sys.warnoptions[:]
    sys.warnoptions.append("ignore:resource_tracker:UserWarning")  # Passed on to the tracker.
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions[:] = options


def kill_workers(pool: Executor) -> None:
    """Kill the worker processes at once and cancel all jobs; running jobs are lost."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT while workers are started, so that they inherit the mask and ignore Ctrl-C.

    An initializer would be too late for a worker that is just starting.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _initialize(initializer: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    initializer(*arguments)


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
