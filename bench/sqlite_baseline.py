"""The baseline of a move: a bare insert and commit of sqlite3, synced to disk."""

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median, quantiles
from time import perf_counter, process_time
from types import TracebackType

STATE = "x" * 6_000
"""As long as a typical state of a game."""


@dataclass
class Timings:
    """Durations of a repeated operation in ms; `with timings:` measures one more.

    `cpu` is the CPU time of all threads of this process.
    """

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    _started: tuple[float, float] = (0.0, 0.0)

    def __enter__(self) -> "Timings":
        self._started = perf_counter(), process_time()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        if kind is None:
            wall, cpu = self._started
            self.wall.append((perf_counter() - wall) * 1000)
            self.cpu.append((process_time() - cpu) * 1000)

    @property
    def median(self) -> float:
        return median(self.wall)

    @property
    def p95(self) -> float:
        return quantiles(self.wall, n=20)[-1]

    @property
    def mean_cpu(self) -> float:
        return fmean(self.cpu)


class BareSqlite:
    """A SQLite database with one table, used directly."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(f"PRAGMA synchronous = {synchronous}")
        self._connection.execute("CREATE TABLE moves (ply INTEGER PRIMARY KEY, state TEXT)")

    def move(self, number: int) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("INSERT INTO moves (state) VALUES (?)", (STATE + str(number),))
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()
