"""Processes that paint: they neither hear Ctrl-C nor outlive the process that started them."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any


def painters(count: int | None, begin: Callable[..., None], *arguments: Any) -> ProcessPoolExecutor:
    """A pool of worker processes; each calls `begin` before its first work."""
    return ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_start, initargs=(begin, arguments)
    )


def dismiss(pool: Executor) -> None:
    """Let painters go at once, whatever they are painting: what is half done is not kept."""
    painting = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in painting:
        process.kill()


@contextmanager
def unheard() -> Iterator[None]:
    """Start workers inside this, so that an interrupt meant for their parent does not reach them.

    They inherit the mask: an initializer would come too late for one that is just being started.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(begin: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begin(*arguments)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
