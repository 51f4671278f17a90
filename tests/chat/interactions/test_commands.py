"""The list of slash commands: short, ordered, without Discord's own names, each with its scope.

Covers `bot/chat/game_commands.py`, `bot/chat/interactions/titles.py`, `bot/chat/messages/translator.py`.
"""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord

from bot.chat.interactions.commands import (
    AUTOCOMPLETE_LIMIT,
    COMMAND_ORDER,
    COMMANDS,
    GAME_GROUPS,
    MANAGERS,
    autocomplete_callback,
    build_command,
    command_link,
    match_choice,
    matching_choices,
)
from bot.i18n import locale_for
from bot.play.core import Denied
from tests.chat.discord_driver import Chat, send_component, text_of
from tests.chat.panel_driver import undoable_pick
from tests.chat.sent_requests import registered_commands

BUILT_IN = frozenset(
    {"ban", "gif", "giphy", "kick", "leave", "me", "msg", "nick", "poll", "shrug", "soundboard", "spoiler"}
    | {"tableflip", "tenor", "thread", "timeout", "tts", "unflip", "wave"}
)
COMMANDS_ABOUT_OWN_GAMES = (
    "play",
    "next",
    "games",
    "hand",
    "board",
    "undo",
    "rules",
    "settings",
    "away",
    "table",
)
GUILD, DM, PRIVATE = 0, 1, 2
SERVER_INSTALL, USER_INSTALL = 0, 1
MANAGE_GUILD = discord.Permissions(manage_guild=True).value


@pytest.fixture
def registered(chat: Chat) -> dict[str, Any]:
    """The commands as registered with Discord, by name."""
    return {command["name"]: command for command in registered_commands(chat)[-1]}


def test_the_list_is_short_and_begins_with_what_is_used_most(registered: dict[str, Any]) -> None:
    typed = [name for name, command in registered.items() if command["type"] == 1]
    assert len(typed) <= 20
    assert typed[:9] == ["play", "next", "games", "hand", "board", "undo", "rules", "learn", "new"]
    assert typed[-1] == "server"


def test_every_command_has_its_place_in_the_order() -> None:
    assert set(COMMANDS) == set(COMMAND_ORDER) - {"new", GAME_GROUPS}


def test_none_has_the_name_of_a_command_of_discord(registered: dict[str, Any]) -> None:
    names = set(registered)
    for command in registered.values():
        names |= set((command.get("name_localizations") or {}).values())
    assert not names & BUILT_IN


def test_no_two_options_of_a_command_have_one_name_in_any_language(registered: dict[str, Any]) -> None:
    commands = list(registered.values())
    while commands:
        command = commands.pop()
        options = command.get("options", [])
        commands += options  # Subcommands and their groups are listed as options.
        for language in {
            "",
            *(each for option in options for each in option.get("name_localizations") or {}),
        }:
            names = [
                (option.get("name_localizations") or {}).get(language, option["name"]) for option in options
            ]
            assert len(set(names)) == len(names), (command["name"], language, names)


@pytest.mark.parametrize("name", [*COMMANDS_ABOUT_OWN_GAMES, "help", "club"])
def test_what_is_about_ones_games_works_anywhere(registered: dict[str, Any], name: str) -> None:
    assert sorted(registered[name]["contexts"]) == [GUILD, DM, PRIVATE]
    assert sorted(registered[name]["integration_types"]) == [SERVER_INSTALL, USER_INSTALL]


def test_a_table_is_opened_where_skald_is_or_in_direct_messages_with_it(registered: dict[str, Any]) -> None:
    assert sorted(registered["new"]["contexts"]) == [GUILD, DM]
    assert registered["new"]["integration_types"] == [SERVER_INSTALL]


@pytest.mark.parametrize("name", ["leaderboard", "server"])
def test_what_needs_a_server_is_offered_only_there(registered: dict[str, Any], name: str) -> None:
    assert registered[name]["contexts"] == [GUILD]
    assert registered[name]["integration_types"] == [SERVER_INSTALL]


def test_what_only_managers_may_is_shown_only_to_them(registered: dict[str, Any]) -> None:
    needed = {name for name, command in registered.items() if command.get("default_member_permissions")}
    assert needed == {"server"}
    assert int(registered["server"]["default_member_permissions"]) == MANAGE_GUILD
    assert {part["name"] for part in registered["server"]["options"]} == {"settings", "export"}


# In direct messages


async def test_in_direct_messages_they_find_ones_game(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = (await chat.player_to_move(code)).user
    for name in ("play", "hand", "board", "games", "next", "table recap", "rules", "table log"):
        answer = await actor.slash(name)
        assert answer.ephemeral
        assert not answer.followups
        assert "no running game" not in text_of(answer.response), name
    panel = (await actor.slash("play")).response
    before = (await chat.snapshot(code)).row.ply
    await send_component(actor, panel, await undoable_pick(chat, code))
    assert (await chat.snapshot(code)).row.ply == before + 1


async def test_in_direct_messages_somebody_without_a_game_is_told_where_to_begin(chat: Chat) -> None:
    actor = chat.user("eira").user
    for name in ("play", "games", "help"):
        answer = await actor.slash(name)
        assert "server with Skald" in text_of(answer.response), name
    settings = await actor.slash("settings")
    assert "Your settings" in text_of(settings.response)


async def test_what_needs_a_server_is_not_offered_in_direct_messages(chat: Chat) -> None:
    actor = chat.user("eira").user
    for name in ("leaderboard", "server settings"):
        with pytest.raises(simcord.SetupError, match="context"):
            await actor.slash(name)


async def test_a_game_is_not_moved_to_direct_messages(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = chat.user("astrid").user
    answer = await actor.slash("table move")
    assert "server channel" in text_of(answer.response)
    assert (await chat.snapshot(code)).row.channel == chat.channel.id


# Where Skald is installed only for the user


async def test_where_skald_is_absent_answers_are_private_and_say_what_to_do(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    monkeypatch.setattr(chat.skald, "get_guild", lambda _: None)
    for name in ("play", "hand", "board", "games", "next", "rules", "settings", "help"):
        answer = await actor.slash(chat.channel, name)
        assert answer.ephemeral, name
        assert len(answer.followups) <= 5, name
    helped = (await actor.slash(chat.channel, "help")).response
    listed = text_of((await actor.click(helped.message, label="All commands")).response)
    assert "/leaderboard" not in listed
    assert "/games" in listed
    stranger = chat.user("eira")
    for name in ("play", "games", "help"):
        answer = await stranger.slash(chat.channel, name)
        assert "server with Skald" in text_of(answer.response), name
    moved = await actor.slash(chat.channel, "table move")
    assert "server channel" in text_of(moved.response)


def test_a_link_to_a_command_is_its_bold_name_until_discord_knows_it() -> None:
    context: Any = SimpleNamespace(links=SimpleNamespace(command_ids={"table": 5}))
    english, french = locale_for("en"), locale_for("fr")
    assert command_link(context, english, "play") == "**/play**"
    assert command_link(context, english, "table log") == "</table log:5>"
    assert command_link(context, french, "play") == "**/jouer**"
    assert command_link(context, french, "table log") == "</table log:5> (/table journal)"


def test_a_typed_text_matches_labels_in_any_case_and_values_exactly() -> None:
    entries = [("K7", "Lofoten K7Q"), ("M2", "Borealis")]
    assert matching_choices(entries, " LOF ") == entries[:1]
    assert matching_choices(entries, "m2") == []
    assert matching_choices([("m2", "Borealis")], "M2") == [("m2", "Borealis")]
    many = [(str(number), "x") for number in range(30)]
    assert matching_choices(many, "") == many[:25]
    assert match_choice(dict(entries), "M2") == "M2"
    assert match_choice(dict(entries), "bor") == "M2"
    assert match_choice(dict(entries), "saga") is None


@pytest.mark.parametrize(("is_allowed", "suggested"), [(True, AUTOCOMPLETE_LIMIT), (False, 0)])
async def test_suggestions_are_limited_and_stop_for_users_over_the_rate_limit(
    is_allowed: bool, suggested: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.interactions.commands.Request", lambda *_: None)
    limit = SimpleNamespace(allow=lambda *_: is_allowed)
    context: Any = SimpleNamespace(interactions=SimpleNamespace(rate_limit=limit))
    interaction: Any = SimpleNamespace(
        user=SimpleNamespace(id=1), namespace=SimpleNamespace(game="lofoten", size=3, pace="")
    )
    seen = []

    async def suggest(_: Any, typed: str, filled: Any) -> list[tuple[str, str]]:
        seen.append((typed, filled))
        if typed == "refused":
            raise Denied("not_a_choice")
        return [(str(number), "x" * 200) for number in range(40)]

    complete = autocomplete_callback(context, suggest)
    choices = await complete(interaction, "typed")
    assert len(choices) == suggested
    assert all(len(choice.name) == 100 for choice in choices)
    assert seen == ([("typed", {"game": "lofoten"})] if is_allowed else [])
    assert await complete(interaction, "refused") == []


def test_a_command_for_managers_is_hidden_from_others() -> None:
    context: Any = None
    (declared, *_) = (each for each in COMMANDS.values() if not each.options and each.group is None)
    managers = build_command(context, replace(declared, scope=MANAGERS)).default_permissions
    assert managers == discord.Permissions(manage_guild=True)
    assert build_command(context, declared).default_permissions is None
