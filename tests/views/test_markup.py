"""Discord's markup: names cannot format or ping, mentions and links, cut texts."""

import re

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.views.markup import channel_link, clip, mention, plain_name, relative_time
from db.users import sanitize_name


@given(st.text(alphabet="a1 _*~|`\\>#-[]()<@!&everyonehere\n", max_size=40))
def test_names_are_escaped_as_discord_py_escapes_them(name: str) -> None:
    escaped = discord.utils.escape_markdown(sanitize_name(name), ignore_links=False)
    assert plain_name(name) == discord.utils.escape_mentions(escaped).replace("<", "\\<")


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@123456789012345678>", "**bold**"])
def test_a_name_cannot_ping_or_format(name: str) -> None:
    assert name not in plain_name(name)


@pytest.mark.parametrize("name", ["https://evil.example/x", "HTTP://evil.example", "discord.gg/abc", "a.b/c"])
def test_a_name_cannot_link(name: str) -> None:
    assert plain_name(name).replace("\u200b", "") == name
    assert "://" not in plain_name(name)
    assert not re.search(r"\w\.\w+/", plain_name(name))


def test_computer_players_and_erased_users_have_no_mention() -> None:
    assert mention(7) == "<@7>"
    assert mention(-7) == mention(None)
    assert "@" not in mention(None)


def test_a_channel_without_a_server_is_in_direct_messages() -> None:
    assert channel_link(1, 2) == "https://discord.com/channels/1/2"
    assert channel_link(None, 2) == "https://discord.com/channels/@me/2"


def test_times_are_shown_in_seconds() -> None:
    assert relative_time(90_500) == "<t:90:R>"


@pytest.mark.parametrize(
    ("text", "limit", "cut"),
    [
        ("short", 5, "short"),
        ("a long text", 7, "a long…"),
        ("fish <:cod:12345678901234567> here", 12, "fish…"),
    ],
)
def test_a_cut_text_keeps_to_its_limit_and_cuts_no_emoji_in_two(text: str, limit: int, cut: str) -> None:
    assert clip(text, limit) == cut
    assert len(clip(text, limit)) <= limit
