"""Custom ids of buttons, selects and forms: a verb, a game, its version and arguments, in 100 characters.

A custom id holds all that its handler needs, so a button works after restarts and however old its message is.
This replaces discord.py's `DynamicItem`: `buttons.py` dispatches by verb, without a class and a pattern for
each kind of button.
"""

from dataclasses import dataclass

from bot.play.core.refusals import Denied
from bot.views.choices import Answer, Choices

_PREFIX = "skald"
MAX_LENGTH = 100


@dataclass(frozen=True, slots=True)
class CustomId:
    """A verb with the game it is about, the version of the game on display, and arguments.

    >>> str(CustomId("pick", "K7QM", 12, ("2",)))
    'skald:pick:K7QM:12:2'
    >>> parse_custom_id("skald:pick:K7QM:12:2")
    CustomId(verb='pick', game='K7QM', version=12, args=('2',))
    """

    verb: str
    game: str = ""
    version: int | None = None
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        version = "" if self.version is None else str(self.version)
        text = ":".join((_PREFIX, self.verb, self.game, version, " ".join(self.args)))
        if len(text) > MAX_LENGTH:
            raise ValueError(f"a custom id of {len(text)} characters: {text}")
        return text


def parse_custom_id(raw_id: str) -> CustomId | None:
    """Parse the text of a custom id. Returns None if it is malformed or not Skald's."""
    parts = raw_id.split(":", 4)
    if len(parts) != 5 or parts[0] != _PREFIX or not parts[1]:
        return None
    _, verb, game, version, args = parts
    if version and not (version.isascii() and version.isdigit() and len(version) < 10):
        return None
    return CustomId(verb, game, int(version) if version else None, tuple(args.split()))


def parse_number(text: str) -> int:
    """Parse a number among the arguments.

    :raises Denied: If it is malformed; clients can send any custom id.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise Denied("unknown_button")
    return int(text)


def user_id_arg(custom_id: CustomId) -> int:
    """Returns the first argument as a user id.

    :raises Denied: If it is missing or malformed.
    """
    text = next(iter(custom_id.args), "")
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < 2**63):
        raise Denied("unknown_button")
    return int(text)


def number_arg(custom_id: CustomId) -> int:
    """Returns the first argument as a number.

    :raises Denied: If it is missing or malformed.
    """
    return parse_number(next(iter(custom_id.args), ""))


def choice_id(choices: Choices, verb: str, *args: str) -> CustomId:
    """Returns a custom id for the game and version that the choices were offered in."""
    row = choices.reader.snapshot.row
    return CustomId(verb, row.code, row.version, (*choices.token_prefix, *args))


def answer_id(choices: Choices, answer: Answer) -> CustomId:
    """Returns the custom id of the button that gives this answer."""
    row = choices.reader.snapshot.row
    return CustomId(answer.verb, row.code, row.version, answer.tokens)
