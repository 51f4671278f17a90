"""Names of a game in a list of threads and on a button."""

from dataclasses import replace

import discord
import pytest

from bot.chat.lobby.lobby_card import lobby_card
from bot.i18n import MAX_BUTTON_CHARS, locale_for
from bot.play.core.authorization import Actor
from bot.play.core.snapshot import GameSnapshot
from bot.play.turns import resignation
from bot.views.game_labels import MAX_THREAD_NAME_CHARS, button_label, distinct_button_labels, thread_name
from bot.views.notification_text import game_with_opponents
from db.users import sanitize_name
from rules import GAMES
from rules.lofoten.options import LofotenOptions
from tests.chat.components import enabled_components
from tests.chat.discord_driver import Chat, alt_texts, text_of
from tests.chat.panel_driver import play_until_handover
from tests.chat.story_fixtures import reader_view_of

ENGLISH = locale_for("en")
ROLE = "<@&123456789012345678>"
NASTY = f"**Eve**\u202e\n{ROLE} @everyone `x` <#123456789012345678> <t:0:R>\u0007"


async def open_table(chat: Chat, *names: str) -> GameSnapshot:
    """Open a table of players with these names, at a game with a long title."""
    code = await chat.open_lobby("astrid", game="explorers")
    snapshot = await chat.snapshot(code)
    people = reader_view_of("explorers", None).snapshot.users[:1] * len(names)
    called = tuple(replace(person, name=name) for person, name in zip(people, names, strict=True))
    return replace(snapshot, users=called, players=snapshot.players * len(names))


async def test_a_thread_is_named_by_its_people_then_the_game_and_the_code(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    assert chat.thread().name == f"astrid & bjorn · Lofoten · {code}"


@pytest.mark.parametrize("length", [5, 20, 32, 90])
async def test_long_names_give_way_and_the_code_never_does(chat: Chat, length: int) -> None:
    snapshot = await open_table(chat, *(letter * length for letter in "abcd"))
    name = thread_name(snapshot, ENGLISH)
    assert len(name) <= MAX_THREAD_NAME_CHARS
    assert name.endswith(f" · {snapshot.code}")
    assert all(letter in name.partition(" · ")[0] for letter in "abcd")


async def test_buttons_name_whom_one_plays_with(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    listed = (await chat.user("astrid").slash(chat.channel, "games")).response
    assert enabled_components(listed)[f"skald:play:{code}::"] == "Lofoten · bjorn"
    snapshot = await chat.snapshot(code)
    assert button_label(snapshot, 1, ENGLISH) == "Lofoten · astrid"
    assert button_label(replace(snapshot, users=snapshot.users[:1]), 0, ENGLISH) == "Lofoten"


async def test_equal_labels_get_the_code(chat: Chat) -> None:
    first, second = [await chat.snapshot(await chat.start_game("astrid", "bjorn")) for _ in range(2)]
    other = await chat.snapshot(await chat.start_game("astrid", "cara"))
    labels = distinct_button_labels([(first, 0), (second, 0), (other, 0)], ENGLISH)
    assert labels == [f"Lofoten · bjorn · {first.code}", f"Lofoten · bjorn · {second.code}", "Lofoten · cara"]
    assert all(len(label) <= MAX_BUTTON_CHARS for label in labels)


@pytest.mark.parametrize(
    ("name", "tidy"),
    [
        ("Ast\u202erid", "Astrid"),
        ("two\nlines\ttabbed", "two lines tabbed"),
        ("\u2066\u2069\x00\x1b", "—"),
        ("👩\u200d🚀 Åse", "👩\u200d🚀 Åse"),
        ("أستريد", "أستريد"),
        ("\u200b\u200b\u200b", "—"),
        ("\U000e0041\U000e0042", "—"),
        ("\u3164 \u2800", "—"),
        ("e" + 40 * "\u0301", "e" + 4 * "\u0301"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_a_name_is_one_line_that_turns_nothing_round(name: str, tidy: str) -> None:
    assert sanitize_name(name) == tidy


async def test_nobody_passes_for_a_computer_player(chat: Chat) -> None:
    chat.users["eve"] = chat.guild.add_member(chat.env.create_user("Torsten ⚙"))
    code = await chat.open_lobby("eve", opponents="2", game="shipwrights")
    assert (await chat.snapshot(code)).names == ("Torsten", "Sigrid ⚙", "Torsten ⚙")


async def test_what_somebody_calls_themselves_formats_pings_and_turns_nothing(chat: Chat) -> None:
    eve = chat.users["eve"] = chat.guild.add_member(chat.env.create_user(NASTY))
    code = await chat.start_game("eve", "bjorn", pace="slow")
    for _ in range(3):
        await play_until_handover(chat, code)
    private = [
        (await eve.slash(chat.thread(), command)).response
        for command in ("games", "table recap", "table log", "play", "board")
    ]
    await resignation.resign(chat.service, code, Actor(eve.id, NASTY, "en-GB"), interaction_id=5)
    chat.wake_outbox()
    await chat.env.settle()
    everything = (*chat.channel.history(), *chat.thread().history())
    # Discord's own message about a new thread contains its name, which formats nothing.
    public = [message for message in everything if message.type is discord.MessageType.default]
    assert "Eve" in "".join(map(text_of, public))
    for message in (*public, *private):
        for text in (text_of(message), *alt_texts(message)):
            assert not set(text) & set("\u202e\x07")
        shown = text_of(message)
        for raw in ("**Eve**", "@everyone", "`x`"):
            assert raw not in shown, shown
        for mention in (ROLE, "<#123456789012345678>", "<t:0:R>"):
            assert mention not in shown.replace("\\" + mention, ""), shown


@pytest.mark.parametrize(("language", "level"), [("en", "sailor"), ("fr", "marin")])
async def test_the_level_of_an_opponent_stands_beside_its_name(chat: Chat, language: str, level: str) -> None:
    code = await chat.start_game("astrid", opponents="1", level="sailor", begins="host")
    snapshot, locale = await chat.snapshot(code), locale_for(language)
    (seat,) = snapshot.opponent_seats
    named = f"{snapshot.names[seat]} ({level})"
    reader = chat.skald.context.reader_view(snapshot, 0, locale)
    assert named in reader.title, "on the panel"
    assert any(named in part for part in lobby_card(snapshot, locale).parts if isinstance(part, str))
    assert game_with_opponents(snapshot, (0,), locale).endswith(named), "on the card"


async def test_the_table_lists_only_what_differs_from_the_box(chat: Chat) -> None:
    usual = text_of(chat.lobby_card(await chat.open_lobby("astrid", game="lofoten")))
    other = text_of(chat.lobby_card(await chat.open_lobby("bjorn", game="lofoten", begins="host")))
    game_text = ENGLISH.game_text(GAMES["lofoten"], ())
    assert not any(game_text.option_label(field) in usual for field in LofotenOptions.model_fields)
    assert game_text.option_label("begins") in other
