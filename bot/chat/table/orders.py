"""Standing orders as a player meets them: listed, put together, shown back, kept, dropped."""

from collections.abc import Mapping, Sequence
from typing import get_args

import discord

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import GAME, TABLE, Given, Option, command, game_option, matches
from bot.chat.interactions.requests import Request
from bot.chat.interactions.which_game import resolve_game
from bot.chat.messages.custom_id import LIMIT, Tap, first_number
from bot.chat.messages.message_builder import SELECT_LIMIT, Draft, button, partial_emoji
from bot.i18n import mark
from bot.play.core.authorization import seat_of
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.play.turns import orders
from bot.play.turns.orders import (
    Instruction,
    Until,
    When,
    candidates,
    fits_notation,
    instruction_of,
    kinds,
    standing,
)
from bot.views.markup import clip
from bot.views.reader_view import Scene
from rules.game import AnyGame, Refusal

WHEN: Mapping[str, str] = {
    "always": mark("whenever it is possible"),
    "safe": mark("only if nothing of mine can be taken next"),
    "alone": mark("only if I can do nothing else"),
}
UNTIL: Mapping[str, str] = {
    "once": mark("only once"),
    "loss": mark("until something of mine is taken"),
    "week": mark("for a week"),
    "game": mark("until the game ends"),
}


async def _moves(request: Request, typed: str, given: Given) -> Sequence[tuple[str, str]]:
    return matches(_choices(request, await resolve_game(request, given.get(GAME))), typed)


@command(
    mark("order"),
    mark("Have a move made for you when it becomes possible"),
    Option("move", mark("action"), mark("What to do"), complete=_moves),
    Option(
        "when",
        mark("when"),
        mark("Condition"),
        choices=[(text, value) for value, text in WHEN.items()],
    ),
    Option(
        "until",
        mark("until"),
        mark("When the order ends"),
        choices=[(text, value) for value, text in UNTIL.items()],
    ),
    game_option(),
    group=TABLE,
)
async def order(request: Request, given: Given) -> None:
    position = await resolve_game(request, given.get(GAME))
    if "move" not in given:
        await show_orders(request, position)
        return
    asked = _instruction(position, given["move"].split(), given.get("when"), given.get("until"))
    await _show_back(request, position, asked)


async def show_orders(request: Request, position: Position, *, note: str = "") -> None:
    """The orders of whoever asks, and the way to a new one."""
    seat = seat_of(position, request.visitor.id)
    if not position.running:
        raise Denied("no_orders_now")
    words = request.words
    scene = request.context.scene(position, seat, words)
    draft = Draft(scene.colour).text(f"{scene.title} · {words.say('standing orders')}", note)
    kept = await db.orders.in_force(request.store, position.code, seat)
    lines = [
        f"{number}. {_said(request, position, instruction_of(each))}"
        for number, each in enumerate(kept, start=1)
    ]
    draft.text(*(lines or [words.say("You have given no order.")]))
    draft.text(
        words.say("-# Orders are checked a few minutes after your turn comes. Nobody else sees them."),
        words.say("-# A turn in which you could only end it or pass needs no order: it ends by itself."),
    )
    draft.buttons(
        *(
            button(Tap("order-drop", position.code, words=(str(each.id),)), words.say("Drop {n}", n=number))
            for number, each in enumerate(kept, start=1)
        )
    )
    given = {instruction_of(each).named for each in kept}
    named = [
        discord.SelectOption(
            label=clip(scene.plain.standing(each.key), 100),
            value=each.key,
            emoji=_sign(scene, " ".join(each.words[0])),
        )
        for each in standing(position.game)
        if each.key not in given
    ]
    if named:
        draft.select(Tap("order-standing", position.code), words.say("In every turn…"), named[:SELECT_LIMIT])
    options = [
        discord.SelectOption(label=clip(scene.plain.kind(kind), 100), value=kind, emoji=_sign(scene, kind))
        for kind in _fewest_first(position.game)
    ]
    draft.select(
        Tap("order-new", position.code), words.say("As soon as it's possible…"), options[:SELECT_LIMIT]
    )
    back = button(Tap("panel", position.code), words.say("Back"))
    await request.show(draft.text(words.say("-# /table order finds any move by its name.")).buttons(back))


def _fewest_first(game: AnyGame) -> list[str]:
    """The kinds of move by how much they leave open, in the order of the rules among equals."""
    return sorted(kinds(game), key=lambda kind: len(candidates(game, (), kind)) > SELECT_LIMIT)


@on_tap("orders", "private")
async def orders_of_table(request: Request, tap: Tap) -> None:
    await show_orders(request, await request.position(tap.game))


@on_tap("order-new", "update")
async def new(request: Request, tap: Tap) -> None:
    """A kind of move was chosen, then which of that kind, where there are several."""
    position = await request.position(tap.game)
    words = request.chosen.split()
    if len(words) == 1:
        seat = seat_of(position, request.visitor.id)
        found = candidates(position.game, position.legal(seat), words[0])
        if found != [tuple(words)]:
            await _ask_which(request, position, found)
            return
    await _show_back(request, position, _instruction(position, words))


@on_tap("order-standing", "update")
async def stand(request: Request, tap: Tap) -> None:
    """One of the game's own orders is given at one tap, and holds until the game ends."""
    instruction = Instruction(named=request.chosen, until="game")
    position = await orders.give(request.tables, tap.game, request.visitor, instruction)
    request.context.wake()
    await show_orders(request, position, note=request.words.say("The order is kept."))


async def _ask_which(request: Request, position: Position, found: Sequence[tuple[str, ...]]) -> None:
    seat = seat_of(position, request.visitor.id)
    scene = request.context.scene(position, seat, request.words)
    draft = Draft(scene.colour).text(f"{scene.title} · {request.words.say('a standing order')}")
    for start in range(0, min(len(found), 4 * SELECT_LIMIT), SELECT_LIMIT):
        options = [
            discord.SelectOption(
                label=clip(scene.plain.ordered(words), 100),
                value=" ".join(words),
                emoji=_sign(scene, " ".join(words)),
            )
            for words in found[start : start + SELECT_LIMIT]
        ]
        tap = Tap("order-new", position.code, words=(str(start),))
        draft.select(tap, request.words.say("Which one?"), options)
    await request.show(draft.buttons(button(Tap("orders", position.code), request.words.say("Back"))))


@on_tap("order-when", "update")
async def set_when(request: Request, tap: Tap) -> None:
    position = await request.position(tap.game)
    _, until, words = _said_so_far(tap)
    await _show_back(request, position, _instruction(position, words, request.chosen, until))


@on_tap("order-until", "update")
async def set_until(request: Request, tap: Tap) -> None:
    position = await request.position(tap.game)
    when, _, words = _said_so_far(tap)
    await _show_back(request, position, _instruction(position, words, when, request.chosen))


@on_tap("order-keep", "update")
async def keep(request: Request, tap: Tap) -> None:
    position = await request.position(tap.game)
    when, until, words = _said_so_far(tap)
    instruction = _instruction(position, words, when, until)
    position = await orders.give(request.tables, tap.game, request.visitor, instruction)
    request.context.wake()
    await show_orders(request, position, note=request.words.say("The order is kept."))


@on_tap("order-drop", "update")
async def drop(request: Request, tap: Tap) -> None:
    position = await orders.drop(request.tables, tap.game, request.visitor, first_number(tap))
    await show_orders(request, position, note=request.words.say("The order is dropped."))


def _said_so_far(tap: Tap) -> tuple[str, str, tuple[str, ...]]:
    """The condition, the end and the move that a tap carries."""
    when, until = (*tap.words, "", "")[:2]
    return when, until, tap.words[2:]


def _instruction(
    position: Position, words: Sequence[str], when: str | None = "", until: str | None = ""
) -> Instruction:
    chosen_when: When = when if when in get_args(When) else "always"  # type: ignore[assignment]
    chosen_until: Until = until if until in get_args(Until) else "once"  # type: ignore[assignment]
    if not fits_notation(position.game, words):
        raise Refusal("unreadable", text=" ".join(words)[:40])
    return Instruction(words=tuple(words), when=chosen_when, until=chosen_until)


def _choices(request: Request, position: Position) -> list[tuple[str, str]]:
    seat = seat_of(position, request.visitor.id)
    teller = request.context.scene(position, seat, request.words).plain
    game = position.game
    return [(" ".join(words), teller.ordered(words)) for words in candidates(game, position.legal(seat))]


async def _show_back(request: Request, position: Position, instruction: Instruction) -> None:
    """The order in plain words, with its conditions to choose, before it is kept."""
    seat = seat_of(position, request.visitor.id)
    words, code = request.words, position.code
    rest = (instruction.when, instruction.until, *instruction.words)
    if len(str(Tap("order-until", code, words=rest))) > LIMIT:
        raise Denied("order_too_long")
    scene = request.context.scene(position, seat, words)
    draft = Draft(scene.colour).text(f"{scene.title} · {words.say('a standing order')}")
    draft.text(f"**{_said(request, position, instruction)}**")
    for verb, question, texts, chosen in (
        ("order-when", words.say("Condition"), WHEN, instruction.when),
        ("order-until", words.say("When the order ends"), UNTIL, instruction.until),
    ):
        options = [
            discord.SelectOption(label=words.say(text), value=value, default=value == chosen)
            for value, text in texts.items()
        ]
        draft.select(Tap(verb, code, words=rest), question, options)
    await request.show(
        draft.buttons(
            button(
                Tap("order-keep", code, words=rest), words.say("Keep this order"), discord.ButtonStyle.success
            ),
            button(Tap("orders", code), words.say("Back")),
        )
    )


def _said(request: Request, position: Position, instruction: Instruction) -> str:
    teller = request.words.teller(position.game, position.names)
    if instruction.named:
        return teller.standing(instruction.named)
    return request.words.say(
        "{what}, {when}, {until}",
        what=teller.ordered(instruction.words),
        when=request.words.say(WHEN[instruction.when]),
        until=request.words.say(UNTIL[instruction.until]),
    )


def _sign(scene: Scene, move: str) -> discord.PartialEmoji | None:
    kind, *words = move.split()
    return partial_emoji(scene.sign((*words, kind)))
