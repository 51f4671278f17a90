"""What Skald writes about its own work: structured, and never a token, a seed or a hand."""

import json
import logging
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

HIDDEN = "[hidden]"

SECRET_FIELDS = frozenset({"token", "seed", "hand", "hands", "state", "snapshot", "view"})

# Below these levels libraries write whole requests, gateway events and SQL parameters: hands, that is.
QUIETER = {
    "aiohttp": logging.WARNING,
    "aiosqlite": logging.WARNING,
    "alembic": logging.WARNING,
    "asyncio": logging.WARNING,
    "discord": logging.WARNING,
    "discord.client": logging.INFO,
    "discord.gateway": logging.INFO,
    "discord.shard": logging.INFO,
    "PIL": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}

_OWN_ATTRIBUTES = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}

# A value ends no one knows where once it is inside a sentence or a traceback, so the line ends with it.
_NAMED_SECRET = re.compile(rf"""(?im)\b({"|".join(sorted(SECRET_FIELDS))})(["']?\s*[=:]\s*)\S.*$""")
_TOKEN_IN_ADDRESS = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?]+")


class Veil:
    """Hides what must not be written: known secrets by their value, others by the name they go by.

    >>> veil = Veil(["abc.def"])
    >>> veil.text("logging in as abc.def")
    'logging in as [hidden]'
    >>> veil.fields({"game": 7, "seed": "5f3a"})
    {'game': 7, 'seed': '[hidden]'}
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(secret for secret in secrets if secret)

    def text(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = _TOKEN_IN_ADDRESS.sub(rf"/\1/\2/{HIDDEN}", text)
        return _NAMED_SECRET.sub(rf"\1\2{HIDDEN}", text)

    def fields(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {
            str(name): HIDDEN if str(name).lower() in SECRET_FIELDS else self._value(value)
            for name, value in fields.items()
        }

    def _value(self, value: Any) -> Any:
        match value:
            case None | bool() | int() | float():
                return value
            case Mapping():
                return self.fields(value)
            case list() | tuple() | set() | frozenset():
                return [self._value(part) for part in value]
            case _:
                return self.text(str(value))


class _Formatter(logging.Formatter):
    def __init__(self, veil: Veil) -> None:
        super().__init__()
        self._veil = veil

    def _parts(self, record: logging.LogRecord) -> tuple[str, dict[str, Any], str]:
        """Message, named values and traceback of a record, nothing secret among them."""
        values = {name: value for name, value in vars(record).items() if name not in _OWN_ATTRIBUTES}
        error = self.formatException(record.exc_info) if record.exc_info else ""
        return self._veil.text(record.getMessage()), self._veil.fields(values), self._veil.text(error)


class TextFormatter(_Formatter):
    """A line to be read: time, level, where, what, and the named values behind it."""

    def format(self, record: logging.LogRecord) -> str:
        message, values, error = self._parts(record)
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        line = f"{at} {record.levelname.lower():8}{record.name}: {message}"
        line += "".join(f" {name}={value}" for name, value in values.items())
        return f"{line}\n{error}" if error else line


class JsonFormatter(_Formatter):
    """A line to be gathered: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        message, values, error = self._parts(record)
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
            **values,
        }
        if error:
            line["error"] = error
        return json.dumps(line, ensure_ascii=False)


def set_up(
    level: str = "info",
    shape: Literal["text", "json"] = "text",
    *,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send the log of the whole process to one stream, stderr unless told otherwise."""
    veil = Veil(secrets)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(veil) if shape == "json" else TextFormatter(veil))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
    for name, least in QUIETER.items():
        logging.getLogger(name).setLevel(max(least, logging.getLogger().level))
