"""Entry point of `skald` and `python -m bot`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harbour import Clock, Harbour


def main(arguments: Sequence[str] | None = None) -> int:
    """Run Skald. Returns the exit code."""
    # Painter processes import this module when they start, so the heavy imports are inside.
    from bot.app.start import start

    return start(_build_harbour, arguments)


def _build_harbour(folder: Path, *, port: int, fresh: bool) -> "tuple[Harbour, Clock]":
    from harbour import Clock, Harbour

    clock = Clock()
    return Harbour(folder, port=port, clock=clock, fresh=fresh), clock


if __name__ == "__main__":
    sys.exit(main())
