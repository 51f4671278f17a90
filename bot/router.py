"""Which handler answers which tap, and how its answer appears."""

import logging
from collections.abc import Awaitable, Callable

from bot import (
    habits,
    keeping,
    lobby,
    logbook,
    notes,
    orders,
    playing,
    privacy,
    recap,
    reference,
    replay,
    votes,
)
from bot.call import Call, Manner, answer
from bot.saga import kudos
from bot.standings import history, leaderboard, profile, why
from bot.tables import Denied
from bot.taps import Tap, read_tap
from bot.words import mark

log = logging.getLogger(__name__)

Handler = Callable[[Call, Tap], Awaitable[None]]


async def _hand(call: Call, tap: Tap) -> None:
    await playing.show_hand(call, await call.house.tables.position(tap.game))


async def _board(call: Call, tap: Tap) -> None:
    await playing.show_board(call, await call.house.tables.position(tap.game))


ROUTES: dict[str, tuple[Manner, Handler]] = {
    "join": ("update", lobby.join),
    "leave": ("update", lobby.leave),
    "start": ("update", lobby.start),
    "options": ("private", lobby.show_options),
    "option": ("update", lobby.set_option),
    "agree": ("update", lobby.agree),
    "play": ("private", playing.play),
    "hand": ("private", _hand),
    "board": ("private", _board),
    "pick": ("update", playing.pick),
    "choose": ("update", playing.choose),
    "page": ("update", playing.turn_page),
    "go": ("update", playing.confirm),
    "undo": ("update", playing.undo),
    "resign": ("update", playing.resign),
    "hints": ("update", playing.stop_hints),
    "rules": ("private", reference.rules_of_table),
    "topic": ("update", reference.turn_to_topic),
    "log": ("update", logbook.turn_log),
    "recap": ("private", recap.recap_of_table),
    "replay": ("private", replay.open_replay),
    "moment": ("update", replay.open_replay),
    "replay-from": ("update", replay.change_seat),
    "film": ("private", replay.show_film),
    "note": ("private", notes.note_of_table),
    "note-edit": ("form", notes.ask_for_note),
    "note-keep": ("update", notes.keep_form),
    "leaders": ("update", leaderboard.turn),
    "leaders-title": ("update", leaderboard.choose_title),
    "leaders-period": ("update", leaderboard.choose_period),
    "history": ("update", history.turn),
    "finished": ("update", history.open_one),
    "hide": ("update", profile.hide),
    "why": ("private", why.show_why),
    "kudos": ("private", kudos.give),
    "guide": ("private", reference.bring_hints_back),
    "mute": ("private", habits.mute),
    "snooze": ("private", habits.snooze),
    "away": ("private", habits.habits_of_tapper),
    "away-now": ("update", habits.leave_now),
    "returned": ("update", habits.return_early),
    "sleep": ("update", habits.set_bed),
    "rise": ("update", habits.set_rise),
    "tell": ("update", habits.set_ways),
    "next-told": ("update", habits.set_next),
    "orders": ("private", orders.orders_of_table),
    "order-new": ("update", orders.new),
    "order-when": ("update", orders.set_when),
    "order-until": ("update", orders.set_until),
    "order-keep": ("update", orders.keep),
    "order-drop": ("update", orders.drop),
    "plan": ("update", playing.pick),
    "plan-keep": ("update", orders.keep_plan),
    "plan-drop": ("update", orders.drop_plan),
    "my-data": ("private", privacy.hand_over),
    "forget": ("private", privacy.ask_to_erase),
    "forget-me": ("update", privacy.erase),
    "resume": ("private", keeping.resume),
    "rematch": ("private", keeping.rematch),
    "vote": ("private", votes.answer),
    "take": ("private", votes.take_seat),
    "back": ("private", votes.come_back),
    "ask-undo": ("update", votes.ask_to_undo),
    "ask-end": ("update", votes.ask_to_end),
}


async def answer_tap(call: Call, name: str) -> None:
    """Answer a tap by its name alone, however old its message is."""
    tap = read_tap(name)
    manner, handler = ROUTES.get(tap.verb if tap else "", ("private", _unknown))

    async def work(call: Call) -> None:
        await handler(call, tap or Tap("unknown"))

    await answer(call, manner, work)


async def _unknown(_: Call, tap: Tap) -> None:
    log.info("an unknown tap: %s", tap.verb)
    raise Denied(mark("This button is not known any more. /play shows the table as it stands."))
