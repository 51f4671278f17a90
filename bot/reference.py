"""Looking things up: the rules at hand, the text of a piece, help."""

from collections.abc import Sequence

import discord

from bot.call import Call
from bot.draft import SELECT_LIMIT, Draft, button, clip
from bot.lobby import selected
from bot.position import Position
from bot.scene import NEUTRAL
from bot.tables import Denied
from bot.taps import Tap
from bot.words import Teller, mark
from rules.game import AnyGame


async def show_rules(
    call: Call, game: AnyGame, *, position: Position | None = None, topic: str = "", piece: str = ""
) -> None:
    """A chapter of the help: the one asked for, else the one for the decision at hand."""
    teller = call.words.teller(game, position.names if position else ())
    if piece:
        name, text = _piece(teller, piece)
        await call.show(_chapter(call, teller, f"### {name}\n{text}"))
        return
    if not topic and position is not None:
        seat = position.seat_of(call.visitor.id)
        kinds = [move.kind for move in position.legal(seat)] if seat is not None else []
        topic = teller.topic_for(kinds) or ""
    known = dict(teller.topics())
    if topic not in known:
        topic = next(iter(known))
    title, body = teller.topic(topic)
    await call.show(_chapter(call, teller, f"### {title}\n{body}", topic=topic))


async def rules_of_table(call: Call, tap: Tap) -> None:
    position = await call.house.tables.position(tap.game)
    await show_rules(call, position.game, position=position)


async def turn_to_topic(call: Call, tap: Tap) -> None:
    game = call.house.games.get(tap.game)
    if game is None:
        raise Denied(mark("There is no such game here."))
    await show_rules(call, game, topic=next(iter(selected(call)), ""))


async def show_help(call: Call) -> None:
    words = call.words
    games = words.listed(words.teller(game, ()).game_name for game in call.house.games.values())
    await call.show(
        Draft(NEUTRAL)
        .text(
            f"## {words.say('Skald')}",
            words.say("Board games by chat, over days: {games}.", games=games),
            words.say("**/new** opens a table. Others join by the button on its card; the host starts."),
            words.say(
                "**Play**, on the turn card or in your direct messages, shows the board and all you can do. "
                "What can be taken back is played at a tap; what cannot is asked about first."
            ),
            words.say(
                "**/play**, **/hand**, **/board**, **/undo** and each game's own commands do it by typing."
            ),
            words.say(
                "**/rules** answers for the decision at hand; it also tells what any card or piece does."
            ),
            words.say(
                "**/games** lists where you sit, **/log** tells a game's story, **/resign** gives one up."
            ),
            words.say(
                "**/end** asks the table to end a game, **/undo** to let you take back what you cannot "
                "freely."
            ),
            words.say(
                "**/leaderboard** shows who stands where, **/profile** a person, "
                "**/history** your finished games."
            ),
            words.say(
                "**/next** opens the game that needs you most. **/me** keeps your time zone, sleep hours and "
                "where you are told; **/away** declares days away."
            ),
            words.say(
                "**/recap** tells what you missed, **/replay** shows any earlier turn, **/note** keeps a "
                "private note, **/verify** checks the shuffle."
            ),
        )
        .buttons(button(Tap("guide"), words.say("Show me hints again")))
    )


async def bring_hints_back(call: Call, _: Tap) -> None:
    async with call.house.store.write() as w:
        person = await w.person(call.visitor.id)
        await w.update_person(person.id, hints_seen=(), preferences={**person.preferences, "hints": True})
    await call.note(call.words.say("You will get a hint at each new kind of decision."))


def matches(entries: Sequence[tuple[str, str]], typed: str) -> list[tuple[str, str]]:
    """The entries whose name holds what was typed, at most as many as Discord shows."""
    wanted = typed.casefold().strip()
    fitting = [entry for entry in entries if wanted in entry[1].casefold() or wanted == entry[0]]
    return fitting[:SELECT_LIMIT]


def _piece(teller: Teller, asked: str) -> tuple[str, str]:
    known = dict(teller.pieces())
    key = asked if asked in known else next((key for key, _ in matches(list(known.items()), asked)), None)
    if key is None:
        raise Denied(mark("There is no piece called {name} in this game."), name=clip(asked, 40))
    return teller.piece(key)


def _chapter(call: Call, teller: Teller, text: str, *, topic: str = "") -> Draft:
    draft = Draft(NEUTRAL).text(f"-# {teller.game_name}", text)
    options = [
        discord.SelectOption(label=clip(title, 100), value=key, default=key == topic)
        for key, title in teller.topics()
    ]
    return draft.select(
        Tap("topic", teller.game.info.key), call.words.say("Other chapters"), options[:SELECT_LIMIT]
    )
