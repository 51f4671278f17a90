"""Settings from environment variables, or a `.env` file in the working directory."""

import ipaddress
import os
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    DirectoryPath,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict
from pydantic_settings.exceptions import SettingsError as UnreadableSettings
from sqlalchemy import URL

from db.engine import is_sqlite, parse_url
from db.errors import DatabaseError

MAX_URL_LENGTH = 512  # Discord's limit for link buttons.


class SettingsError(Exception):
    """A setting has an unusable value; the message is one line for the operator."""

    def __init__(self, setting: str, problem: str) -> None:
        super().__init__(f"{setting}: {problem}")
        self.setting = setting


def _check_token(token: SecretStr) -> SecretStr:
    if len(token.get_secret_value().split()) != 1:
        raise ValueError("not one word")
    return token


def _check_database_url(url: str) -> str:
    try:
        parse_url(url)
    except DatabaseError as error:
        raise ValueError(error.kind) from None
    return url


def _check_web_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or len(url) > MAX_URL_LENGTH:
        raise ValueError("not a web address")
    return url


def _check_site_url(url: str) -> str:
    """Require the address of a whole site: https, or http on this machine, and no path."""
    parts = urlsplit(_check_web_url(url))
    is_local = parts.hostname == "localhost" or _is_loopback_address(parts.hostname or "")
    if parts.scheme != "https" and not is_local:
        raise ValueError("not https")
    if parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ValueError("not the address of a site")
    return url.rstrip("/")


class Shards(NamedTuple):
    """The shards of Discord that a process serves, and the total of all processes."""

    own: tuple[int, ...]
    total: int


def parse_shards(text: str) -> Shards:
    """Parse the shards of a process.

    >>> parse_shards("0,1/4")
    Shards(own=(0, 1), total=4)
    """
    own, _, total = text.partition("/")
    shards = Shards(tuple(int(number) for number in own.split(",")), int(total))
    if len(set(shards.own)) != len(shards.own) or not all(0 <= one < shards.total for one in shards.own):
        raise ValueError("not shards")
    return shards


def _check_shards(text: str) -> str:
    parse_shards(text)
    return text


def _check_ip_address(text: str) -> str:
    ipaddress.ip_address(text)
    return text


def _on_loopback(*schemes: str) -> Any:
    def check(url: str) -> str:
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme not in schemes or not (host == "localhost" or _is_loopback_address(host)):
            raise ValueError("not on loopback")
        return url

    return AfterValidator(check)


def _is_loopback_address(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _default_database(values: dict[str, Any]) -> str:
    # Games played in the harbour must not mix with those of a real server.
    folder = values["data"] if values.get("token") else values["data"] / "harbour"
    return URL.create("sqlite+aiosqlite", database=str(folder / "skald.db")).render_as_string()


AbsolutePath = Annotated[Path, AfterValidator(Path.absolute)]
WebUrl = Annotated[str, AfterValidator(_check_web_url)]


PREFIX = "SKALD_"
Port = Annotated[int, Field(ge=0, le=65535)]


class Settings(BaseSettings):
    """All settings.

    The documents are made from the fields: `title` says what a setting does, and the first of `examples` is
    the value in `.env.example`. `description` completes the error message "expected …".
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    token: Annotated[SecretStr, AfterValidator(_check_token)] | None = Field(
        None,
        validation_alias="DISCORD_TOKEN",
        title="The token of your Discord bot. Without one Skald runs in the harbour.",
        description="the token of a Discord bot, without spaces",
    )
    data: AbsolutePath = Field(
        Path("data"),
        validate_default=True,
        title="The data folder: database, heartbeat and the harbour.",
        description="a folder",
        examples=["data"],
    )
    database: Annotated[str, AfterValidator(_check_database_url)] = Field(
        default_factory=_default_database,
        repr=False,  # It may contain a password.
        title="The database, SQLite or PostgreSQL. By default an SQLite file in the data folder.",
        description="an address such as sqlite+aiosqlite:///data/skald.db "
        "or postgresql+asyncpg://skald:PASSWORD@localhost/skald",
        examples=["sqlite+aiosqlite:///data/skald.db"],
    )
    baked_sprites: AbsolutePath | None = Field(
        None,
        title="A folder with sprites from `skald bake`, copied to the data folder at the start. "
        "The Docker image has one.",
        description="a folder",
        examples=["/opt/skald/baked/sprites"],
    )
    shards: Annotated[str, AfterValidator(_check_shards)] | None = Field(
        None,
        title="The shards of this process and the number of all, if several processes share a database.",
        description="the shards of this process and how many there are in all, such as 0,1/4",
        examples=["0,1/4"],
    )
    painters: int | None = Field(
        None,
        ge=1,
        le=32,
        title="Processes that draw pictures, about 400 MB of memory each. "
        "By default 2, or 1 on a single core.",
        description="the number of processes that draw pictures, from 1 to 32",
        examples=["2"],
    )
    packs: DirectoryPath | None = Field(
        None,
        title="A folder with component values corrected from your own printed copies.",
        description="an existing folder",
        examples=["packs"],
    )
    backups: AbsolutePath | None = Field(
        None,
        title="A folder for daily backups of an SQLite database.",
        description="a folder for daily backups",
        examples=["backups"],
    )
    backups_kept: int = Field(
        14,
        ge=1,
        le=1000,
        title="How many daily backups to keep.",
        description="how many backups to keep, from 1 to 1000",
    )
    watch_port: int | None = Field(
        None,
        ge=1,
        le=65535,
        title="A port for `/health` and `/metrics` (Prometheus).",
        description="a port number from 1 to 65535 for /health and /metrics",
        examples=["9464"],
    )
    watch_host: Annotated[str, AfterValidator(_check_ip_address)] = Field(
        "127.0.0.1",
        title="The address to open that port on. In a container, `0.0.0.0`.",
        description="an IP address of this machine, such as 127.0.0.1 or 0.0.0.0",
        examples=["0.0.0.0"],
    )
    port: Port = Field(
        8765,
        title="The port of the harbour's page.",
        description="a port number from 1 to 65535, or 0 for any free one",
    )
    web: Annotated[str, AfterValidator(_check_site_url)] | None = Field(
        None,
        title="The public https address of the web board, see docs/web-board.md. Without it there is none.",
        description="the public address of the web board, such as https://skald.example.org",
        examples=["https://skald.example.org"],
    )
    web_port: Port | None = Field(
        None,
        title="The port of the web board for the reverse proxy. By default 8766.",
        description="a port number from 1 to 65535 for the web board, on loopback",
        examples=["8766"],
    )
    web_host: Annotated[str, AfterValidator(_check_ip_address)] = Field(
        "127.0.0.1",
        title="The address to open that port on. In a container, `0.0.0.0`.",
        description="the IP address where the web board listens, such as 127.0.0.1",
    )
    privacy_page: WebUrl | None = Field(
        None,
        title="Your privacy page, linked from `/help`. Start from docs/privacy.md.",
        description="a web address such as https://example.org/privacy",
        examples=["https://example.org/privacy"],
    )
    terms_page: WebUrl | None = Field(
        None,
        title="Your terms of use, linked from `/help`. Start from docs/terms.md.",
        description="a web address such as https://example.org/terms",
        examples=["https://example.org/terms"],
    )
    log_level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)] = Field(
        "info",
        title="How much is logged: `debug`, `info`, `warning` or `error`.",
        description="debug, info, warning or error",
    )
    log_format: Annotated[Literal["text", "json"], BeforeValidator(str.lower)] = Field(
        "text", title="The form of log lines: `text` or `json`.", description="text or json"
    )
    api: Annotated[str, _on_loopback("http", "https")] | None = Field(
        None,
        title="Another server in place of Discord's API, on this machine only. For tests.",
        description="an http address on this machine such as http://127.0.0.1:8765/api/v10",
        examples=["http://127.0.0.1:8765/api/v10"],
    )
    gateway: Annotated[str, _on_loopback("ws", "wss")] | None = Field(
        None,
        title="Its gateway, beside `SKALD_API`.",
        description="a ws address on this machine such as ws://127.0.0.1:8765/gateway",
        examples=["ws://127.0.0.1:8765/gateway"],
    )

    @model_validator(mode="after")
    def _check_stand_in(self) -> "Settings":
        if self.api and not self.gateway:
            raise SettingsError("SKALD_GATEWAY", "expected beside SKALD_API")
        if self.gateway and not self.api:
            raise SettingsError("SKALD_API", "expected beside SKALD_GATEWAY")
        if self.api and not self.token:
            raise SettingsError("DISCORD_TOKEN", "expected beside SKALD_API")
        return self

    @model_validator(mode="after")
    def _check_shard_settings(self) -> "Settings":
        if self.shards and not self.token:
            raise SettingsError("SKALD_SHARDS", "expected only beside a DISCORD_TOKEN")
        shards = parse_shards(self.shards) if self.shards else Shards((0,), 1)
        if len(shards.own) < shards.total and is_sqlite(parse_url(self.database)):
            problem = "expected PostgreSQL where several processes share the shards"
            raise SettingsError("SKALD_DATABASE", problem)
        return self

    @model_validator(mode="after")
    def _check_web_settings(self) -> "Settings":
        if self.web_port is not None and self.token and not self.web:
            raise SettingsError("SKALD_WEB", "expected beside SKALD_WEB_PORT")
        return self

    @property
    def harbour(self) -> Path:
        """The folder of the harbour's data, and of the games played there."""
        return self.data / "harbour"

    @property
    def sprite_folder(self) -> Path:
        return self.data / "sprites"


def environment_name(field: str) -> str:
    """Returns the environment variable of a field.

    >>> environment_name("port")
    'SKALD_PORT'
    """
    return str(Settings.model_fields[field].validation_alias or f"{PREFIX}{field.upper()}")


def unknown_settings() -> list[str]:
    """Returns a line for each name in the environment or `.env` that looks like a setting but is none."""
    known = {environment_name(field) for field in Settings.model_fields}
    given = {name.upper() for name in (*os.environ, *DotEnvSettingsSource(Settings).env_vars)}
    return [_describe_unknown(name, known) for name in sorted(given - known) if name.startswith(PREFIX)]


def _describe_unknown(name: str, known: set[str]) -> str:
    nearest = get_close_matches(name, sorted(known), n=1)
    return f"{name} is not a setting" + (f"; did you mean {nearest[0]}?" if nearest else "")


def load_settings(**values: Any) -> Settings:
    """Read the settings.

    :raises SettingsError: If one is unusable; the message never contains its value.
    """
    try:
        return Settings(**values)
    except ValidationError as problem:
        raise _to_settings_error(problem) from None
    except (UnreadableSettings, OSError, UnicodeDecodeError):
        raise SettingsError(".env", "expected a readable file of NAME=value lines") from None


def _to_settings_error(problem: ValidationError) -> SettingsError:
    location = problem.errors(include_input=False)[0]["loc"][0]
    name = next(name for name in Settings.model_fields if location in (name, environment_name(name)))
    return SettingsError(environment_name(name), f"expected {Settings.model_fields[name].description}")
