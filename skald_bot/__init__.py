"""The installed package. It holds all others, so that another project's `rules` cannot replace them."""

import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run Skald from an installed package or from a checkout. Returns the exit code."""
    here = Path(__file__).resolve().parent
    packages = here if (here / "bot").is_dir() else here.parent  # In a checkout they are beside this one.
    sys.path.insert(0, str(packages))
    from bot.__main__ import main as run

    return run(arguments)
