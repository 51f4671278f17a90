"""A picture with file name and alt text, ready to attach to a message or a page."""

from dataclasses import dataclass
from hashlib import sha256

from render import Picture

NO_PICTURE = Picture(b"", extension="", width=0, height=0)


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture, the stem of its file name, and its alternative text."""

    name: str
    picture: Picture
    alt: str

    @property
    def filename(self) -> str:
        """Content-addressed: pictures that look different have different names."""
        digest = sha256(self.picture.data).hexdigest()[:12]
        return f"{self.name}-{digest}.{self.picture.extension}"


@dataclass(frozen=True, slots=True)
class PictureText(PictureFile):
    """Words in place of a picture, for readers who want no pictures: the alt text is all there is."""

    @classmethod
    def of(cls, text: str) -> "PictureText":
        return cls("text", NO_PICTURE, text)
