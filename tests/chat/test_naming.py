"""What a game is called in a list of threads, and on a button."""

from dataclasses import replace

import pytest

from bot.chat.naming import THREAD_LIMIT, button_name, thread_name, tidy_name
from bot.play.position import Position
from bot.words import words_for
from tests.chat.chat import Chat, taps
from tests.chat.reading import scene_of

ENGLISH = words_for("en")


async def table(chat: Chat, *names: str) -> Position:
    """A gathering of people called so, at a game with a long title."""
    code = await chat.gather("astrid", game="explorers")
    position = await chat.position(code)
    people = scene_of("explorers", None).position.people[:1] * len(names)
    called = tuple(replace(person, name=name) for person, name in zip(people, names, strict=True))
    return replace(position, people=called, players=position.players * len(names))


async def test_a_thread_is_named_by_its_people_then_the_game_and_the_code(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    assert chat.thread().name == f"astrid & bjorn · Lofoten · {code}"


@pytest.mark.parametrize("length", [5, 20, 32, 90])
async def test_long_names_give_way_and_the_code_never_does(chat: Chat, length: int) -> None:
    position = await table(chat, *(letter * length for letter in "abcd"))
    name = thread_name(position, ENGLISH)
    assert len(name) <= THREAD_LIMIT
    assert name.endswith(f" · {position.code}")
    assert all(letter in name.partition(" · ")[0] for letter in "abcd")


async def test_buttons_name_whom_one_plays_with(chat: Chat) -> None:
    code = await chat.start("astrid", "bjorn")
    listed = (await chat.person("astrid").slash(chat.channel, "games")).response
    assert taps(listed)[f"skald:play:{code}::"] == "Lofoten · bjorn"
    position = await chat.position(code)
    assert button_name(position, 1, ENGLISH) == "Lofoten · astrid"
    assert button_name(replace(position, people=position.people[:1]), 0, ENGLISH) == "Lofoten"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Bjørn", "Bjørn"),
        ("Éva  de\tla Cruz", "Éva de la Cruz"),
        ("\u202egnol\u202c", "gnol"),
        ("<@&77> <#1> <t:1:R>", "‹@&77> ‹#1> ‹t:1:R>"),
        ("@everyone", "everyone"),
        ("a < b", "a < b"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\u200b\n", "…"),
    ],
)
def test_a_name_rings_for_nobody_and_turns_nothing_around(given: str, shown: str) -> None:
    assert tidy_name(given) == shown
