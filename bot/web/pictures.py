"""Pictures by content: each has an address of its own, and is served to readers who may see it."""

from dataclasses import dataclass
from hashlib import sha256

from cachetools import LRUCache

from bot.views.picture_file import PictureFile
from render import Picture
from rules.game import Seat

MAX_SHELF_BYTES = 48 << 20
DIGEST_CHARS = 32


@dataclass(frozen=True, slots=True)
class ShelfKey:
    """A picture of a game that this seat may see; None is a spectator."""

    code: str
    seat: Seat | None
    digest: str


def _size_bytes(picture: Picture) -> int:
    return len(picture.data)


class PictureShelf:
    """The pictures that pages of this process refer to, least recently used out first.

    The bytes are those of the picture cache, so equal pictures are drawn once for all readers.
    """

    def __init__(self) -> None:
        self._pictures: LRUCache[ShelfKey, Picture] = LRUCache(MAX_SHELF_BYTES, getsizeof=_size_bytes)

    def put(self, code: str, seat: Seat | None, file: PictureFile) -> str:
        """Keep a picture for readers of this seat. Returns its file name, which depends on its content."""
        digest = sha256(file.picture.data).hexdigest()[:DIGEST_CHARS]
        if _size_bytes(file.picture) <= self._pictures.maxsize:
            self._pictures[ShelfKey(code, seat, digest)] = file.picture
        return f"{digest}.{file.picture.extension}"

    def find(self, code: str, seats: tuple[Seat | None, ...], filename: str) -> Picture | None:
        """Find a picture that a reader of one of these seats may see."""
        digest, _, extension = filename.partition(".")
        for seat in seats:
            picture = self._pictures.get(ShelfKey(code, seat, digest))
            if picture is not None and picture.extension == extension:
                return picture
        return None
