"""Custom ids of buttons, selects and forms: a verb, a game, what was seen, arguments, in 100 characters.

A custom id holds all that its handler needs, so a button works after restarts and however old its message is.
This replaces discord.py's `DynamicItem`: `component_dispatch.py` looks handlers up by verb, without a class
and a pattern for each kind of button.
"""

from dataclasses import dataclass

from bot.play.core import Denied, Seen
from bot.views.choices import Answer, Choices

_PREFIX = "skald"
_FINGERPRINT_MARK = "."  # Tells a fingerprint from a version, as both may consist of digits.
MAX_LENGTH = 100


@dataclass(frozen=True, slots=True)
class CustomId:
    """A verb with the game it is about, the decision on display, and arguments.

    `seen` is a fingerprint. Messages of earlier releases have the version of the game there.

    >>> str(CustomId("pick", "K7QM", "x0Zq_9-b", ("2",)))
    'skald:pick:K7QM:.x0Zq_9-b:2'
    >>> parse_custom_id("skald:pick:K7QM:12:2")
    CustomId(verb='pick', game='K7QM', seen=12, args=('2',))
    """

    verb: str
    game: str = ""
    seen: Seen | None = None
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        mark = _FINGERPRINT_MARK if isinstance(self.seen, str) else ""
        seen = "" if self.seen is None else f"{mark}{self.seen}"
        text = ":".join((_PREFIX, self.verb, self.game, seen, " ".join(self.args)))
        if len(text) > MAX_LENGTH:
            raise ValueError(f"a custom id of {len(text)} characters: {text}")
        return text

    def arg(self, index: int = 0) -> str:
        """Returns an argument, or an empty text if it is missing."""
        return self.args[index] if index < len(self.args) else ""


def parse_custom_id(raw_id: str) -> CustomId | None:
    """Parse the text of a custom id. Returns None if it is malformed or not Skald's."""
    parts = raw_id.split(":", 4)
    if len(parts) != 5 or parts[0] != _PREFIX or not parts[1]:
        return None
    _, verb, game, text, args = parts
    seen = text[1:] if text.startswith(_FINGERPRINT_MARK) else parse_digits(text, 9)
    if text and seen is None:
        return None
    return CustomId(verb, game, seen, tuple(args.split()))


def parse_digits(text: str, max_digits: int) -> int | None:
    """Parse a number that a client sent. Returns None if it is malformed or too long.

    >>> [parse_digits(text, 3) for text in ("12", "1234", "-1", "", "²")]
    [12, None, None, None, None]
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= max_digits else None


def parse_number(text: str) -> int:
    """Parse a number among the arguments.

    :raises Denied: If it is malformed; clients can send any custom id.
    """
    number = parse_digits(text, 15)
    if number is None:
        raise Denied("unknown_button")
    return number


def number_arg(custom_id: CustomId) -> int:
    """Returns the first argument as a number.

    :raises Denied: If it is missing or malformed.
    """
    return parse_number(custom_id.arg())


def user_id_arg(custom_id: CustomId) -> int:
    """Returns the first argument as a user id.

    :raises Denied: If it is missing or malformed.
    """
    user_id = parse_digits(custom_id.arg(), 19)
    if user_id is None or user_id >= 2**63:
        raise Denied("unknown_button")
    return user_id


def choice_id(choices: Choices, verb: str, *args: str) -> CustomId:
    """Returns a custom id for the game and the decision that the choices were offered in."""
    return CustomId(verb, choices.reader.snapshot.code, choices.fingerprint, (*choices.token_prefix, *args))


def answer_id(choices: Choices, answer: Answer) -> CustomId:
    return CustomId(answer.verb, choices.reader.snapshot.code, choices.fingerprint, answer.tokens)
