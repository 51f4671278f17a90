"""Structured logging, with tokens, seeds and hands redacted."""

import json
import logging
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

REDACTED = "[hidden]"

SECRET_FIELDS = frozenset({"token", "seed", "hand", "hands", "state", "snapshot", "view"})

# Below these levels libraries log requests, gateway events and SQL parameters, which contain hands.
LIBRARY_LEVELS = {
    **dict.fromkeys(("aiohttp", "aiosqlite", "alembic", "asyncio", "PIL", "sqlalchemy"), logging.WARNING),
    "discord": logging.WARNING,
    **dict.fromkeys(("discord.client", "discord.gateway", "discord.shard"), logging.INFO),
}

_STANDARD_ATTRIBUTES = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}

# The end of a value cannot be found inside a sentence or a traceback, so the rest of the line is redacted.
_NAMED_SECRET = re.compile(rf"""(?im)\b({"|".join(sorted(SECRET_FIELDS))})(["']?\s*[=:]\s*)\S.*$""")
_TOKEN_IN_URL = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s?]+")


class Redactor:
    """Redacts known secrets by value, and values of `SECRET_FIELDS` by name.

    >>> redactor = Redactor(["abc.def"])
    >>> redactor.redact("logging in as abc.def")
    'logging in as [hidden]'
    >>> redactor.redact_fields({"game": 7, "seed": "5f3a"})
    {'game': 7, 'seed': '[hidden]'}
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(secret for secret in secrets if secret)

    def redact(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        text = _TOKEN_IN_URL.sub(rf"/\1/\2/{REDACTED}", text)
        return _NAMED_SECRET.sub(rf"\1\2{REDACTED}", text)

    def redact_fields(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {
            str(name): REDACTED if str(name).lower() in SECRET_FIELDS else self._redact_value(value)
            for name, value in fields.items()
        }

    def _redact_value(self, value: Any) -> Any:
        match value:
            case None | bool() | int() | float():
                return value
            case Mapping():
                return self.redact_fields(value)
            case list() | tuple() | set() | frozenset():
                return [self._redact_value(part) for part in value]
            case _:
                return self.redact(str(value))


class _Formatter(logging.Formatter):
    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def _redacted_parts(self, record: logging.LogRecord) -> tuple[str, dict[str, Any], str]:
        """Returns the record's message, extra fields and traceback, redacted."""
        values = {name: value for name, value in vars(record).items() if name not in _STANDARD_ATTRIBUTES}
        error = self.formatException(record.exc_info) if record.exc_info else ""
        return (
            self._redactor.redact(record.getMessage()),
            self._redactor.redact_fields(values),
            self._redactor.redact(error),
        )


class TextFormatter(_Formatter):
    """Formats a record as a line of text: time, level, logger, message, extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        message, values, error = self._redacted_parts(record)
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        line = f"{at} {record.levelname.lower():8}{record.name}: {message}"
        line += "".join(f" {name}={value}" for name, value in values.items())
        return f"{line}\n{error}" if error else line


class JsonFormatter(_Formatter):
    """Formats a record as one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        message, values, error = self._redacted_parts(record)
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


def configure_logging(
    level: str = "info",
    log_format: Literal["text", "json"] = "text",
    *,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send the log of the whole process to one stream, by default stderr, with `secrets` redacted."""
    redactor = Redactor(secrets)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(redactor) if log_format == "json" else TextFormatter(redactor))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
    for name, minimum in LIBRARY_LEVELS.items():
        logging.getLogger(name).setLevel(max(minimum, logging.getLogger().level))
