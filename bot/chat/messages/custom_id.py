"""What a button or a select carries.

Everything a tap needs is in its own name, in 100 letters: a verb, the game, and what the verb needs. So it
outlives any restart, and it is answered however old its message is.
"""

from dataclasses import dataclass

from bot.play.core.refusals import Denied
from bot.views.choices import Answer, Choices

_PREFIX = "skald"
LIMIT = 100


@dataclass(frozen=True, slots=True)
class CustomId:
    """A verb, the game it is about, the version of it that was seen, and further words."""

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


def read_tap(name: str) -> CustomId | None:
    """The tap behind a custom id; None for one that is not ours or was forged."""
    parts = name.split(":", 4)
    if len(parts) != 5 or parts[0] != _PREFIX or not parts[1]:
        return None
    _, verb, game, version, words = parts
    if version and not (version.isascii() and version.isdigit() and len(version) < 10):
        return None
    return CustomId(verb, game, int(version) if version else None, tuple(words.split()))


def read_number(word: str) -> int:
    """A number in the words of a tap; what is none was not written by us."""
    if not (word.isascii() and word.isdecimal() and len(word) < 16):
        raise Denied("unknown_button")
    return int(word)


def first_person(custom_id: CustomId) -> int:
    """Who is meant by a tap: its first word is their id."""
    word = next(iter(custom_id.words), "")
    if not (word.isascii() and word.isdecimal() and len(word) < 20 and int(word) < 2**63):
        raise Denied("unknown_button")
    return int(word)


def first_number(custom_id: CustomId) -> int:
    """The number that a tap carries first."""
    return read_number(next(iter(custom_id.words), ""))


def choice_id(choices: Choices, verb: str, *words: str) -> CustomId:
    """The custom id for these words of a choice, with the version of the game that is shown."""
    row = choices.reader.snapshot.row
    return CustomId(verb, row.code, row.version, (*choices.mode, *words))


def answer_id(choices: Choices, answer: Answer) -> CustomId:
    """The custom id that gives this answer."""
    row = choices.reader.snapshot.row
    return CustomId(answer.verb, row.code, row.version, answer.words)
