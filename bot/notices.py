"""A short word to a table: a sentence of the catalogue with its values, and buttons to answer it."""

from collections.abc import Mapping

from rules.game import Record


class Answer(Record):
    """A button under a notice; its label is a sentence of the catalogue."""

    label: str
    verb: str
    words: tuple[str, ...] = ()
    primary: bool = False


class Notice(Record):
    """Said in the reader's language when it is delivered. Only those in `mentions` are pinged."""

    text: str
    values: Mapping[str, str | int] = {}
    mentions: tuple[int, ...] = ()
    answers: tuple[Answer, ...] = ()
