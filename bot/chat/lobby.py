"""Gathering at a table: opening it, joining, leaving, agreeing, starting. And its card, up to the result."""

from collections.abc import Iterable
from typing import Any, get_args

import discord
from pydantic import ValidationError

import db
from bot.chat import lock_screen, places, rights, tidying
from bot.chat.agreement import LEVELS, agreed_on, pace_line, rated_line
from bot.chat.buttons import on_tap
from bot.chat.commands import Option
from bot.chat.deliveries import delivers
from bot.chat.draft import Draft, button
from bot.chat.emoji import Emoji
from bot.chat.messenger import Messenger
from bot.chat.preferences import ask_zone_if_needed
from bot.chat.requests import Request
from bot.chat.scene import NEUTRAL, mention, plain_name
from bot.chat.servers import check_may_open, language_choices
from bot.chat.taps import Tap
from bot.play import calls, deliveries, lobby, opponents, posts
from bot.play.people import MANY_GAMES
from bot.play.places import posted_in_forum
from bot.play.position import Position
from bot.play.refusals import Denied
from bot.play.tidying import ANSWERED, FULL
from bot.words import Words, mark, words_for
from bot.words.languages import named
from bot.words.values import word_of
from db.invitations import Guests
from rules.game import AnyGame, Options, Outcome, Seat

GUESTS = (mark("with"), mark("with-2"), mark("with-3"), mark("with-4"))
"""The options of /new that invite somebody."""
NOBODY_INVITED = Guests()
AGREED = ("pace", "rated", "start", "opponents", "level")
"""The options of /new that are no matter of the game."""


def lobby_card(
    position: Position,
    words: Words,
    *,
    emoji: Emoji | None = None,
    guests: Guests = NOBODY_INVITED,
    saga: db.Message | None = None,
    trouble: str = "",
) -> Draft:
    """Who is at the table, what was agreed, and how to join; once the game is over, how it ended."""
    row, teller = position.row, words.teller(position.game, ())
    draft = Draft(NEUTRAL).text(f"## {teller.game_name}", teller.tagline)
    outcome = position.outcome()
    if outcome is not None:
        return draft.text(*_result(position, outcome, words, emoji)).text(_ways_on(position, saga, words))
    if row.status == "closed":
        return draft.text(_closed(position, words))
    places_left = position.game.info.seats[1] - len(position.players) if row.status == "lobby" else 0
    draft.text(
        *(f"{number}. {_faced(name, emoji)}" for number, name in enumerate(position.names, start=1)),
        words.say_many("-# {n} free place", "-# {n} free places", n=places_left) if places_left else "",
        *_invited(guests, words),
    )
    draft.text(*_agreed(position, words))
    if row.status == "lobby":
        return _gathering(draft, position, words)
    begun = words.say("The game has begun.") if position.running else words.say("This game is archived.")
    return draft.text(" ".join(filter(None, (begun, _ways_on(position, None, words)))), trouble)


def _gathering(draft: Draft, position: Position, words: Words) -> Draft:
    """What a table still waits for, and what can be done there."""
    code, missing = position.code, position.game.info.seats[0] - len(position.players)
    if missing > 0:
        draft.text(words.say_many("One more player is needed.", "{n} more players are needed.", n=missing))
    elif len(position.players) == 1:
        draft.text(
            words.say(
                "{host} can start now and play alone, or wait for others.", host=mention(position.row.host)
            )
        )
    else:
        draft.text(words.say("Ready: {host} can start.", host=mention(position.row.host)))
    closed = position.full and not position.opponents
    join = button(Tap("join", code), words.say("Join"), discord.ButtonStyle.success, disabled=closed)
    return draft.buttons(
        *([] if position.private else [join]),
        button(Tap("leave", code), words.say("Leave")),
        button(Tap("options", code), words.say("Options")),
        button(Tap("company", code), words.say("Add opponent")),
        button(Tap("start", code), words.say("Start"), discord.ButtonStyle.primary, disabled=missing > 0),
        button(Tap("learn", words=(position.game.info.key,)), words.say("Learn this game")),
    )


def _agreed(position: Position, words: Words) -> list[str]:
    row, teller = position.row, words.teller(position.game, ())
    lines = [
        words.say("{what}: {values}", what=teller.option(field), values=teller.option_value(field, value))
        for field, value in position.options()
    ]
    lines += [pace_line(row, words), rated_line(row, words)]
    if row.status == "lobby" and row.starts == "full":
        lines.append(words.say("Starts by itself when the table is full"))
    return [f"-# {line}" for line in lines]


def _invited(guests: Guests, words: Words) -> Iterable[str]:
    """Who was invited and does not sit there."""
    if guests.awaited:
        who = words.listed(map(mention, guests.awaited))
        yield "-# " + words.say("Invited, no answer yet: {who}", who=who)
    if guests.declined:
        yield "-# " + words.say("Can't make it: {who}", who=words.listed(map(mention, guests.declined)))


def _faced(name: str, emoji: Emoji | None) -> str:
    """A name as it is written on a card, a computer player's behind their face."""
    face = None if emoji is None else emoji.face(name)
    return plain_name(name) if face is None else f"{face} {plain_name(name)}"


def _result(position: Position, outcome: Outcome, words: Words, emoji: Emoji | None = None) -> Iterable[str]:
    """How a game ended, and everybody with their points, the winners first."""
    names = tuple(_faced(name, emoji) for name in position.names)
    yield f"**{words.teller(position.game, names).outcome(outcome)}**"
    for seat, place in _in_order(position, outcome):
        points = f" · {outcome.totals[seat]}" if outcome.totals else ""
        yield (f"{place}\\. " if place else "") + names[seat] + points


def _in_order(position: Position, outcome: Outcome) -> Iterable[tuple[Seat, int]]:
    """The seats by their places; place 0 where nobody has won anything."""
    if not outcome.ranking:
        yield from ((seat, 0) for seat in position.seats)
    ahead = 0
    for group in outcome.ranking:
        yield from ((seat, ahead + 1) for seat in group)
        ahead += len(group)


def _ways_on(position: Position, saga: db.Message | None, words: Words) -> str:
    """The ways to the thread and to the saga."""
    row, ways = position.row, []
    if row.thread is not None:
        ways.append(f"<#{row.thread}>")
    if saga is not None and saga.person is None:
        link = f"https://discord.com/channels/{row.server or '@me'}/{saga.channel}/{saga.message}"
        ways.append(f"[{words.say('The saga')}]({link})")
    return " · ".join(ways)


def _closed(position: Position, words: Words) -> str:
    if position.players:
        return words.say("This table was closed: nobody started the game. /new opens another.")
    return words.say("Nobody is left at this table. /new opens another.")


def _no_threads(channel: int, words: Words) -> str:
    """Which right would give a game a thread of its own."""
    return "-# " + rights.told("create_public_threads", channel, words)


# What people do


def guest_options(game: AnyGame) -> list[Option]:
    """The options of /new by which people are invited, as many as find a place."""
    return [
        Option(
            _guest(number),
            label,
            mark("Whom to invite: they get a message and join with one tap"),
            person=True,
        )
        for number, label in enumerate(GUESTS[: game.info.seats[1] - 1])
    ]


def _guest(number: int) -> str:
    return f"guest{number}"


async def open_table(request: Request, key: str, given: dict[str, Any]) -> None:
    """/new: its card comes by the outbox, to the channel where it was typed or to the server's forum."""
    server, channel = await places.place_for_table(request)
    if server is not None:
        await check_may_open(request, server, channel)
    options = dict(given)
    guests = [options.pop(name) for number in range(len(GUESTS)) if (name := _guest(number)) in options]
    company = options.get("opponents") or ("1" if server is None else None)
    if set(guests) & _bots(request):
        raise Denied("bots_do_not_play")
    position = await lobby.open_table(
        request.tables,
        key,
        {name: value for name, value in options.items() if name not in AGREED},
        request.visitor,
        server=server,
        channel=channel,
        language=words_for(str(request.interaction.guild_locale)).language,
        pace=options.get("pace"),
        rated=options.get("rated") == "yes",
        starts="full" if options.get("start") == "full" else "host",
        guests=[int(guest) for guest in guests],
        company=(options.get("level", opponents.CARETAKER), int(company)) if company else None,
    )
    await joined(request, position, _opened(request, position))


def _opened(request: Request, position: Position) -> str:
    words, row = request.words, position.row
    if position.private:
        return words.say("Your table is open. Start when you like; /table advice helps when you're stuck.")
    if row.starts == "full":
        said = words.say("Your table is open. Others join from the card; it starts when the table is full.")
    else:
        said = words.say("Your table is open. Others join from the card; you start when everybody is there.")
    if row.channel != request.interaction.channel_id:
        return said + " " + words.say("It's in <#{place}>.", place=row.channel)
    granted = request.interaction.app_permissions
    if granted.create_public_threads and granted.send_messages_in_threads:
        return said
    return f"{said}\n{_no_threads(row.channel, words)}"


def _bots(request: Request) -> set[str]:
    """Who of those named in a command is no person."""
    data: Any = request.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    return {number for number, user in users.items() if user.get("bot")}


async def joined(request: Request, position: Position, note: str = "") -> None:
    """Somebody sits at a table now: what they are told, and asked if nobody has yet."""
    request.context.wake()
    if said := "\n".join(filter(None, (note, await _soft_word(request)))):
        await request.note(said)
    await ask_zone_if_needed(request, position)


async def check_may_join(request: Request, code: str) -> None:
    """Whoever was invited may sit down from anywhere, everybody else from the server of the table."""
    guests = await db.invitations.to(request.store, db.tidy_code(code))
    if request.visitor.id not in guests.awaited:
        await request.position(code)


@on_tap("join", "update")
async def join(request: Request, tap: Tap) -> None:
    await check_may_join(request, tap.game)
    position = await lobby.join(request.tables, tap.game, request.visitor, interaction=request.id)
    await joined(request, position)


async def _soft_word(request: Request) -> str:
    """What is said to somebody at many tables."""
    tables = len(await db.games.of_person(request.store, request.visitor.id))
    if tables < MANY_GAMES:
        return ""
    return request.words.say("You're at {n} tables now: plenty to keep up with. /games lists them.", n=tables)


@on_tap("leave", "update")
async def leave(request: Request, tap: Tap) -> None:
    await lobby.leave(request.tables, tap.game, request.visitor.id)
    request.context.wake()


@on_tap("start", "update")
async def start(request: Request, tap: Tap) -> None:
    await lobby.start(request.tables, tap.game, request.visitor.id, interaction=request.id)
    request.context.wake()


@on_tap("begin", "private")
async def begin(request: Request, tap: Tap) -> None:
    """The same from the word that everybody is there."""
    await lobby.start(request.tables, tap.game, request.visitor.id, interaction=request.id)
    request.context.wake()
    await request.note(request.words.say("The game starts."))


@on_tap("options", "private")
async def show_options(request: Request, tap: Tap) -> None:
    position = await request.position(tap.game)
    if position.row.status != "lobby":
        raise Denied("started_already")
    if position.row.host != request.visitor.id:
        raise Denied("host_agrees")
    await request.show(_options_panel(request, position))


@on_tap("option", "update")
async def set_option(request: Request, tap: Tap) -> None:
    field = " ".join(tap.words)
    try:
        position = await lobby.set_option(request.tables, tap.game, request.visitor.id, field, request.chosen)
    except ValidationError:
        raise Denied("not_a_choice") from None
    request.context.wake()
    await request.show(_options_panel(request, position))


@on_tap("agree", "update")
async def agree(request: Request, tap: Tap) -> None:
    """The pace, whether the table is rated, what starts the game, and the language at the table."""
    tables, person = request.tables, request.visitor.id
    match tap.words, request.selected:
        case ("pace",), [pace]:
            position = await lobby.set_pace(tables, tap.game, person, pace)
        case ("rated",), [answer]:
            position = await lobby.set_rated(tables, tap.game, person, rated=answer == "yes")
        case ("start",), ["host" | "full" as starts]:
            position = await lobby.set_starts(tables, tap.game, person, starts, interaction=request.id)
        case ("language",), [language] if language in named():
            position = await lobby.set_language(tables, tap.game, person, language)
        case _:
            raise Denied("not_a_choice")
    request.context.wake()
    if position.row.status == "lobby":
        await request.show(_options_panel(request, position))
    else:
        await request.show(Draft(NEUTRAL).text(request.words.say("The game starts.")))


@on_tap("company", "private")
async def show_company(request: Request, tap: Tap) -> None:
    """Which computer players sit there, and which may."""
    position = await request.position(tap.game)
    if position.row.status != "lobby":
        raise Denied("started_already")
    if position.row.host != request.visitor.id:
        raise Denied("host_agrees")
    await request.show(_company_panel(request, position))


@on_tap("invite", "update")
async def add_opponent(request: Request, tap: Tap) -> None:
    level = (request.selected or [""])[0]
    position = await lobby.add_opponent(
        request.tables, tap.game, request.visitor.id, level, interaction=request.id
    )
    request.context.wake()
    await request.show(_company_panel(request, position))


@on_tap("dismiss", "update")
async def dismiss_opponent(request: Request, tap: Tap) -> None:
    number = (request.selected or [""])[0]
    if number not in {str(one) for one in opponents.EVERYBODY}:
        raise Denied("not_a_choice")
    position = await lobby.dismiss_opponent(request.tables, tap.game, request.visitor.id, int(number))
    request.context.wake()
    await request.show(_company_panel(request, position))


def _company_panel(request: Request, position: Position) -> Draft:
    words, row = request.words, position.row
    draft = Draft(NEUTRAL).text(words.say("**Computer players**"))
    if row.status != "lobby":
        return draft.text(words.say("The game starts."))
    seated = [opponents.EVERYBODY[position.people[seat].id] for seat in sorted(position.opponents)]
    emoji = request.context.emoji
    draft.text(
        words.say("They play at once, day and night. With one at the table the game isn't rated."),
        *(f"{_faced(one.name, emoji)} · {words.say(LEVELS[one.level])}" for one in seated),
    )
    if not position.full:
        choose = [discord.SelectOption(label=words.say(text), value=level) for level, text in LEVELS.items()]
        draft.select(Tap("invite", row.code), words.say("Add one: how strong?"), choose)
    if seated:
        leaving = [
            discord.SelectOption(label=one.name, value=str(one.id), emoji=emoji.face(one.name))
            for one in seated
        ]
        draft.select(Tap("dismiss", row.code), words.say("Send one away"), leaving)
    return draft


def option_values(options: type[Options], field: str) -> tuple[str, ...]:
    """The choices of an option, as they are written in commands and selects."""
    annotation = options.model_fields[field].annotation
    values = get_args(annotation) or (True, False)
    return tuple(map(word_of, values))


def _options_panel(request: Request, position: Position) -> Draft:
    words = request.words
    teller = words.teller(position.game, ())
    draft = Draft(NEUTRAL).text(f"**{teller.game_name}** · `{position.code}`")
    for what, (question, labels, now) in agreed_on(position).items():
        draft.text(words.say(question))
        draft.select(
            Tap("agree", position.code, words=(what,)),
            words.say(question),
            [
                discord.SelectOption(label=words.say(label), value=value, default=value == now)
                for value, label in labels.items()
            ],
        )
    if not position.private:
        draft.text(words.say("Language at the table"))
        draft.select(
            Tap("agree", position.code, words=("language",)),
            words.say("Language at the table"),
            language_choices(request.context.words_of(position).language),
        )
    for field, current in position.options():
        draft.text(teller.option(field))
        draft.select(
            Tap("option", position.code, words=(field,)),
            teller.option(field),
            [
                discord.SelectOption(
                    label=teller.option_value(field, value),
                    value=value,
                    default=value == word_of(current),
                )
                for value in option_values(position.game.info.options, field)
            ],
        )
    return draft


# What the channel is shown


@delivers(posts.Lobby)
async def deliver_lobby(messenger: Messenger, post: db.Post, _: posts.Lobby) -> None:
    await _show_card(messenger, post, await messenger.position(post))


@delivers(posts.Place)
async def deliver_place(messenger: Messenger, post: db.Post, _: posts.Place) -> None:
    """A game settles in a channel: its card there, and under it a thread if it has begun."""
    position = await _show_card(messenger, post, await messenger.position(post))
    if position.row.started is not None:
        await _open_thread(messenger, position)


@delivers(posts.Opening)
async def deliver_opening(messenger: Messenger, post: db.Post, _: posts.Opening) -> None:
    """The thread of a game under its lobby card, opened once."""
    await _open_thread(messenger, await messenger.position(post))


@delivers(posts.FirstDoor)
async def open_door(messenger: Messenger, _: db.Post, door: posts.FirstDoor) -> None:
    await messenger.direct(door.person)


async def _show_card(messenger: Messenger, post: db.Post, position: Position) -> Position:
    """The card as the table stands: edited, or posted where it is missing; gives the table in its place."""
    tables, card = messenger.context.tables, await _card_of(messenger, position)
    if card is None and post.kind == posts.Lobby.kind and (position.over or position.row.thread is not None):
        return position  # it never had one, or its cup shows it
    draft = await _drawn_up(messenger, position)
    shown = card is not None and await messenger.edit_if_possible(card, draft)
    if shown or (position.row.status != "lobby" and (card is not None or position.private)):
        return position
    forum = await places.forum_of(messenger, position)
    if forum is not None and position.row.thread is None:
        sent = await places.post_in(forum, messenger, post, position, draft)
        return await posted_in_forum(tables, position, sent)
    # Several posts may want it to be there, and it is one card all the same.
    first = card is None and post.kind == posts.Lobby.kind
    nonce = f"lobby-{position.code}" if first else post.id
    # Nobody is looked for where the game has begun already, as all those of a cup have.
    begun = position.row.status != "lobby"
    sent = await messenger.send(messenger.table(position), draft, nonce=nonce, silent=begun)
    await deliveries.lobby_posted(tables, position, sent)
    return position


async def _drawn_up(messenger: Messenger, position: Position, *, trouble: str = "") -> Draft:
    context = messenger.context
    store, words = context.store, context.words_of(position)
    guests = await db.invitations.to(store, position.code)
    sagas = await db.messages.of_game(store, position.code, kind="saga")
    saga = sagas[-1] if sagas else None
    return lobby_card(position, words, emoji=context.emoji, guests=guests, saga=saga, trouble=trouble)


async def _card_of(messenger: Messenger, position: Position) -> db.Message | None:
    """The lobby card as it stands in the channel."""
    return next(
        reversed(await db.messages.of_game(messenger.context.store, position.code, kind="lobby")), None
    )


async def _open_thread(messenger: Messenger, position: Position) -> None:
    """The thread of a game that starts; in a forum it has one already, which is named by all who play now.

    Where none may be opened the game begins in the channel, and the thread follows once the right is there.
    """
    tables, thread = messenger.context.tables, position.row.thread
    if thread is not None:
        await places.name_anew(messenger, position)
    else:
        thread = await places.thread_under(messenger, position, await _card_of(messenger, position))
    position = await deliveries.thread_opened(tables, position, thread)
    await _settled(messenger, position)
    if thread is None and not position.private:
        await deliveries.hindered(tables, position, "create_public_threads", position.row.channel)


async def open_late_thread(messenger: Messenger, position: Position) -> Position:
    """A game that had to begin in its channel gets its thread, if one may be opened now."""
    thread = await places.thread_under(messenger, position, await _card_of(messenger, position))
    if thread is None:
        return position
    position = await deliveries.thread_found(messenger.context.tables, position, thread)
    await _settled(messenger, position)
    return position


async def _settled(messenger: Messenger, position: Position) -> None:
    """Those who play are in the thread, and the card of the table leads there or says why there is none.

    The table of a cup leads to all its games: beside it the cards of each would fill the channel.
    """
    row, card = position.row, await _card_of(messenger, position)
    if row.thread is not None:
        await places.bring_in(messenger, position, row.thread)
    in_cup = await db.cups.of_game(messenger.context.store, position.code)
    if card is not None and in_cup is not None and row.thread not in (None, card.channel):
        await messenger.remove(card)
        await deliveries.lobby_removed(messenger.context.tables, card, in_cup)
    elif card is not None:
        homeless = row.thread is None and not position.private
        trouble = _no_threads(row.channel, messenger.context.words_of(position)) if homeless else ""
        await messenger.edit_if_possible(card, await _drawn_up(messenger, position, trouble=trouble))


# What the host is told


@delivers(posts.TableFull)
async def tell_host(messenger: Messenger, post: db.Post, told: posts.TableFull) -> None:
    """Nobody else is awaited: where they wish to be told, with the way to start."""
    context, position = messenger.context, await messenger.position(post)
    seat = position.seat_of(told.person)
    if (
        position.row.host != told.person
        or seat is None
        or not await lobby.is_complete(context.store, position)
    ):
        return
    person = position.people[seat]
    sent = None
    if "thread" not in calls.ways_at(position, seat):
        sent = await messenger.whisper(
            told.person, _ready(position, seat, words_for(person.locale)), nonce=post.id
        )
    if sent is None:
        draft = _ready(position, seat, context.words_of(position))
        if not calls.is_quiet(position):
            draft.call, draft.mentions = f"{mention(told.person)} {draft.call}", [told.person]
        nonce = f"{post.id}-open"
        sent = await messenger.send(messenger.table(position), draft, nonce=nonce, silent=not draft.mentions)
    what = FULL if position.full else ANSWERED
    await tidying.said_to(messenger, position, what, told.person, sent)


def _ready(position: Position, seat: Seat, words: Words) -> Draft:
    where = lock_screen.named(position, (seat,), words)
    if position.full:
        draft = Draft(NEUTRAL, words.say("{game}: the table is full. Start when you like.", game=where))
    else:
        draft = Draft(
            NEUTRAL,
            words.say("{game}: everyone you invited has answered. Start when you like.", game=where),
        )
    start = button(Tap("begin", position.code), words.say("Start"), discord.ButtonStyle.primary)
    return draft.text(f"-# <#{position.row.thread or position.row.channel}>").buttons(start)
