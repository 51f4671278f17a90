"""The games of a user, and the game that a command refers to.

Covers `bot/chat/interactions/which_game.py`.
"""

from tests.chat.discord_driver import Chat, text_of


async def test_games_lists_the_waiting_ones_first(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    await actor.slash(chat.channel, "new lofoten")
    listed = text_of((await actor.slash(chat.channel, "games")).response).splitlines()
    assert code in listed[1]
    assert "gathering" in listed[2]


async def test_who_sits_nowhere_is_told_how_to_begin(chat: Chat) -> None:
    answer = await chat.user("eira").slash(chat.channel, "games")
    assert "/new" in text_of(answer.response)


async def test_a_command_outside_the_thread_means_the_game_that_waits(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    actor = await chat.player_to_move(code)
    await actor.slash(chat.channel, "lofoten side", card="right")
    assert (await chat.snapshot(code)).row.ply == 2


async def test_games_are_listed_by_urgency_and_next_opens_the_first(chat: Chat) -> None:
    slow = await chat.start_game("astrid", "bjorn", pace="slow")
    live = await chat.start_game("astrid", "bjorn", pace="live")
    untimed = await chat.start_game("astrid", "bjorn", pace="none")
    owing: dict[int, list[str]] = {actor.id: [] for actor in chat.users.values()}
    for code in (live, slow, untimed):
        owing[(await chat.player_to_move(code)).id].append(code)
    for actor in chat.users.values():
        listed = text_of((await actor.slash(chat.channel, "games")).response)
        waiting = owing[actor.id]
        places = [listed.index(f"`{code}`") for code in waiting]
        assert places == sorted(places)
        assert all(
            listed.index(f"`{code}`") >= max(places, default=0)
            for code in (slow, live, untimed)
            if code not in waiting
        )
        answer = text_of((await actor.slash(chat.channel, "next")).response)
        assert waiting[0] in answer if waiting else "No game is waiting" in answer


async def test_games_of_one_title_are_told_apart_by_opponent_and_turn(chat: Chat) -> None:
    codes = [await chat.start_game("astrid", other, game="explorers") for other in ("bjorn", "cara")]
    astrid = chat.user("astrid")
    listed = text_of((await astrid.slash(chat.channel, "games")).response)
    for name in ("bjorn", "cara"):
        assert f"**Explorers of the North Sea with {name}**" in listed
    choices = await astrid.autocomplete(chat.channel, "play", "table", "")
    names = {choice["value"]: choice["name"] for choice in choices}
    for code, name in zip(codes, ("bjorn", "cara"), strict=True):
        assert names[code] == f"Explorers of the North Sea · {name} · The start · {code}"
    (found,) = await astrid.autocomplete(chat.channel, "play", "table", "cara")
    assert found["value"] == codes[1]


async def test_a_game_alone_of_its_title_is_named_briefly(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    (choice,) = await chat.user("astrid").autocomplete(chat.channel, "play", "table", "")
    assert choice["name"] == f"Lofoten {code}"


async def test_a_lesson_is_marked_among_the_games(chat: Chat) -> None:
    code = await chat.start_game("astrid", "bjorn")
    astrid = chat.user("astrid")
    await astrid.slash(chat.channel, "learn", game="borealis")
    listed = text_of((await astrid.slash(chat.channel, "games")).response).splitlines()
    marked = [line for line in listed if line.endswith(" · lesson")]
    assert len(marked) == 1
    assert "Borealis" in marked[0]
    assert not any(code in line for line in marked)
