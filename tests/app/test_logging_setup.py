"""Logs as text or JSON, with tokens, seeds and hands redacted."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot.app.logging_setup import configure_logging

TOKEN = "MTIz.NDU2.Nzg5"


@pytest.fixture
def restore_logging() -> Iterator[None]:
    """Restore the logging configuration after the test."""
    handlers, level = logging.root.handlers[:], logging.root.level
    levels = {name: logging.getLogger(name).level for name in ("discord", "discord.gateway", "aiosqlite")}
    yield
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)
    logging.captureWarnings(False)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


def log_stream(shape: str, level: str = "debug") -> io.StringIO:
    stream = io.StringIO()
    configure_logging(level, "json" if shape == "json" else "text", secrets=[TOKEN], stream=stream)
    return stream


@pytest.mark.usefixtures("restore_logging")
def test_json_lines_carry_named_values() -> None:
    stream = log_stream("json")
    logging.getLogger("bot.play").info("move accepted", extra={"game": "K7QXR", "ply": 12})
    line = json.loads(stream.getvalue())
    assert (line["level"], line["logger"], line["message"]) == ("info", "bot.play", "move accepted")
    assert (line["game"], line["ply"]) == ("K7QXR", 12)


@pytest.mark.usefixtures("restore_logging")
def test_text_lines_are_one_line_each() -> None:
    stream = log_stream("text")
    logging.getLogger("bot.play").info("move accepted", extra={"game": "K7QXR"})
    assert stream.getvalue().endswith("bot.play: move accepted game=K7QXR\n")
    assert stream.getvalue().count("\n") == 1


@pytest.mark.usefixtures("restore_logging")
@pytest.mark.parametrize("shape", ["text", "json"])
def test_no_secret_is_written(shape: str) -> None:
    stream = log_stream(shape)
    logger = logging.getLogger("bot.anything")
    logger.info("logging in with %s", TOKEN)
    logger.info(
        "dealt", extra={"seed": "5eed5eed", "hand": ["mead 3"], "deep": {"state": "5tate", "n": [TOKEN]}}
    )
    logger.warning("POST /webhooks/123/1nteraction-t0ken/messages/@original answered 429")
    try:
        raise ValueError(f"cannot read {{'seed': '5eed5eed', 'hand': ['mead 3']}} of {TOKEN}")
    except ValueError:
        logger.exception("broken")
    text = stream.getvalue()
    for secret in (TOKEN, "5eed5eed", "mead 3", "5tate", "1nteraction-t0ken"):
        assert secret not in text
    assert "Traceback" in text
    assert "/webhooks/123/[hidden]/messages/@original answered 429" in text


@pytest.mark.usefixtures("restore_logging")
@pytest.mark.parametrize("logger", ["discord.gateway", "discord.http", "discord.webhook.async_", "aiosqlite"])
def test_libraries_do_not_write_whole_requests(logger: str) -> None:
    stream = log_stream("text", "debug")
    logging.getLogger(logger).debug("payload")
    assert stream.getvalue() == ""
