"""What a button or a select carries: a verb, the game, and what the verb needs, in 100 letters."""

from dataclasses import dataclass

_PREFIX = "skald"
LIMIT = 100


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap that outlives any restart: everything it needs is in its own name."""

    verb: str
    game: str = ""
    version: int | None = None
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        version = "" if self.version is None else str(self.version)
        name = ":".join((_PREFIX, self.verb, self.game, version, " ".join(self.words)))
        if len(name) > LIMIT:
            raise ValueError(f"a tap of {len(name)} letters: {name}")
        return name


def read_tap(name: str) -> Tap | None:
    """The tap behind a custom id; None for one that is not ours or was forged."""
    parts = name.split(":", 4)
    if len(parts) != 5 or parts[0] != _PREFIX or not parts[1]:
        return None
    _, verb, game, version, words = parts
    if version and not (version.isascii() and version.isdigit() and len(version) < 10):
        return None
    return Tap(verb, game, int(version) if version else None, tuple(words.split()))
