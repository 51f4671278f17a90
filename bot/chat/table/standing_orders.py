"""Standing orders: list them, compose and confirm a new one, drop one."""

from collections.abc import Mapping, Sequence
from typing import get_args

import db
from bot.chat.interactions import Request, on_component, on_game_component, resolve_game
from bot.chat.interactions.commands import GAME, TABLE, Arguments, Option, game_command, matching_choices
from bot.chat.messages import SELECT_LIMIT, SUCCESS, CustomId, MessageBuilder, button, number_arg, option
from bot.i18n import N_
from bot.play.core import Denied, GameSnapshot, require_seat
from bot.play.turns import standing_orders
from bot.play.turns.standing_orders import (
    Instruction,
    OrderCondition,
    OrderExpiry,
    instruction_of,
    is_move_prefix,
    order_candidates,
    orderable_kinds,
)
from bot.views.emoji import CustomEmoji
from bot.views.reader_view import ReaderView
from rules.game import Refusal

CONDITION_LABELS: Mapping[str, str] = {
    "always": N_("whenever it is possible"),
    "safe": N_("only if nothing of mine can be taken next"),
    "alone": N_("only if I can do nothing else"),
}
EXPIRY_LABELS: Mapping[str, str] = {
    "once": N_("only once"),
    "loss": N_("until something of mine is taken"),
    "week": N_("for a week"),
    "game": N_("until the game ends"),
}


async def _move_choices(request: Request, typed: str, given: Arguments) -> Sequence[tuple[str, str]]:
    snapshot = await resolve_game(request, given.get(GAME))
    seat = require_seat(snapshot, request.actor.id)
    game_text = request.reader_view(snapshot, seat).plain_text
    candidates = order_candidates(snapshot.game, snapshot.legal(seat))
    return matching_choices(
        [(" ".join(tokens), game_text.partial_move_text(tokens)) for tokens in candidates], typed
    )


@game_command(
    N_("order"),
    N_("Queue a move to be played as soon as it's possible"),
    Option("move", N_("action"), N_("What to do"), autocomplete=_move_choices),
    Option(
        "when",
        N_("when"),
        N_("Condition"),
        choices=[(text, value) for value, text in CONDITION_LABELS.items()],
    ),
    Option(
        "until",
        N_("until"),
        N_("When the order ends"),
        choices=[(text, value) for value, text in EXPIRY_LABELS.items()],
    ),
    group=TABLE,
)
async def order_command(request: Request, snapshot: GameSnapshot) -> None:
    given = request.arguments
    if "move" not in given:
        await show_orders(request, snapshot)
        return
    instruction = build_instruction(snapshot, given["move"].split(), given.get("when"), given.get("until"))
    await show_draft(request, snapshot, instruction)


@on_game_component("orders", "look")
async def show_orders(request: Request, snapshot: GameSnapshot, *, note: str = "") -> None:
    """Show the user's standing orders, with lists to give a new one."""
    seat = require_seat(snapshot, request.actor.id)
    if not snapshot.is_running:
        raise Denied("no_orders_now")
    locale, code = request.locale, snapshot.code
    reader = request.reader_view(snapshot, seat)
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {locale.t('standing orders')}", note)
    in_force = await db.standing_orders.list_in_force(request.store, code, seat)
    instructions = [instruction_of(each) for each in in_force]
    lines = [f"{number}. {_order_text(reader, each)}" for number, each in enumerate(instructions, start=1)]
    builder.text(*(lines or [locale.t("You have given no order.")]))
    builder.text(
        locale.t("-# Orders are checked a few minutes after your turn comes. Nobody else sees them."),
        locale.t(
            "-# You need no order for a turn in which you can only pass or end it: Skald ends it for you."
        ),
    )
    builder.buttons(
        *(
            button(CustomId("order-drop", code, args=(str(each.id),)), locale.t("Delete order {n}", n=number))
            for number, each in enumerate(in_force, start=1)
        )
    )
    given_keys = {each.named for each in instructions}
    possible = snapshot.game.possible_kinds(snapshot.options())
    standing = [
        option(
            each.key, reader.plain_text.standing_order_name(each.key), emoji=_emoji(reader, each.prefixes[0])
        )
        for each in snapshot.game.standing_orders
        if each.key not in given_keys and any(prefix[0] in possible for prefix in each.prefixes)
    ]
    if standing:
        builder.select(CustomId("order-standing", code), locale.t("In every turn…"), standing[:SELECT_LIMIT])
    kinds = [
        option(kind, reader.plain_text.kind_label(kind), emoji=_emoji(reader, (kind,)))
        for kind in sorted(
            orderable_kinds(snapshot.game),
            key=lambda kind: len(order_candidates(snapshot.game, (), kind)) > SELECT_LIMIT,
        )
        if kind in possible
    ]
    builder.select(CustomId("order-new", code), locale.t("As soon as it's possible…"), kinds[:SELECT_LIMIT])
    builder.text(locale.t("-# /table order finds any move by its name."))
    await request.respond(builder.buttons(button(CustomId("panel", code), locale.t("Back"))))


@on_game_component("order-new", "update")
async def order_move_select(request: Request, snapshot: GameSnapshot) -> None:
    """Choose a kind of move, then which of that kind if there are several."""
    tokens = request.selected_value.split()
    if len(tokens) == 1:
        seat = require_seat(snapshot, request.actor.id)
        candidates = order_candidates(snapshot.game, snapshot.legal(seat), tokens[0])
        if candidates != [tuple(tokens)]:
            await _ask_which_move(request, snapshot, candidates)
            return
    await show_draft(request, snapshot, build_instruction(snapshot, tokens))


@on_component("order-standing", "update")
async def standing_order_select(request: Request, custom_id: CustomId) -> None:
    """Give one of the game's predefined orders, in force until the game ends."""
    await _give(request, custom_id.game, Instruction(named=request.selected_value, until="game"))


async def _give(request: Request, code: str, instruction: Instruction) -> None:
    snapshot = await standing_orders.give(request.service, code, request.actor, instruction)
    await show_orders(request, snapshot, note=request.locale.t("Order saved."))


async def _ask_which_move(
    request: Request, snapshot: GameSnapshot, candidates: Sequence[tuple[str, ...]]
) -> None:
    seat = require_seat(snapshot, request.actor.id)
    reader = request.reader_view(snapshot, seat)
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {request.locale.t('a standing order')}")
    options = [
        option(" ".join(tokens), reader.plain_text.partial_move_text(tokens), emoji=_emoji(reader, tokens))
        for tokens in candidates
    ]
    custom_id = CustomId("order-new", snapshot.code)
    builder.selects(custom_id, request.locale.t("Which one?"), options, max_lists=4)
    await request.respond(
        builder.buttons(button(CustomId("orders", snapshot.code), request.locale.t("Back")))
    )


@on_component("order-when", "update")
async def condition_select(request: Request, custom_id: CustomId) -> None:
    snapshot = await request.snapshot(custom_id.game)
    _, until, tokens = order_args(custom_id)
    await show_draft(request, snapshot, build_instruction(snapshot, tokens, request.selected_value, until))


@on_component("order-until", "update")
async def expiry_select(request: Request, custom_id: CustomId) -> None:
    snapshot = await request.snapshot(custom_id.game)
    when, _, tokens = order_args(custom_id)
    await show_draft(request, snapshot, build_instruction(snapshot, tokens, when, request.selected_value))


@on_component("order-keep", "update")
async def keep_order_button(request: Request, custom_id: CustomId) -> None:
    snapshot = await request.snapshot(custom_id.game)
    when, until, tokens = order_args(custom_id)
    await _give(request, custom_id.game, build_instruction(snapshot, tokens, when, until))


@on_component("order-drop", "update")
async def drop_order_button(request: Request, custom_id: CustomId) -> None:
    snapshot = await standing_orders.drop(
        request.service, custom_id.game, request.actor, number_arg(custom_id)
    )
    await show_orders(request, snapshot, note=request.locale.t("Order deleted."))


def order_args(custom_id: CustomId) -> tuple[str, str, tuple[str, ...]]:
    """Returns condition, expiry and move tokens from a custom id."""
    when, until = custom_id.arg(), custom_id.arg(1)
    return when, until, custom_id.args[2:]


def build_instruction(
    snapshot: GameSnapshot, tokens: Sequence[str], when: str | None = "", until: str | None = ""
) -> Instruction:
    chosen_when: OrderCondition = when if when in get_args(OrderCondition) else "always"  # type: ignore[assignment]
    chosen_until: OrderExpiry = until if until in get_args(OrderExpiry) else "once"  # type: ignore[assignment]
    if not is_move_prefix(snapshot.game, tokens):
        raise Refusal("unreadable", text=" ".join(tokens)[:40])
    return Instruction(words=tuple(tokens), when=chosen_when, until=chosen_until)


async def show_draft(request: Request, snapshot: GameSnapshot, instruction: Instruction) -> None:
    """Show the order with its condition and expiry to choose, before it is given."""
    seat = require_seat(snapshot, request.actor.id)
    locale, code = request.locale, snapshot.code
    rest = (instruction.when, instruction.until, *instruction.words)
    try:
        str(CustomId("order-until", code, args=rest))
    except ValueError:
        raise Denied("order_too_long") from None
    reader = request.reader_view(snapshot, seat)
    builder = MessageBuilder(reader.colour).text(f"{reader.title} · {locale.t('a standing order')}")
    builder.text(f"**{_order_text(reader, instruction)}**")
    for verb, question, texts, chosen in (
        ("order-when", locale.t("Condition"), CONDITION_LABELS, instruction.when),
        ("order-until", locale.t("When the order ends"), EXPIRY_LABELS, instruction.until),
    ):
        options = [option(value, locale.t(text), default=value == chosen) for value, text in texts.items()]
        builder.select(CustomId(verb, code, args=rest), question, options)
    keep = CustomId("order-keep", code, args=rest)
    builder.buttons(
        button(keep, locale.t("Save the order"), SUCCESS), button(CustomId("orders", code), locale.t("Back"))
    )
    await request.respond(builder)


def _order_text(reader: ReaderView, instruction: Instruction) -> str:
    locale, game_text = reader.locale, reader.plain_text
    if instruction.named:
        return game_text.standing_order_name(instruction.named)
    return locale.t(
        "{what}, {when}, {until}",
        what=game_text.partial_move_text(instruction.words),
        when=locale.t(CONDITION_LABELS[instruction.when]),
        until=locale.t(EXPIRY_LABELS[instruction.until]),
    )


def _emoji(reader: ReaderView, tokens: Sequence[str]) -> CustomEmoji | None:
    """The emoji of the most specific token of a move, else of its kind."""
    return reader.emoji_for((*tokens[1:], tokens[0]))
