"""Writes down which probes a test reaches, at once, so that a killed process loses nothing.

Every process that the recorded tests start imports it as `mutation_hits`.
"""

import os
from pathlib import Path

FOLDER = "MUTATION_HITS"  # Variable with the folder of the files, one for each process.
CURRENT = "MUTATION_TEST"  # Variable with a file that names the running test, for child processes.


class Hits(dict[int, None]):
    """The probes reached since the last `begin`. Looking up one writes its number the first time."""

    def __init__(self) -> None:
        self._output: int | None = None
        os.register_at_fork(after_in_child=self._forget)

    def __missing__(self, probe: int) -> None:
        self[probe] = None
        self.write(f"{probe}\n")

    def begin(self, test: str) -> None:
        """Attribute what follows to another test, in this process and those it starts."""
        Path(os.environ[CURRENT]).write_text(test, encoding="utf-8")
        self.clear()
        self.write(f"+{test}\n")

    def write(self, line: str) -> None:
        if self._output is None and FOLDER in os.environ:
            file = Path(os.environ[FOLDER], str(os.getpid()))
            self._output = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            current = Path(os.environ.get(CURRENT, os.devnull))
            if current.exists() and (test := current.read_text(encoding="utf-8")):
                os.write(self._output, f"+{test}\n".encode())
        if self._output is not None:
            os.write(self._output, line.encode())

    def _forget(self) -> None:
        """Start anew in a forked process, whose file is its own. The parent's is left open."""
        self._output = None
        self.clear()


hits = Hits()
