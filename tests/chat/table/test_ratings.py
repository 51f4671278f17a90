"""Why a number moved: on the final card, and to each in private."""

import db
from tests.chat.discord_driver import Chat, late_tap, tap_named, taps, words_of
from tests.standings.played_games import some_turns, visitor


async def ended(chat: Chat, *names: str) -> str:
    """A rated game of these people that the last of them gives up, after two turns of everybody."""
    code = await chat.start(*names, game="borealis", rated="yes", pace="slow")
    people = [visitor(chat.person(name).id, name) for name in names]
    await some_turns(chat.service, code, people, 2)
    loser = chat.person(names[-1])
    asked = await loser.slash(chat.channel, "table resign", game=code)
    await loser.click(asked.response.message, label="Give up")
    return code


async def test_a_rated_game_tells_everybody_why_their_number_moved(chat: Chat) -> None:
    code = await ended(chat, "astrid", "bjorn")
    results = await db.results.list_for_game(chat.store, code)
    assert [(one.place, one.rated, one.counted, one.share) for one in results] == [
        (1, True, True, 1.0),
        (2, True, True, 1.0),
    ]
    card = next(
        message
        for message in reversed(chat.thread().history())
        if any(":why:" in name for name in taps(message))
    )
    assert "**astrid** +105 (1105): won (50 % expected)." in words_of(card)
    assert "**bjorn** −105 (895): place 2 of 2 (50 % expected to win)." in words_of(card)
    own = await chat.person("astrid").click(card, custom_id=tap_named(card, "why"))
    assert own.ephemeral
    assert "1000 → 1105 (+105)" in words_of(own.response)
    assert "You beat bjorn (1000), expected to win 50 %." in words_of(own.response)
    stranger = await chat.person("eira").click(card, custom_id=tap_named(card, "why"))
    assert "didn't change your rating" in words_of(stranger.response)
    astrid = chat.person("astrid")
    history = (await astrid.slash(chat.channel, "club history")).response
    assert code in words_of(history)
    assert "1. astrid · 2. bjorn" in words_of(history)
    opened = await astrid.select(history.message, [code], custom_id=tap_named(history, "finished"))
    assert "1. astrid" in words_of(opened.response)
    assert "Replay" in taps(opened.response).values()
    assert "/new" in words_of((await chat.person("eira").slash(chat.channel, "club history")).response)


async def test_a_forged_tap_is_answered(chat: Chat) -> None:
    astrid = chat.person("astrid")
    shown = (await astrid.slash(chat.channel, "leaderboard")).response
    answered = words_of((await late_tap(astrid, shown, "skald:why:NONE::")).response)
    assert answered
    assert "went wrong" not in answered
