"""Forged custom ids: each gets a response, and none causes an unexpected error."""

from random import Random
from typing import Any

import pytest

from bot.chat.interactions.component_dispatch import HANDLERS
from bot.chat.messages.custom_id import MAX_LENGTH, CustomId
from tests.chat.discord_driver import Chat, response_text, send_component, send_selection, text_of
from tests.chat.simulator import component_interaction

FORGED_ARGS = (
    *("", "0", "-1", "1", "2", "99999", "9" * 19, "9" * 40, "1e3", "0x1", "+1", "②", "२", "½", "٣"),
    *("None", "yes", "no", "-", "*", "stop", "side", "always", "safe", "game", "pace", "rated", "start"),
    *("lofoten", "borealis", "ever", "\u202e", "\u0000", "a" * 60, "<@1>", "'; DROP TABLE games; --"),
    *("%s", "{0}", "../..", "en", "fr", "begins", "💥", "sailor", "thread", "asked", "2026-01-01"),
)
EXCLUDED_VERBS = {"forget-me"}  # An erased user could not go on.


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
async def test_whatever_is_tapped_there_is_an_answer_and_never_an_accident(
    chat: Chat, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    chance = Random(seed)
    accidents: list[tuple[CustomId, list[str]]] = []
    playing = await chat.start_game("astrid", "bjorn", pace="slow")
    gathering = await chat.open_lobby("astrid", "bjorn")
    message = chat.lobby_card(gathering)
    actors = [chat.user(name) for name in ("astrid", "bjorn", "watcher")]
    codes = (playing, playing.lower(), gathering, "", "AAAAA", "②②②②②", "x" * 30)
    for verb in sorted(HANDLERS.keys() - EXCLUDED_VERBS):
        for _ in range(5):
            words = tuple(chance.choice(FORGED_ARGS) for _ in range(chance.randint(0, 4)))
            custom_id = CustomId(verb, chance.choice(codes), chance.choice((None, 0, 1, 7)), words)
            if len(":".join(("skald", verb, custom_id.game, "9", " ".join(words)))) > MAX_LENGTH:
                continue
            chosen = [chance.choice(FORGED_ARGS) for _ in range(chance.randint(0, 2))]
            answer = await send_selection(chance.choice(actors), message, custom_id, chosen)
            if "Something went wrong" in response_text(answer):
                accidents.append((custom_id, chosen))
    assert accidents == []
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    "name", ["", "skald", "skald:::::", "skald:play", "skald:play:::" + "x" * 90, "②:②:②:②:②"]
)
async def test_a_name_that_is_none_of_ours_is_answered(chat: Chat, name: str) -> None:
    code = await chat.open_lobby("astrid")
    card, before = chat.lobby_card(code), (await chat.snapshot(code)).row
    answer = await send_raw_component(chat.user("astrid"), card, name)
    assert "Something went wrong" not in response_text(answer)
    assert (await chat.snapshot(code)).row == before


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("club history", "skald:history:::x y z"),
        ("club history", "skald:history:::- 99999999999999999999999 -1"),
        ("club history", "skald:finished:::"),
        ("club profile", "skald:hide:::"),
        ("leaderboard", "skald:leaders:::nothing ever 99999999999999"),
        ("leaderboard", "skald:leaders:::"),
        ("leaderboard", "skald:leaders-title:::"),
        ("leaderboard", "skald:leaders-period:::"),
        ("leaderboard", "skald:why:NONE::"),
    ],
)
async def test_a_forged_tap_on_the_club_s_pages_is_answered(chat: Chat, command: str, name: str) -> None:
    astrid = chat.user("astrid")
    shown = (await astrid.slash(chat.channel, command)).response
    answered = text_of((await send_component(astrid, shown, name)).response)
    assert answered
    assert "went wrong" not in answered


async def test_pages_that_are_no_numbers_and_orders_of_one_word_are_answered(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn", pace="none")
    mover = await chat.player_to_move(code)
    for words in (("②",), ("२",), ("-1",), ("9" * 40,), ()):
        answer = await send_selection(mover, chat.card(), CustomId("page", code, None, words), ())
        assert "Something went wrong" not in response_text(answer), words
    for verb in ("order-keep", "order-until"):
        for words in ((), ("always",)):
            answer = await send_selection(mover, chat.card(), CustomId(verb, code, None, words), ())
            assert "Something went wrong" not in response_text(answer), (verb, words)


async def test_nobody_prepares_for_what_others_do_at_a_table_that_has_not_begun(chat: Chat) -> None:
    code = await chat.open_lobby("astrid", "bjorn")
    answer = await send_raw_component(chat.user("astrid"), chat.lobby_card(code), f"skald:plan-if:{code}::")
    assert "hasn’t started" in response_text(answer)


async def send_raw_component(actor: Any, message: Any, name: str) -> Any:
    return await component_interaction(actor, message, {"custom_id": name, "component_type": 2})
