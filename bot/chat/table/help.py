"""Looking things up: the rules at hand, the text of a piece, help."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import (
    COMMANDS,
    GAMES,
    NEW,
    ORDER,
    Given,
    Option,
    Reach,
    command,
    link,
    matches,
)
from bot.chat.interactions.requests import Request
from bot.chat.interactions.titles import title_choices
from bot.chat.interactions.where import is_direct
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import SELECT_LIMIT, Draft, button
from bot.i18n import Teller, mark
from bot.play.account import preferences
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.notify.turn_notifications import waiting_for
from bot.views.markup import clip
from bot.views.reader_view import NEUTRAL
from rules.game import AnyGame

BUTTONS = 9
"""So many games are a tap away."""


async def _topics(request: Request, typed: str, given: Given) -> Sequence[tuple[str, str]]:
    game, _ = await _title_meant(request, given.get("title"))
    return matches(request.words.teller(game, ()).topics(), typed)


async def _pieces(request: Request, typed: str, given: Given) -> Sequence[tuple[str, str]]:
    game, _ = await _title_meant(request, given.get("title"))
    return matches(request.words.teller(game, ()).pieces(), typed)


@command(
    mark("rules"),
    mark("The rules for the decision at hand, a chapter, or any card or piece"),
    Option("topic", mark("topic"), mark("A chapter of the rules"), complete=_topics),
    Option("piece", mark("piece"), mark("A card or a piece"), complete=_pieces),
    Option("title", mark("title"), mark("Which game's rules"), choices=title_choices),
)
async def rules(request: Request, given: Given) -> None:
    game, position = await _title_meant(request, given.get("title"))
    await show_rules(
        request, game, position=position, topic=given.get("topic", ""), piece=given.get("piece", "")
    )


async def show_rules(
    request: Request, game: AnyGame, *, position: Position | None = None, topic: str = "", piece: str = ""
) -> None:
    """A chapter of the help: the one asked for, else the one for the decision at hand."""
    teller = request.words.teller(game, position.names if position else ())
    if piece:
        name, text = _piece(teller, piece)
        await request.show(_chapter(request, teller, f"### {name}\n{text}"))
        return
    if not topic and position is not None:
        seat = position.seat_of(request.visitor.id)
        kinds = [move.kind for move in position.legal(seat)] if seat is not None else []
        topic = teller.topic_for(kinds) or ""
    known = dict(teller.topics())
    if topic not in known:
        topic = next(iter(known))
    title, body = teller.topic(topic)
    await request.show(_chapter(request, teller, f"### {title}\n{body}", topic=topic))


@on_tap("rules", "private")
async def rules_of_table(request: Request, tap: Tap) -> None:
    position = await request.position(tap.game)
    await show_rules(request, position.game, position=position)


@on_tap("topic", "update")
async def turn_to_topic(request: Request, tap: Tap) -> None:
    game = request.games.get(tap.game)
    if game is None:
        raise Denied("no_such_title")
    await show_rules(request, game, topic=request.chosen)


@command(mark("help"), mark("What to do now, and how to play with Skald"))
async def help_(request: Request, _: Given) -> None:
    words, context = request.words, request.context
    games = words.listed(words.teller(game, ()).game_name for game in request.games.values())
    waiting = await waiting_for(request.tables, request.visitor.id)
    draft = Draft(NEUTRAL).text(
        f"## {words.say('Skald')}",
        words.say("Board games by chat, over days: {games}.", games=games),
    )
    draft.text(f"### {words.say('What do I do now?')}", await _what_now(request, len(waiting)))
    draft.text(
        f"### {words.say('How it works')}",
        words.say("**Open**: /new makes a card in the channel. Others tap Join; the host taps Start."),
        words.say(
            "**Play**: Skald pings you when it's your turn. Tap Play on the card to see the board and "
            "everything you can do. A move you can undo is played at a tap; a final one asks you to confirm, "
            "or waits a few seconds in case you go back."
        ),
        words.say(
            "**Learn**: {learn} teaches you a game in ten minutes, one idea at a time.",
            learn=link(context, words, "learn"),
        ),
        words.say(
            "**Stuck**: {rules} explains the decision at hand, and what any card or piece does.",
            rules=link(context, words, "rules"),
        ),
        words.say(
            "**No time**: {settings} has your sleep hours and notifications, {away} your days away.",
            settings=link(context, words, "settings"),
            away=link(context, words, "away"),
        ),
    )
    buttons = [
        button(Tap("commands"), words.say("All commands")),
        button(Tap("settings"), words.say("Settings")),
        button(Tap("guide"), words.say("Show me hints again")),
        button(Tap("privacy"), words.say("Your data")),
    ]
    if waiting:
        play = Tap("play", waiting[0].position.code)
        buttons.insert(0, button(play, words.say("Play"), discord.ButtonStyle.primary))
    pages = {words.say("Privacy"): context.pages.privacy, words.say("Terms"): context.pages.terms}
    links = [discord.ui.Button[Any](label=label, url=url) for label, url in pages.items() if url]
    draft.text(
        f"### {words.say('Play now')}", words.say("Against a computer player, in your messages with Skald:")
    )
    draft.buttons(*(_play_now(request, key, game) for key, game in list(request.games.items())[:BUTTONS]))
    await request.show(draft.buttons(*buttons).buttons(*links))


@on_tap("commands", "private")
async def all_commands(request: Request, _: Tap) -> None:
    """Every command the reader can use where they are, each a link that opens it."""
    await request.show(
        Draft(NEUTRAL).text(f"### {request.words.say('Commands')}", *lines_of_commands(request))
    )


def lines_of_commands(request: Request) -> Iterator[str]:
    words, context = request.words, request.context
    for typed in ORDER:
        planned = COMMANDS.get(typed)
        if typed == NEW.name and _within_reach(request, NEW.reach):
            openings = (link(context, words, f"{typed} {key}") for key in request.games)
            yield f"{' '.join(openings)}: {words.say(str(NEW.about))}"
        elif typed == GAMES:
            typing = " ".join(f"**/{key}**" for key in request.games)
            yield f"{typing}: {words.say('A move, typed instead of tapped')}"
        elif planned is not None and _within_reach(request, (planned.group or planned).reach):
            yield f"{link(context, words, typed)}: {words.say(str(planned.about))}"


def _play_now(request: Request, key: str, game: AnyGame) -> discord.ui.Button[Any]:
    name = request.words.teller(game, ()).game_name
    return button(Tap("play-now", words=(key,)), name, discord.ButtonStyle.success)


async def _what_now(request: Request, waiting: int) -> str:
    words = request.words
    if waiting:
        return words.say_many(
            "It's your move in {n} game. {next} opens it.",
            "It's your move in {n} games. {next} opens the most urgent.",
            n=waiting,
            next=link(request.context, words, "next"),
        )
    if await db.games.of_person(request.store, request.visitor.id):
        return words.say(
            "Nothing right now: it's others' turn. {games} lists your games.",
            games=link(request.context, words, "games"),
        )
    if request.server is None:
        return words.say(
            "Play now against a computer player, or open a table with /new on a server where Skald is."
        )
    return words.say("Open a table with /new, or tap Join on the card of one that is open.")


def _within_reach(request: Request, reach: Reach) -> bool:
    if reach.managers_only and not request.interaction.permissions.manage_guild:
        return False
    return reach.beyond_servers or request.server is not None or (reach.direct and is_direct(request))


@on_tap("guide", "private")
async def bring_hints_back(request: Request, _: Tap) -> None:
    await preferences.bring_hints_back(request.tables, request.visitor.id)
    await request.note(request.words.say("You'll get a hint at each new kind of decision."))


async def _title_meant(request: Request, title: str | None) -> tuple[AnyGame, Position | None]:
    """The title asked for; else that of the game at hand; else the first."""
    games = request.games
    try:
        position = await resolve_game(request, None, key=title)
    except Denied:
        return games.get(title or "") or next(iter(games.values())), None
    return position.game, position


def _piece(teller: Teller, asked: str) -> tuple[str, str]:
    known = dict(teller.pieces())
    key = asked if asked in known else next((key for key, _ in matches(list(known.items()), asked)), None)
    if key is None:
        raise Denied("no_such_piece", name=clip(asked, 40))
    return teller.piece(key)


def _chapter(request: Request, teller: Teller, text: str, *, topic: str = "") -> Draft:
    draft = Draft(NEUTRAL).text(f"-# {teller.game_name}", text)
    options = [
        discord.SelectOption(label=clip(title, 100), value=key, default=key == topic)
        for key, title in teller.topics()
    ]
    return draft.select(
        Tap("topic", teller.game.info.key), request.words.say("Other chapters"), options[:SELECT_LIMIT]
    )
