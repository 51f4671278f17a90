"""A harbour on a free port, for the length of a test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from harbour import Harbour


@asynccontextmanager
async def running_harbour(folder: Path, **options: Any) -> AsyncIterator[Harbour]:
    harbour = Harbour(folder / "harbour", port=0, **options)
    await harbour.start()
    yield harbour
    await harbour.close()
