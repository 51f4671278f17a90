"""x."""
from collections.abc import Iterator
from render.kit.sprites import Request
def every_sprite() -> Iterator[Request]:
    return iter(())
