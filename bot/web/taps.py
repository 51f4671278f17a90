"""Carries out what a player taps on the play page, through the same use cases as the chat."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from bot.i18n import locale_for
from bot.play.core import Denied, GameSnapshot
from bot.play.core.narrowing import combined_token
from bot.play.turns import caretaker, delayed_moves, undo
from bot.play.turns.choosing import NOTHING_SELECTED, Choice, Chooser, Selection
from bot.play.turns.coach import moves_digest
from bot.views.story_text import result_text
from bot.web.access import Visit
from bot.web.context import WebContext

MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Tap:
    """A submitted form: a verb with arguments, the decision that was on display, and a number used once."""

    verb: str
    args: tuple[str, ...]
    seen: str
    tap: str
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TapResult:
    """The game after a tap, what to ask next, and a note; None stands for what others did."""

    snapshot: GameSnapshot
    selection: Selection = NOTHING_SELECTED
    note: str | None = ""


def parse_tap(form: Mapping[str, str], pieces: Sequence[str]) -> Tap:
    """Read a form.

    :raises Denied: If it names nothing to do.
    """
    verb, *args = form.get("do", "").split() or [""]
    if verb not in _HANDLERS:
        raise Denied("unknown_button")
    return Tap(verb, tuple(args), form.get("seen", ""), form.get("tap", ""), tuple(pieces))


async def carry_out(context: WebContext, visit: Visit, tap: Tap) -> TapResult:
    """Do what was tapped. Raises Refusal or Denied, as the use cases do."""
    chooser = Chooser(context.service, visit.snapshot, visit.actor, _interaction_id(visit, tap), tap.seen)
    result = await _HANDLERS[tap.verb](context, chooser, tap)
    if not isinstance(result, Choice):
        return result
    note = ""
    if result.played is not None:
        reader = context.reader(visit.at(result.snapshot), visit.seat)
        note = result_text(reader, result.played.events)
    return TapResult(result.snapshot, result.selection, note)


def _interaction_id(visit: Visit, tap: Tap) -> int:
    """Returns the id by which a tap is logged once. Discord's ids are positive, these are negative."""
    digest = sha256(f"{visit.session} {tap.tap}".encode()).digest()
    return -1 - (int.from_bytes(digest[:8], "big") >> 1)


Handler = Callable[[WebContext, Chooser, Tap], Awaitable[Choice | TapResult]]


async def _pick(_: WebContext, chooser: Chooser, tap: Tap) -> Choice:
    return await chooser.choose(tap.args)


async def _several(_: WebContext, chooser: Chooser, tap: Tap) -> Choice:
    token = combined_token(chooser.snapshot.legal(chooser.seat), tap.args, tap.pieces)
    return await chooser.choose((*tap.args, token))


async def _shortcut(_: WebContext, chooser: Chooser, tap: Tap) -> Choice:
    number, __, depth = (tap.args or ("",))[-1].partition(".")
    return await chooser.choose_shortcut(_number(number), _number(depth or "0"))


async def _confirm(_: WebContext, chooser: Chooser, tap: Tap) -> Choice:
    return Choice.of_move(await chooser.play(" ".join(tap.args)))


async def _confirm_shortcut(_: WebContext, chooser: Chooser, tap: Tap) -> Choice:
    return Choice.of_move(await chooser.play_shortcut(_number((tap.args or ("",))[0])))


async def _turn_page(_: WebContext, chooser: Chooser, tap: Tap) -> Choice:
    page, *chosen = tap.args or ("0",)
    return Choice(chooser.snapshot, Selection(tuple(chosen), page=_number(page)))


async def _undo(_: WebContext, chooser: Chooser, tap: Tap) -> TapResult:
    snapshot = await undo.undo(
        chooser.service,
        chooser.snapshot.code,
        chooser.actor,
        interaction_id=chooser.interaction_id,
        all_moves=tap.verb == "reset",
        seen=tap.seen,
    )
    locale = locale_for(chooser.actor.locale)
    text = locale.t("Your turn starts over.") if tap.verb == "reset" else locale.t("Move undone.")
    return TapResult(snapshot, note=text)


async def _cancel_delayed(context: WebContext, chooser: Chooser, _: Tap) -> TapResult:
    await delayed_moves.cancel(chooser.service, chooser.snapshot, chooser.seat)
    return TapResult(await context.service.snapshot(chooser.snapshot.code))


async def _reclaim(_: WebContext, chooser: Chooser, __: Tap) -> TapResult:
    code, interaction_id = chooser.snapshot.code, chooser.interaction_id
    return TapResult(
        await caretaker.reclaim(chooser.service, code, chooser.actor, interaction_id=interaction_id),
        note=None,
    )


async def _play_advice(context: WebContext, chooser: Chooser, tap: Tap) -> Choice:
    """Play the advised moves, if the coach still advises them."""
    advised = await context.advice.advise(chooser.service, chooser.snapshot, chooser.actor.id)
    wanted = (tap.args or ("",))[0]
    moves = next((each.moves for each in advised if moves_digest(each.moves) == wanted), None)
    if moves is None:
        raise Denied("unknown_button")
    return await chooser.play_in_a_row(moves)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
        raise Denied("unknown_button")
    return int(text)


_HANDLERS: Mapping[str, Handler] = {
    "pick": _pick,
    "several": _several,
    "short": _shortcut,
    "go": _confirm,
    "short-go": _confirm_shortcut,
    "page": _turn_page,
    "undo": _undo,
    "reset": _undo,
    "unhold": _cancel_delayed,
    "back": _reclaim,
    "advice-play": _play_advice,
}
"""What each verb does. They are those of the chat's buttons."""
