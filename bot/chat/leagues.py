"""Leagues: /club league shows those of the server, with signing on and off, and the rules told beforehand."""

import discord

import db
from bot.chat import places
from bot.chat.agreement import LABELS as PACES
from bot.chat.agreement import about_pace
from bot.chat.buttons import on_tap
from bot.chat.commands import CLUB, Given, Option, command
from bot.chat.context import Context
from bot.chat.draft import Draft, button
from bot.chat.help import titles
from bot.chat.requests import Request
from bot.chat.scene import NEUTRAL, plain_name
from bot.chat.servers import check_may_open
from bot.chat.taps import Tap
from bot.play import leagues
from bot.play.fixtures import lines_of
from bot.play.pace import PACES as CLOCKS
from bot.play.refusals import Denied
from bot.standings.leagues import LEAST
from bot.standings.seasons import month_at
from bot.words import Words, mark, words_for
from db.people import NOBODY

NAMED = 60
"""So many who have signed on are named."""


@command(
    mark("league"),
    mark("A league in monthly divisions: sign on once, play every month"),
    Option("game", mark("game"), mark("Which game; leave out to see the leagues here"), choices=titles),
    Option(
        "pace",
        mark("pace"),
        mark("How much time everybody has, if you're the first to join"),
        choices=[(label, value) for value, label in PACES.items() if value in CLOCKS],
    ),
    group=CLUB,
)
async def league(request: Request, given: Given) -> None:
    key = given.get("game")
    if key is None:
        await _show_all(request)
    else:
        await _show(request, key, given.get("pace"))


async def _show_all(request: Request) -> None:
    words, server = request.words, _server(request)
    draft = Draft(NEUTRAL).text(f"## {words.say('Leagues')}")
    every = await db.leagues.on_server(request.store, server)
    if not every:
        draft.text(words.say("No league here yet. Found one: /club league with a game."))
    for one in every:
        there = len(await db.leagues.members(request.store, server, one.key))
        draft.text(
            words.say("- {game}: {n} signed up", game=_title(request.context, words, one.key), n=there)
        )
    if every:
        choices = [
            discord.SelectOption(label=_title(request.context, words, one.key), value=one.key)
            for one in every
        ]
        draft.select(Tap("league-choose"), words.say("See one"), choices[:25])
    await request.show(draft)


@on_tap("league-choose", "update")
async def choose(request: Request, _: Tap) -> None:
    await _show(request, request.chosen, None)


async def _show(request: Request, key: str, pace: str | None) -> None:
    """A league in private, with what somebody can do there."""
    if key not in request.games:
        raise Denied("not_a_choice")
    words, server = request.words, _server(request)
    members = await db.leagues.members(request.store, server, key)
    draft = await _card(request.context, request.store, words, server, key, pace)
    carried = (key, *([pace] if pace else []))
    if any(one.person == request.visitor.id for one in members):
        draft.buttons(
            button(Tap("league-off", words=(key,)), words.say("Leave the league")),
            button(Tap("league-post", words=(key,)), words.say("Post here")),
        )
    else:
        sign_on = Tap("league-on", words=carried)
        draft.buttons(button(sign_on, words.say("Join the league"), discord.ButtonStyle.success))
    await request.show(draft)


@on_tap("league-on", "update")
async def sign_on(request: Request, tap: Tap) -> None:
    key, pace = await _signed_on(request, tap)
    await _show(request, key, pace)


@on_tap("league-join", "private")
async def sign_on_from_post(request: Request, tap: Tap) -> None:
    """The same from what was posted for everybody."""
    key, pace = await _signed_on(request, tap)
    await _show(request, key, pace)


async def _signed_on(request: Request, tap: Tap) -> tuple[str, str | None]:
    server, channel = await places.where(request)
    key, pace = (*tap.words, "", "")[:2]
    if await db.leagues.find(request.store, server, key) is None:
        await check_may_open(request, server, channel)
    await leagues.sign_on(
        request.tables, key, request.visitor, server=server, channel=channel, pace=pace or None
    )
    request.context.wake()
    return key, pace or None


@on_tap("league-off", "update")
async def sign_off(request: Request, tap: Tap) -> None:
    key = next(iter(tap.words), "")
    await leagues.sign_off(request.tables, key, request.visitor.id, server=_server(request))
    await _show(request, key, None)


@on_tap("league-post", "update")
async def post_here(request: Request, tap: Tap) -> None:
    """The league for everybody, in the language of the server, with the way to sign on."""
    key, server = next(iter(tap.words), ""), _server(request)
    if key not in request.games:
        raise Denied("not_a_choice")
    words = words_for((await db.servers.find(request.store, server)).language)
    draft = await _card(request.context, request.store, words, server, key, None)
    join = button(Tap("league-join", words=(key,)), words.say("Join the league"), discord.ButtonStyle.success)
    await request.post(draft.buttons(join))


async def _card(
    context: Context, reads: db.Store, words: Words, server: int, key: str, pace: str | None
) -> Draft:
    """Who has signed on, when it begins, how the divisions stand, and what everybody agrees to."""
    found = await db.leagues.find(reads, server, key)
    members = await db.leagues.members(reads, server, key) if found else ()
    known = await db.people.names_and_hiding(reads, [one.person for one in members])
    names = [plain_name(known.get(one.person, (None, False))[0] or NOBODY) for one in members[:NAMED]]
    month, held = month_at(context.tables.now()), pace
    if found is not None:
        held = found.pace
    elif held is None:
        held = (await db.servers.find(reads, server)).settings.pace
    heading = words.say("{game}: the league", game=_title(context, words, key))
    draft = Draft(NEUTRAL).text(f"## {heading}")
    for division in await db.cups.divisions(reads, server, key, month.start):
        draft.text(await _standing(reads, words, division))
    signed_on = words.say("Signed up: {who}", who=words.listed(names)) if names else ""
    missing = LEAST - len(members)
    begins = words.say("The next month begins <t:{at}:D>.", at=month.until // 1000)
    if missing > 0:
        begins += " " + words.say_many(
            "One more is needed by then.", "{n} more are needed by then.", n=missing
        )
    pace_line = words.say("Pace: {pace}. {about}", pace=words.say(PACES[held]), about=about_pace(held, words))
    return draft.text(signed_on, begins, f"-# {pace_line}", *_rules(words))


async def _standing(reads: db.Store, words: Words, division: db.Cup) -> str:
    lines = await lines_of(reads, division)
    known = await db.people.names_and_hiding(reads, [line.person for line in lines])
    ranked = [
        f"{line.place}. {plain_name(known.get(line.person, (None, False))[0] or NOBODY)}" for line in lines
    ]
    return f"**{words.say('Division {n}', n=division.division)}** " + " · ".join(ranked)


def _rules(words: Words) -> tuple[str, ...]:
    """What everybody agrees to by signing on."""
    return (
        words.say(
            "-# Divisions of four to six, everybody plays everybody, all games at once and rated. First "
            "place moves up, last place moves down; newcomers start at the bottom, by rating. You play "
            "every month until you leave."
        ),
        words.say(
            "-# Games still going at the end of the month are decided: whoever took more than twice as long "
            "as the quickest (and over a day longer), or left their seat to the caretaker, finishes behind; "
            "nights and away days don't count. After that Skald's estimate of the position decides."
        ),
    )


def _title(context: Context, words: Words, key: str) -> str:
    game = context.games.get(key)
    return key if game is None else words.teller(game, ()).game_name


def _server(request: Request) -> int:
    if request.server is None:
        raise Denied("only_on_server")
    return request.server
