"""Position of the day: the card in the results channel, private answers, and the result a day later."""

from collections.abc import Iterator, Sequence

import db
from bot.chat.interactions import Context, Request, on_component
from bot.chat.interactions.channel_checks import require_server
from bot.chat.messages import Button, CustomId, MessageBuilder, button, parse_number
from bot.chat.outbox import Messenger, delivers
from bot.i18n import Locale, locale_for
from bot.play.club import daily_positions, positions
from bot.play.club.daily_positions import DailyResult
from bot.play.core.outbox_messages import DailyPositionCard, DailyPositionResult
from bot.views.markup import plain_name
from bot.views.positions import PositionView, position_view

MAX_STREAKS = 5


@delivers(DailyPositionCard)
async def deliver_daily_position(messenger: Messenger, post: db.Post, payload: DailyPositionCard) -> None:
    """Post the position silently, with the result of the last one in a line."""
    context = messenger.context
    found = await daily_positions.result(context.store, payload.server, payload.day)
    if found is None:
        return
    locale = locale_for((await db.servers.get(context.store, payload.server)).language)
    view = await _view(context, found.position, locale)
    builder = await _card(view)
    builder.text(
        locale.t("What would you play? Your answer stays private until the next position comes."),
        await _last_result_line(context, locale, payload),
        locale.t("-# Your own finished games can appear here if all their players allow it: /settings"),
    )
    builder.buttons(*_answer_buttons(view, payload.day))
    sent = await messenger.send(found.daily.channel, builder, nonce=post.id, silent=True)
    await daily_positions.record_posted(context.service, found.daily, sent.message_id)


@delivers(DailyPositionResult)
async def deliver_daily_result(messenger: Messenger, _: db.Post, payload: DailyPositionResult) -> None:
    """Show on the card of a past day the chances, the answers, and the streaks of those who were right."""
    context = messenger.context
    found = await daily_positions.result(context.store, payload.server, payload.day)
    if found is None or found.daily.message is None:
        return
    locale = locale_for((await db.servers.get(context.store, payload.server)).language)
    view = await _view(context, found.position, locale)
    builder = (await _card(view)).text(*_result_lines(view, found))
    card = db.Message(found.daily.message, found.daily.channel, "", DailyPositionCard.kind)
    await messenger.editor.try_edit(card, builder)


async def _view(context: Context, row: db.Position, locale: Locale) -> PositionView:
    """Returns a position in a language, with the names that may be shown."""
    names: Sequence[str | None]
    if row.game is None:
        names = positions.house_names(row.seats)
    else:
        names = daily_positions.shared_names(await context.service.snapshot(row.game))
    shown = [name or locale.t("Player {n}", n=seat) for seat, name in enumerate(names, start=1)]
    position = positions.load(context.service, row, shown)
    return position_view(context.reader_view(position.snapshot, row.seat, locale), position)


async def _card(view: PositionView) -> MessageBuilder:
    t, row = view.reader.locale.t, view.position.row
    who = t("{who} is to move", who=view.reader.game_text.player_names[row.seat])
    line = " · ".join(filter(None, (f"**{view.reader.game_text.game_name}**", view.turn_text, who)))
    builder = MessageBuilder().text(f"## {t('Position of the day')}", line)
    return builder.gallery(await view.picture())


def _answer_buttons(view: PositionView, day: int) -> Iterator[Button]:
    for move in view.moves:
        custom_id = CustomId("daily-answer", args=(str(day), str(move.answer), str(move.number)))
        yield button(custom_id, f"{move.number} · {move.label}")


@on_component("daily-answer", "private")
async def answer_button(request: Request, custom_id: CustomId) -> None:
    day, chosen, number = (parse_number(custom_id.arg(index)) for index in range(3))
    server, locale = require_server(request), request.locale
    streak = await daily_positions.answer(request.service, request.actor, server, day, chosen)
    lines = [
        locale.t(
            "Your answer is **{number}**. You can change it until the next position comes; then the chances "
            "and all answers are shown here.",
            number=number,
        )
    ]
    if streak:
        lines.append(
            locale.tn(
                "-# So far you were right once.", "-# So far you were right {n} times in a row.", n=streak
            )
        )
    await request.respond(MessageBuilder().text(*lines))


def _result_lines(view: PositionView, found: DailyResult) -> Iterator[str]:
    t, locale = view.reader.locale.t, view.reader.locale
    moves = sorted(view.moves, key=lambda move: -view.position.answers[move.answer].chance)
    for move, line in zip(moves, view.result_lines(), strict=True):
        first, *why = line.split("\n")
        given = found.answers[move.answer]
        yield "\n".join((f"{first} · {locale.tn('{n} answer', '{n} answers', n=given)}", *why))
    yield right_line(locale, found)
    yield t("-# The chances are an estimate, by what this seat could know.")


def right_line(locale: Locale, found: DailyResult) -> str:
    if not found.total:
        return locale.t("No one answered.")
    names = [
        locale.t("{who} ({n} in a row)", who=plain_name(name), n=streak) if streak > 1 else plain_name(name)
        for name, streak in found.streaks[:MAX_STREAKS]
    ]
    n, everyone = found.right, found.total
    if not names:
        return locale.tn("{n} of {all} was right.", "{n} of {all} were right.", n=n, all=everyone)
    who = locale.join_list(names) + (" …" if n > len(names) else "")
    return locale.tn(
        "{n} of {all} was right: {who}", "{n} of {all} were right: {who}", n=n, all=everyone, who=who
    )


async def _last_result_line(context: Context, locale: Locale, payload: DailyPositionCard) -> str:
    """Returns how many were right on the position before, with a link to it."""
    last = await daily_positions.previous_day(context.store, payload.server, payload.day)
    found = None if last is None else await daily_positions.result(context.store, payload.server, last)
    if found is None or found.daily.revealed is None or found.daily.message is None:
        return ""
    link = f"https://discord.com/channels/{found.daily.server}/{found.daily.channel}/{found.daily.message}"
    return locale.t("[The last position]({link}): {result}", link=link, result=right_line(locale, found))
