"""Standing orders and plans as a player meets them: listed, put together, shown back, kept, dropped."""

from collections.abc import Sequence
from typing import get_args

import discord
from discord.app_commands import locale_str

import db
from bot import playing
from bot.call import Call
from bot.draft import SELECT_LIMIT, Draft, button, clip
from bot.house import House
from bot.lobby import selected
from bot.ordering import UNTIL, WHEN, Order, Until, When, candidates, described
from bot.plans import GAME, CommandPlan, Given, Option, about_a_game
from bot.position import Position
from bot.reference import matches
from bot.scene import Scene
from bot.tables import Denied
from bot.tables.orders import read_order
from bot.taps import LIMIT, Tap
from bot.which import meant
from bot.words import mark


async def carry_out(house: House, timer: db.Timer) -> None:
    """A seat that owes a move looks at its orders."""
    await house.tables.follow_orders(timer)


def commands() -> list[CommandPlan]:
    async def work(call: Call, given: Given) -> None:
        position = await meant(call, given.get(GAME))
        if "move" not in given:
            await show_orders(call, position)
            return
        await _show_back(
            call, position, _order(position, given["move"].split(), given.get("when"), given.get("until"))
        )

    async def moves(call: Call, typed: str, given: Given) -> Sequence[tuple[str, str]]:
        return matches(_choices(call, await meant(call, given.get(GAME))), typed)

    return [
        about_a_game(
            mark("order"),
            mark("Have a move made for you when it becomes possible"),
            work,
            Option(
                "move", locale_str(mark("action")), locale_str(mark("What shall be done")), complete=moves
            ),
            Option(
                "when",
                locale_str(mark("when")),
                locale_str(mark("Under which condition")),
                choices=[(locale_str(text), value) for value, text in WHEN.items()],
            ),
            Option(
                "until",
                locale_str(mark("until")),
                locale_str(mark("When the order ends")),
                choices=[(locale_str(text), value) for value, text in UNTIL.items()],
            ),
        )
    ]


async def show_orders(call: Call, position: Position, *, note: str = "") -> None:
    """The orders of whoever asks, and the way to a new one."""
    seat = playing.seat_of(call, position)
    if not position.running:
        raise Denied(mark("Orders are for a game that is going on."))
    words = call.words
    scene = call.house.scene(position, seat, words)
    draft = Draft(scene.colour).text(f"{scene.title} · {words.say('standing orders')}", note)
    kept = await call.house.store.orders(position.code, seat=seat)
    lines = [
        f"{number}. {_said(call, position, read_order(order))}" for number, order in enumerate(kept, start=1)
    ]
    draft.text(*(lines or [words.say("You have given no order.")]))
    draft.text(
        words.say("-# An order is looked at a few minutes after your turn comes. Nobody else sees it.")
    )
    draft.buttons(
        *(
            button(Tap("order-drop", position.code, words=(str(order.id),)), words.say("Drop {n}", n=number))
            for number, order in enumerate(kept, start=1)
        )
    )
    options = [
        discord.SelectOption(label=clip(label, 100), value=value, emoji=_sign(scene, value))
        for value, label in _choices(call, position)[:SELECT_LIMIT]
    ]
    draft.select(Tap("order-new", position.code), words.say("A new order: what shall be done?"), options)
    await call.show(draft.text(words.say("-# /order finds any other move by its name.")))


async def orders_of_table(call: Call, tap: Tap) -> None:
    await show_orders(call, await call.house.tables.position(tap.game))


async def new(call: Call, tap: Tap) -> None:
    position = await call.house.tables.position(tap.game)
    await _show_back(call, position, _order(position, _chosen(call).split()))


async def set_when(call: Call, tap: Tap) -> None:
    position = await call.house.tables.position(tap.game)
    _, until, *words = tap.words or ("", "")
    await _show_back(call, position, _order(position, words, _chosen(call), until))


async def set_until(call: Call, tap: Tap) -> None:
    position = await call.house.tables.position(tap.game)
    when, _, *words = tap.words or ("", "")
    await _show_back(call, position, _order(position, words, when, _chosen(call)))


async def keep(call: Call, tap: Tap) -> None:
    position = await call.house.tables.position(tap.game)
    when, until, *words = tap.words or ("", "")
    position = await call.house.tables.give_order(
        tap.game, call.visitor, _order(position, words, when, until)
    )
    call.house.wake()
    await show_orders(call, position, note=call.words.say("The order is kept."))


async def drop(call: Call, tap: Tap) -> None:
    number = next(iter(tap.words), "")
    if not number.isdecimal():
        raise Denied(mark("There is no such order of yours."))
    position = await call.house.tables.drop_order(tap.game, call.visitor, int(number))
    await show_orders(call, position, note=call.words.say("The order is dropped."))


async def keep_plan(call: Call, tap: Tap) -> None:
    position = await call.house.tables.keep_plan(
        tap.game, call.visitor.id, " ".join(tap.words), version=tap.version
    )
    await playing.show_panel(
        call,
        position,
        note=call.words.say("Kept as your plan. Nobody else sees it; Play shows it when you come back."),
    )


async def drop_plan(call: Call, tap: Tap) -> None:
    position = await call.house.tables.drop_plan(tap.game, call.visitor.id)
    await playing.show_panel(call, position, note=call.words.say("The plan is dropped."))


def _order(position: Position, words: Sequence[str], when: str | None = "", until: str | None = "") -> Order:
    chosen_when: When = when if when in get_args(When) else "always"  # type: ignore[assignment]
    chosen_until: Until = until if until in get_args(Until) else "once"  # type: ignore[assignment]
    position.game.parse(" ".join(words))
    return Order(words=tuple(words), when=chosen_when, until=chosen_until)


def _choices(call: Call, position: Position) -> list[tuple[str, str]]:
    seat = playing.seat_of(call, position)
    teller = call.house.scene(position, seat, call.words).plain
    game = position.game
    return [
        (" ".join(words), described(teller, game, words)) for words in candidates(game, position.legal(seat))
    ]


async def _show_back(call: Call, position: Position, order: Order) -> None:
    """The order in plain words, with its conditions to choose, before it is kept."""
    seat = playing.seat_of(call, position)
    words, code = call.words, position.code
    rest = (order.when, order.until, *order.words)
    if len(str(Tap("order-until", code, words=rest))) > LIMIT:
        raise Denied(mark("That move is too long for an order."))
    scene = call.house.scene(position, seat, words)
    draft = Draft(scene.colour).text(f"{scene.title} · {words.say('a standing order')}")
    draft.text(f"**{_said(call, position, order)}**")
    for verb, question, texts, chosen in (
        ("order-when", words.say("Under which condition"), WHEN, order.when),
        ("order-until", words.say("When the order ends"), UNTIL, order.until),
    ):
        options = [
            discord.SelectOption(label=words.say(text), value=value, default=value == chosen)
            for value, text in texts.items()
        ]
        draft.select(Tap(verb, code, words=rest), question, options)
    await call.show(
        draft.buttons(
            button(
                Tap("order-keep", code, words=rest), words.say("Keep this order"), discord.ButtonStyle.success
            ),
            button(Tap("orders", code), words.say("Back")),
        )
    )


def _said(call: Call, position: Position, order: Order) -> str:
    teller = call.words.teller(position.game, position.names)
    return call.words.say(
        "{what}, {when}, {until}",
        what=described(teller, position.game, order.words),
        when=call.words.say(WHEN[order.when]),
        until=call.words.say(UNTIL[order.until]),
    )


def _sign(scene: Scene, order: str) -> discord.PartialEmoji | None:
    kind, *words = order.split()
    return scene.sign((*words, kind))


def _chosen(call: Call) -> str:
    return next(iter(selected(call)), "")
