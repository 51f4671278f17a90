"""Telling a person what waits for him, where he wishes to be told: one message, however many games it is."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

import db
from bot.agreement import moment
from bot.draft import Draft, button
from bot.house import House
from bot.membership import note_if_left
from bot.notices import Notice
from bot.pace import DAY
from bot.position import Position
from bot.scene import NEUTRAL
from bot.tables.clocks import TIME_OUT
from bot.tables.telling import Why
from bot.taps import Tap
from bot.words import Words
from rules.game import Seat

if TYPE_CHECKING:
    from bot.deliveries import Deliveries

SHOWN = 10
BUTTONS = 6
ANSWERED_FROM = 2
"""From which reminder on it can be answered by mute, snooze and away."""
NO_DIRECT_MESSAGES = (50007, 50278)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for somebody: until when, where its latest card is, how often he was reminded."""

    position: Position
    seat: Seat
    deadline: int | None
    link: str
    reminded: int


async def waiting_for(house: House, person: int) -> list[Waiting]:
    """The games in which somebody owes a move, the most urgent first."""
    store = house.store
    deadlines = {timer.game: timer.due for timer in await store.timers(TIME_OUT, person=person)}
    owing = [seat for seat in await store.owing_of(person) if seat.caretaker_since is None]
    # They come in the order in which they began to wait, and sorting keeps that among equals.
    owing.sort(key=lambda seat: (seat.game not in deadlines, deadlines.get(seat.game, 0)))
    return [
        Waiting(
            position := await house.tables.position(seat.game),
            seat.seat,
            deadlines.get(seat.game),
            await link_to(house, position),
            seat.reminded,
        )
        for seat in owing
    ]


async def link_to(house: House, position: Position) -> str:
    """Where a game goes on: its latest card, else its place."""
    row, cards = position.row, await house.store.bindings(position.code, kind="card")
    place = f"https://discord.com/channels/{row.server or '@me'}/{row.thread or row.channel}"
    return f"{place}/{cards[-1].message}" if cards else place


def waiting_line(house: House, waiting: Waiting, words: Words) -> str:
    """One game, what is owed in it and by when, with the way there."""
    scene = house.scene(waiting.position, waiting.seat, words)
    told = f"[**{scene.teller.game_name}** `{waiting.position.code}`]({waiting.link})"
    told += f" · {scene.owed_by(waiting.seat)}"
    if waiting.deadline is not None:
        told += " · " + words.say("time runs out {when}", when=moment(waiting.deadline))
    return told


async def deliver_call(deliveries: "Deliveries", post: db.Post) -> None:
    """Tell somebody, unless there is nothing to tell any more; whoever has gone to sleep is told later."""
    house, person = deliveries.house, int(post.payload["person"])
    way, why, code = post.payload["way"], post.payload["why"], post.payload["game"]
    habits = (await house.tables.habits_of(house.store, (person,)))[person]
    now = house.tables.now()
    if (free := habits.free_from(now)) > now:
        if why in ("turn", "reminder"):
            async with house.store.write() as w:
                await house.tables.call(w, person, (way,), "turn", key=str(free // 60_000), at=free)
        return
    if why == "next":
        waiting = await _next_in(house, code, person)
    else:
        waiting = [each for each in await waiting_for(house, person) if code in (None, each.position.code)]
    if not waiting:
        return
    if why == "reminder":
        for each in waiting:
            await note_if_left(deliveries, each.position, person)
    if way == "dm":
        await _by_direct_message(deliveries, post, person, why, waiting)
    else:
        await _in_threads(deliveries, post, person, why, waiting)


async def pinged_now(
    deliveries: "Deliveries", post: db.Post, position: Position, notice: Notice
) -> list[int]:
    """Whom a notice at a table pings. Sleepers get it again when they wake; in a quiet place it is sent."""
    house, tables = deliveries.house, deliveries.house.tables
    free = await tables.awake(house.store, notice.mentions)
    quiet = await tables.is_quiet(house.store, position.row)
    now = tables.now()
    async with house.store.write() as w:
        for person, at in free.items():
            alone = notice.model_copy(update={"mentions": () if quiet else (person,)})
            if quiet:
                key = f"{post.key} quiet"
                await tables.tell(w, person, alone, key=key, game=position.code, not_before=at)
            elif now < at <= now + DAY:  # what is older than a day when he is back would only confuse
                key = f"{post.key} awake {person} {at}"
                payload = alone.model_dump()
                await w.post("notice", payload, key=key, lane=key, at=now, game=position.code, not_before=at)
    return [] if quiet else [person for person, at in free.items() if at <= now]


async def _next_in(house: House, code: str, person: int) -> list[Waiting]:
    position = await house.tables.position(code)
    seat = position.seat_of(person)
    if seat is None or not position.running or seat in position.owing():
        return []
    return [Waiting(position, seat, None, await link_to(house, position), 0)]


async def _by_direct_message(
    deliveries: "Deliveries", post: db.Post, person: int, why: Why, waiting: Sequence[Waiting]
) -> None:
    draft = summary(deliveries.house, waiting, why, await deliveries.own_words(person))
    try:
        dm = await deliveries.client.create_dm(discord.Object(person))
        await deliveries.send(dm, draft, nonce=post.id)
    except discord.Forbidden as problem:
        if problem.code not in NO_DIRECT_MESSAGES:
            raise
        await deliveries.note_door(person, closed=True)
        tables = deliveries.house.tables
        async with deliveries.house.store.write() as w:
            key = f"{post.key} closed"
            await tables.call(w, person, ("thread",), why, key=key, game=post.payload["game"])


async def _in_threads(
    deliveries: "Deliveries", post: db.Post, person: int, why: Why, waiting: Sequence[Waiting]
) -> None:
    """At the most urgent table of each server: what waits elsewhere is nobody else's business."""
    house = deliveries.house
    by_server: dict[int | None, list[Waiting]] = defaultdict(list)
    for each in waiting:
        by_server[each.position.row.server].append(each)
    for number, there in enumerate(by_server.values()):
        position = there[0].position
        words = await house.server_words(position)
        draft = summary(house, there, why, words, person=person)
        if await house.tables.is_quiet(house.store, position.row):
            draft.mentions.clear()
        table = deliveries.table(position)
        # Discord drops a second message under the same mark, even on another server.
        await deliveries.send(table, draft, nonce=f"{post.id}-{number}", silent=not draft.mentions)


def summary(
    house: House, waiting: Sequence[Waiting], why: Why, words: Words, *, person: int | None = None
) -> Draft:
    """What waits for somebody; `person` is mentioned where others read along."""
    draft = Draft(NEUTRAL, mentions=[] if person is None else [person])
    ping = "" if person is None else f"<@{person}> "
    draft.text(ping + _heading(why, len(waiting), words))
    if why == "next":
        scene = house.scene(waiting[0].position, None, words)
        return draft.text(f"[**{scene.teller.game_name}** `{waiting[0].position.code}`]({waiting[0].link})")
    draft.text(*(waiting_line(house, each, words) for each in waiting[:SHOWN]))
    if len(waiting) == 1:
        draft.buttons(_opener(waiting[0], words.say("Play")))
    else:
        names = [words.teller(each.position.game, ()).game_name for each in waiting[:BUTTONS]]
        draft.buttons(
            *(
                _opener(each, f"{name} {each.position.code}")
                for each, name in zip(waiting, names, strict=False)
            )
        )
    if why != "unended" and any(each.reminded >= ANSWERED_FROM for each in waiting):
        code = waiting[0].position.code if len(waiting) == 1 else ""
        draft.buttons(
            button(Tap("mute", code), words.say("No more reminders")),
            button(Tap("snooze", code), words.say("Tomorrow")),
            button(Tap("away"), words.say("I am away")),
        )
    return draft


def _heading(why: Why, games: int, words: Words) -> str:
    match why:
        case "next":
            return words.say("You are next.")
        case "unended":
            return words.say("Did you forget to end your turn?")
        case "reminder" if games == 1:
            return words.say("A reminder: your move is awaited.")
        case _:
            return words.say_many("Your move is awaited.", "{n} games wait for your move.", n=games)


def _opener(waiting: Waiting, label: str) -> discord.ui.Button[Any]:
    return button(Tap("play", waiting.position.code), label, discord.ButtonStyle.primary)
