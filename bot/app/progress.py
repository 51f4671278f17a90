"""Progress of long work: a bar with the remaining time on a terminal, else one line per tenth."""

import sys
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from tqdm import tqdm

TENTHS = 10


class ProgressLines:
    """Writes a line for every tenth of the work: label, share, counts and the remaining time."""

    def __init__(self, label: str, write: Callable[[str], None]) -> None:
        self._label = label
        self._write = write
        self._started = (0.0, 0)
        self._tenth: int | None = None

    def update(self, done: int, total: int) -> None:
        if self._tenth is None:
            self._started = (monotonic(), done)
        tenth = TENTHS * done // total if total else TENTHS
        if tenth == self._tenth or (done == 0 and self._tenth is not None):
            return
        self._tenth = tenth
        left = "" if done >= total else self._time_left(done, total)
        self._write(f"{self._label}: {percentage(done, total)}% ({done:,} of {total:,}){left}")

    def _time_left(self, done: int, total: int) -> str:
        since, done_before = self._started
        if done <= done_before:
            return ""
        return f", {format_interval((monotonic() - since) / (done - done_before) * (total - done))} left"


class ProgressBar:
    """Progress of a command on stderr, as a context manager. Writes nothing if `update` is not called."""

    def __init__(self, label: str, unit: str, *, stream: TextIO | None = None) -> None:
        self._label = label
        self._unit = unit
        self._stream = stream or sys.stderr
        self._bar: tqdm | None = None
        self._lines = ProgressLines(label, lambda line: print(line, file=self._stream, flush=True))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def update(self, done: int, total: int) -> None:
        if not self._stream.isatty():
            self._lines.update(done, total)
            return
        if self._bar is None:
            from tqdm import tqdm  # Only a terminal needs it.

            self._bar = tqdm(
                desc=self._label,
                initial=done,
                total=total,
                unit=self._unit,
                unit_scale=True,
                dynamic_ncols=True,
                file=self._stream,
            )
        self._bar.total = total
        self._bar.update(done - self._bar.n)


def percentage(done: int, total: int) -> int:
    """Returns the share in whole percent, 100 only for finished work.

    >>> percentage(999, 1000)
    99
    """
    return 100 * done // total if total else 100


def format_interval(seconds: float) -> str:
    """Returns minutes and seconds, or hours, minutes and seconds.

    >>> format_interval(75), format_interval(3675)
    ('1:15', '1:01:15')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
