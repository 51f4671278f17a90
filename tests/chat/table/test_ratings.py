"""Rating changes: on the final card, and details in private."""

import db
from tests.chat.components import enabled_components, find_custom_id
from tests.chat.discord_driver import Chat, text_of
from tests.standings.played_games import make_actor, play_random_turns


async def resigned_game(chat: Chat, *names: str) -> str:
    """Play two turns each in a rated game, then let the last player resign. Returns its code."""
    code = await chat.start_game(*names, game="borealis", rated="yes", pace="slow")
    people = [make_actor(chat.user(name).id, name) for name in names]
    await play_random_turns(chat.service, code, people, 2)
    loser = chat.user(names[-1])
    asked = await loser.slash(chat.channel, "table resign", table=code)
    await loser.click(asked.response.message, label="Resign")
    return code


async def test_a_rated_game_tells_everybody_why_their_number_moved(chat: Chat) -> None:
    code = await resigned_game(chat, "astrid", "bjorn")
    results = await db.results.list_for_game(chat.store, code)
    assert [(one.place, one.rated, one.counted, one.share) for one in results] == [
        (1, True, True, 1.0),
        (2, True, True, 1.0),
    ]
    card = next(
        message
        for message in reversed(chat.thread().history())
        if any(":why:" in name for name in enabled_components(message))
    )
    assert "**astrid** +105 (1105): won (50% expected)." in text_of(card)
    assert "**bjorn** −105 (895): place 2 of 2 (50% expected to win)." in text_of(card)
    own = await chat.user("astrid").click(card, custom_id=find_custom_id(card, "why"))
    assert own.ephemeral
    assert "1000 → 1105 (+105)" in text_of(own.response)
    assert "You beat bjorn (1000), expected to win 50% of the time." in text_of(own.response)
    stranger = await chat.user("eira").click(card, custom_id=find_custom_id(card, "why"))
    assert "didn’t change your rating" in text_of(stranger.response)
    astrid = chat.user("astrid")
    history = (await astrid.slash(chat.channel, "club history")).response
    assert code in text_of(history)
    assert "1. astrid · 2. bjorn" in text_of(history)
    opened = await astrid.select(history.message, [code], custom_id=find_custom_id(history, "finished"))
    assert "1. astrid" in text_of(opened.response)
    assert "Watch a replay" in enabled_components(opened.response).values()
    assert "/new" in text_of((await chat.user("eira").slash(chat.channel, "club history")).response)
