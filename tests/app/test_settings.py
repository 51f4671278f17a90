"""Settings: their sources, refused values, and that a token is never shown."""

from pathlib import Path

import pytest

from bot.app.settings import Settings, SettingsError, environment_name, load_settings

TOKEN = "MTIz.NDU2.Nzg5"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a `.env`, and an environment without settings."""
    for field in Settings.model_fields:
        monkeypatch.delenv(environment_name(field), raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_defaults_lie_where_skald_was_started(empty_folder: Path) -> None:
    settings = load_settings()
    assert settings.token is None
    assert settings.data == empty_folder / "data"
    assert settings.port == 8765
    assert (settings.log_level, settings.log_format) == ("info", "text")


def test_games_of_the_harbour_and_of_discord_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    in_harbour = load_settings().database
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    on_discord = load_settings().database
    assert on_discord == f"sqlite+aiosqlite:///{Path.cwd() / 'data' / 'skald.db'}"
    assert in_harbour != on_discord


def test_the_environment_goes_before_the_file(empty_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (empty_folder / ".env").write_text("SKALD_PORT=9001\nSKALD_LOG_FORMAT=json\nOTHER=1\n")
    monkeypatch.setenv("SKALD_PORT", "9002")
    settings = load_settings()
    assert (settings.port, settings.log_format) == (9002, "json")


def test_an_empty_value_is_no_value(empty_folder: Path) -> None:
    (empty_folder / ".env").write_text("DISCORD_TOKEN=\nSKALD_PORT=\n")
    assert (load_settings().token, load_settings().port) == (None, 8765)


@pytest.mark.parametrize("level", ["debug", "DEBUG", "Debug"])
def test_levels_in_any_case(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKALD_LOG_LEVEL", level)
    assert load_settings().log_level == "debug"


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("DISCORD_TOKEN", f"Bot {TOKEN}"),
        ("SKALD_DATABASE", "sqlite:///games.db"),
        ("SKALD_DATABASE", "sqlite+aiosqlite:///:memory:"),
        ("SKALD_DATABASE", "games.db"),
        ("SKALD_DATABASE", "postgresql://owner:opensesame@elsewhere/games"),
        ("SKALD_API", "api"),
        ("SKALD_PACKS", "no-such-folder"),
        ("SKALD_PORT", "harbour"),
        ("SKALD_PORT", "65536"),
        ("SKALD_PORT", "-1"),
        ("SKALD_PAINTERS", "0"),
        ("SKALD_WATCH_HOST", "everywhere"),
        ("SKALD_SHARDS", "0,1"),
        ("SKALD_SHARDS", "4/4"),
        ("SKALD_SHARDS", "1,1/4"),
        ("SKALD_SHARDS", "a/b"),
        ("SKALD_LOG_LEVEL", "loud"),
        ("SKALD_LOG_FORMAT", "xml"),
    ],
)
def test_a_wrong_value_is_named_but_not_shown(
    setting: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, value)
    with pytest.raises(SettingsError) as refused:
        load_settings()
    line = str(refused.value)
    assert line.startswith(f"{setting}: expected ")
    assert "\n" not in line
    assert "opensesame" not in line
    assert TOKEN not in line


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("SKALD_API", "https://discord.com/api/v10"),
        ("SKALD_API", "http://192.168.1.7:8765/api/v10"),
        ("SKALD_API", "http://0.0.0.0:8765/api/v10"),
        ("SKALD_API", "http://127.0.0.1.example.org/api/v10"),
        ("SKALD_API", "http://localhost@example.org/api/v10"),
        ("SKALD_API", "ftp://127.0.0.1/api"),
        ("SKALD_API", "http:///api/v10"),
        ("SKALD_API", "http://[::1"),
        ("SKALD_GATEWAY", "wss://gateway.discord.gg"),
        ("SKALD_GATEWAY", "http://127.0.0.1:8765/gateway"),
    ],
)
def test_another_server_must_be_on_loopback(
    setting: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SKALD_API", "http://127.0.0.1:8765/api/v10")
    monkeypatch.setenv("SKALD_GATEWAY", "ws://127.0.0.1:8765/gateway")
    monkeypatch.setenv(setting, value)
    expected = {"SKALD_API": "an http", "SKALD_GATEWAY": "a ws"}[setting]
    with pytest.raises(SettingsError, match=rf"^{setting}: expected {expected} address on this machine"):
        load_settings()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.10", "localhost", "[::1]"])
def test_loopback_has_several_names(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SKALD_API", f"http://{host}:8765/api/v10")
    monkeypatch.setenv("SKALD_GATEWAY", f"ws://{host}:8765/gateway")
    assert load_settings().api == f"http://{host}:8765/api/v10"


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"DISCORD_TOKEN", "SKALD_API"}, "SKALD_GATEWAY"),
        ({"DISCORD_TOKEN", "SKALD_GATEWAY"}, "SKALD_API"),
        ({"SKALD_API", "SKALD_GATEWAY"}, "DISCORD_TOKEN"),
    ],
)
def test_another_server_is_named_whole(
    given: set[str], missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {
        "DISCORD_TOKEN": TOKEN,
        "SKALD_API": "http://127.0.0.1:8765/api/v10",
        "SKALD_GATEWAY": "ws://127.0.0.1:8765/gateway",
    }
    for setting in given:
        monkeypatch.setenv(setting, values[setting])
    with pytest.raises(SettingsError, match=f"^{missing}: expected beside "):
        load_settings()


def test_an_unreadable_file_is_named(empty_folder: Path) -> None:
    (empty_folder / ".env").write_bytes(b"SKALD_PORT=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"^\.env: expected "):
        load_settings()


def test_secrets_stay_out_of_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SKALD_DATABASE", "postgresql+asyncpg://owner:opensesame@elsewhere/games")
    shown = repr(load_settings())
    assert TOKEN not in shown
    assert "opensesame" not in shown


def test_several_processes_need_a_database_that_they_can_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKALD_SHARDS", "0,1/4")
    with pytest.raises(SettingsError, match=r"^SKALD_SHARDS: expected only beside a DISCORD_TOKEN"):
        load_settings()
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with pytest.raises(SettingsError, match=r"^SKALD_DATABASE: expected PostgreSQL"):
        load_settings()
    monkeypatch.setenv("SKALD_DATABASE", "postgresql+asyncpg://owner@elsewhere/games")
    assert load_settings().shards == "0,1/4"


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://board.example.org", "https://board.example.org"),
        ("https://board.example.org:8443/", "https://board.example.org:8443"),
        ("http://localhost:8766", "http://localhost:8766"),
        ("http://127.0.0.1:8766/", "http://127.0.0.1:8766"),
        ("http://board.example.org", None),
        ("https://board.example.org/table", None),
        ("https://board.example.org/?a=b", None),
        ("https://board.example.org/#top", None),
        ("https://astrid@board.example.org", None),
        ("ftp://board.example.org", None),
        ("https://", None),
        ("board.example.org", None),
    ],
)
def test_the_web_board_has_the_address_of_a_whole_site(
    address: str, site: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SKALD_WEB", address)
    if site is None:
        with pytest.raises(SettingsError, match=r"^SKALD_WEB: expected "):
            load_settings()
    else:
        assert load_settings().web == site


def test_a_port_of_the_web_board_needs_its_address_on_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKALD_WEB_PORT", "8767")
    assert load_settings().web_port == 8767
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with pytest.raises(SettingsError, match=r"^SKALD_WEB: expected beside SKALD_WEB_PORT"):
        load_settings()
    monkeypatch.setenv("SKALD_WEB", "https://board.example.org")
    assert load_settings().web_port == 8767
