"""/rules and /help: chapters, pieces, hints.

Covers `bot/play/turns/hints.py`.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.interactions.commands import COMMANDS
from bot.chat.interactions.context import Links
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import TEXT_LIMIT
from bot.chat.table.help import command_lines
from bot.i18n import LANGUAGES, locale_for
from rules import GAMES
from tests.chat.components import enabled_components, find_custom_id, walk_components
from tests.chat.discord_driver import Chat, open_chat, send_component, text_of
from tests.chat.panel_driver import open_tool, play_step


async def test_the_rules_open_at_the_decision_at_hand(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    answer = await actor.slash(chat.thread(), "rules")
    assert answer.ephemeral
    assert "### Side card" in text_of(answer.response)


async def test_any_chapter_is_one_choice_away(chat: Chat) -> None:
    answer = await chat.user("eira").slash(chat.channel, "rules")
    menu = find_custom_id(answer.response, "topic")
    chosen = await chat.user("eira").select(answer.response.message, ["scoring"], custom_id=menu)
    assert "### Scoring" in text_of(chosen.response)


async def test_the_text_of_a_piece_is_told_on_demand(chat: Chat) -> None:
    answer = await chat.user("eira").slash(chat.channel, "rules", piece="mead")
    assert "### Mead" in text_of(answer.response)


async def test_an_unknown_piece_is_refused_by_name(chat: Chat) -> None:
    answer = await chat.user("eira").slash(chat.channel, "rules", piece="dragon")
    assert "dragon" in text_of(answer.response)


async def test_a_first_game_gives_hints_until_one_tap_stops_them(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    first = (await actor.slash(chat.thread(), "play")).response
    assert "> " in text_of(first)
    stopped = await open_tool(actor, first, "Turn hints off")
    assert "> " not in text_of(stopped)
    again = (await actor.slash(chat.thread(), "play")).response
    assert "> " not in text_of(again)


async def test_hints_begin_with_the_goal_and_stop_once_a_move_was_made(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    first = (await actor.slash(chat.thread(), "play")).response
    goal = next(line for line in text_of(first).splitlines() if line.startswith("> "))
    snapshot = await chat.snapshot(code)
    assert goal == f"> {locale_for('en').game_text(snapshot.game, ()).hint_text('goal')}"
    assert goal in text_of((await actor.slash(chat.thread(), "play")).response)
    await play_step(chat, code)
    assert goal not in text_of((await actor.slash(chat.thread(), "play")).response)
    help_card = (await actor.slash(chat.channel, "help")).response
    await actor.click(help_card.message, label="Turn hints on again")
    assert goal in text_of((await actor.slash(chat.thread(), "play")).response)


async def test_a_hint_comes_with_the_question_and_not_with_the_confirmation(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", game="borealis")
    for _ in range(2):
        await play_step(chat, code)  # both keep what they were dealt
    actor = await chat.player_to_move(code)
    asked = (await actor.slash(chat.thread(), "play")).response
    snapshot = await chat.snapshot(code)
    seat = min(snapshot.owing_seats())
    game_text = locale_for("en").game_text(snapshot.game, ())
    assert {move.kind for move in snapshot.legal(seat)} == {"observe", "regroup"}
    assert game_text.hint_text("observe") in text_of(asked)
    assert game_text.hint_text("regroup") not in text_of(asked), "one hint at a time"
    observe = CustomId("pick", code, snapshot.fingerprint(seat), snapshot.legal(seat)[0].tokens())
    taking = (await send_component(actor, asked, str(observe))).response
    assert game_text.hint_text("take") in text_of(taking)
    chosen = (await actor.click(taking.message, custom_id=find_custom_id(taking, "pick"))).response
    assert "Confirm" in enabled_components(chosen).values()
    assert game_text.hint_text("take") not in text_of(chosen)


# What do I do now?


async def test_help_says_what_to_do_now(chat: Chat) -> None:
    eira = chat.user("eira")
    assert "Open a table with /new" in text_of((await eira.slash(chat.channel, "help")).response)
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    other = next(one for name, one in chat.users.items() if name != "eira" and one.id != actor.id)
    shown = (await actor.slash(chat.channel, "help")).response
    assert "It’s your move in 1 game" in text_of(shown)
    panel = (await actor.click(shown.message, label="Play")).response
    assert find_custom_id(panel, "pick")
    assert "No game is waiting for you" in text_of((await other.slash(chat.channel, "help")).response)


async def listed_commands(person: Any, chat: Chat) -> str:
    shown = (await person.slash(chat.channel, "help")).response
    first = (await person.click(shown.message, custom_id=str(CustomId("commands")))).response
    texts = [text_of(first)]
    second = await person.click(first.message, custom_id=str(CustomId("commands-club")))
    return "\n".join((*texts, text_of(second.response)))


async def test_help_says_where_unseen_messages_wait(chat: Chat) -> None:
    answer = await chat.user("astrid").slash(chat.channel, "help")
    assert "Look under Message Requests" in text_of(answer.response)


async def test_help_offers_managers_what_is_theirs(chat: Chat) -> None:
    assert "/server" not in await listed_commands(chat.user("eira"), chat)
    offered = await listed_commands(chat.owner(), chat)
    assert "</server settings:" in offered
    assert "</server export:" in offered


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_calls_the_buttons_what_they_are_called(language: str) -> None:
    locale = locale_for(language)
    opening = locale.t("**Open**: /new posts a card in the channel. Others tap Join; the host taps Start.")
    assert locale.t("Join") in opening
    assert locale.t("Start") in opening
    assert locale.t("Start") in locale.t("when the host taps Start")
    back = locale.t("Plays {when} and can't be undone. Tap Back to cancel.", when="")
    assert locale.t("Back") in back


async def test_help_links_to_every_command(chat: Chat) -> None:
    offered = await listed_commands(chat.owner(), chat)
    for typed in COMMANDS:
        assert f"</{typed}:" in offered, typed
    for key in chat.skald.context.games:
        assert f"</new {key}:" in offered
        assert f"/{key}**" in offered


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_commands_fit_into_two_messages_with_ids_as_long_as_discords(language: str) -> None:
    ids = {typed.split()[0]: 10**18 for typed in (*COMMANDS, "new")}
    manager: Any = SimpleNamespace(
        locale=locale_for(language),
        context=SimpleNamespace(links=SimpleNamespace(command_ids=ids)),
        games=GAMES,
        server=1,
        interaction=SimpleNamespace(permissions=SimpleNamespace(manage_guild=True)),
    )
    for is_club in (False, True):
        text = "\n".join(command_lines(manager, is_club=is_club))
        assert str(10**18) in text
        assert len(text) < TEXT_LIMIT - 100


async def test_help_links_to_the_pages_of_whoever_runs_skald(tmp_path: Path) -> None:
    links = Links("https://example.org/privacy", "https://example.org/terms")
    async with open_chat(tmp_path, links=links) as chat:
        shown = (await chat.user("eira").slash(chat.channel, "help")).response
    urls = {part["label"]: part["url"] for part in walk_components(shown) if part.get("url")}
    assert urls == {"Privacy": links.privacy, "Terms": links.terms}


async def test_help_has_no_links_where_there_are_no_pages(chat: Chat) -> None:
    shown = (await chat.user("eira").slash(chat.channel, "help")).response
    assert not any(part.get("url") for part in walk_components(shown))
    assert "See my data" in enabled_components(shown).values()
