"""Discord's permission bits, beside those of discord.py."""

import discord
import pytest

from harbour import permissions

CONSTANTS = [name for name, value in vars(permissions).items() if name.isupper() and isinstance(value, int)]


@pytest.mark.parametrize(
    "name", [each for each in CONSTANTS if each.lower() in discord.Permissions.VALID_FLAGS]
)
def test_bits_are_those_of_discord(name: str) -> None:
    assert getattr(permissions, name) == discord.Permissions.VALID_FLAGS[name.lower()]


@pytest.mark.parametrize("name", permissions.BY_NAME)
def test_names_are_those_of_discord(name: str) -> None:
    assert permissions.BY_NAME[name] == discord.Permissions.VALID_FLAGS[name]


def test_the_bot_s_role_has_the_permissions_of_the_invitation() -> None:
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        attach_files=True,
        read_message_history=True,
        create_public_threads=True,
        send_messages_in_threads=True,
    )
    assert wanted.value == permissions.BOT_ROLE
