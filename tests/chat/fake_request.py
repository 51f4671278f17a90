"""Stands in for a request, for functions that look at parts of one."""

from types import SimpleNamespace
from typing import Any

import discord

import db
from bot.i18n import locale_for
from bot.play.core.authorization import Actor
from rules import GAMES

SERVER, CHANNEL, USER = 7, 60, 11
ALL_PERMISSIONS = discord.Permissions.all()


def fake_request(store: db.Store | None = None, *, server: int | None = SERVER, **interaction: Any) -> Any:
    """Returns a request in English of a user on a server, or in direct messages if `server` is None."""
    given = {
        "guild_id": server,
        "channel_id": CHANNEL,
        "channel": None,
        "guild": None,
        "user": None,
        "app_permissions": ALL_PERMISSIONS,
        "permissions": discord.Permissions.none(),
        **interaction,
    }
    return SimpleNamespace(
        store=store,
        server=server,
        games=GAMES,
        locale=locale_for("en"),
        actor=Actor(USER, "astrid", "en-GB"),
        interaction=SimpleNamespace(**given),
    )


def channel_of(kind: type[Any], **attributes: Any) -> Any:
    """Returns a channel of one of discord.py's classes, with these attributes alone."""

    class Stub(kind):
        __slots__ = ("__dict__",)

        def __init__(self) -> None:
            self.__dict__.update(attributes)

        def __getattribute__(self, name: str) -> Any:
            own = object.__getattribute__(self, "__dict__")
            return own[name] if name in own else object.__getattribute__(self, name)

    return Stub()
