"""Playing: the panel, choosing and confirming a move, taking it back, typing it, giving up."""

from bot import recap
from bot.call import Call, reason
from bot.cards import hand_card
from bot.draft import Draft, button
from bot.lobby import selected
from bot.narrow import Words, matching, narrow, word_of
from bot.panel import facts_of, panel
from bot.position import Position
from bot.tables import Denied, Played
from bot.taps import Tap
from bot.which import meant
from bot.words import mark
from rules.game import Move, Refusal, Seat

HINTS_AT_ONCE = 2
LINES_IN_NOTE = 8


async def show_panel(
    call: Call, position: Position, *, chosen: Words = (), page: int = 0, note: str = ""
) -> None:
    """The panel of whoever asks, with a hint at each kind of decision he meets for the first time."""
    seat = seat_of(call, position)
    _begun(position)
    fresh = await _new_hints(call, position, seat)
    scene = call.house.scene(position, seat, call.words)
    draft = await panel(
        scene,
        chosen=chosen,
        page=page,
        can_undo=await call.house.tables.can_undo(position, seat),
        note=note,
        hints=[hint for kind in fresh if (hint := scene.teller.hint(kind))],
        missed=await recap.others_moved(call.house.store, position, seat),
        plan=await _plan(call, position, seat),
    )
    await call.show(draft)
    if fresh:
        async with call.house.store.write() as w:
            person = await w.person(call.visitor.id)
            seen = person.hints_seen | {hint_key(position, kind) for kind in fresh}
            await w.update_person(person.id, hints_seen=seen)


async def open_panel(call: Call, position: Position) -> None:
    """The panel of somebody who comes to the table: it begins with what he missed."""
    await show_panel(call, position, note=await recap.note(call, position))


async def play(call: Call, tap: Tap) -> None:
    await open_panel(call, await call.house.tables.position(tap.game))


async def pick(call: Call, tap: Tap) -> None:
    """A word of a move was chosen; the last one plays it, unless it could not be taken back."""
    await _choose(call, tap, tap.words)


async def choose(call: Call, tap: Tap) -> None:
    await _choose(call, tap, (*tap.words, *selected(call)[:1]))


async def turn_page(call: Call, tap: Tap) -> None:
    page, *chosen = tap.words or ("0",)
    position = await call.house.tables.position(tap.game)
    number = int(page) if page.isdigit() else 0
    await show_panel(call, position, chosen=tuple(chosen), page=number)


async def confirm(call: Call, tap: Tap) -> None:
    await _play(call, tap.game, " ".join(tap.words), tap.version)


async def undo(call: Call, tap: Tap) -> None:
    await take_back(call, tap.game)


async def take_back(call: Call, code: str) -> None:
    tables = call.house.tables
    position = await tables.position(code)
    if position.running and not await tables.can_undo(position, seat_of(call, position)):
        await _offer_undo(call, position)
        return
    position = await tables.undo(code, call.visitor, interaction=call.id)
    call.house.wake()
    await show_panel(call, position, note=call.words.say("Taken back."))


async def _offer_undo(call: Call, position: Position) -> None:
    """What was seen stays seen, but the others may let somebody take his move back all the same."""
    found = await call.house.tables.own_last(position, call.visitor.id)
    if found is None or len(position.players) == 1:
        raise Denied(mark("There is nothing you can take back: what was seen stays seen."))
    entry, later = found
    words = call.words
    scene = call.house.scene(position, None, words)
    question = (
        words.say(
            "Your last move, made {when}, can only be taken back if everybody agrees. "
            "{n} later {n:move|moves} of others would be taken back with it.",
            when=f"<t:{entry.at // 1000}:R>",
            n=later,
        )
        if later
        else words.say(
            "Your last move, made {when}, can only be taken back if everybody agrees.",
            when=f"<t:{entry.at // 1000}:R>",
        )
    )
    await call.show(
        Draft(scene.colour)
        .text(scene.title, question)
        .buttons(button(Tap("ask-undo", position.code, words=(str(entry.ply),)), words.say("Ask the table")))
    )


async def stop_hints(call: Call, tap: Tap) -> None:
    async with call.house.store.write() as w:
        person = await w.person(call.visitor.id)
        await w.update_person(person.id, preferences={**person.preferences, "hints": False})
    await show_panel(
        call,
        await call.house.tables.position(tap.game),
        note=call.words.say("No more hints. /help brings them back."),
    )


async def show_hand(call: Call, position: Position) -> None:
    seat = seat_of(call, position)
    _begun(position)
    scene = call.house.scene(position, seat, call.words)
    hand = await scene.hand()
    if hand is None:
        raise Denied(mark("There is no hand in this game."))
    await call.show(hand_card(scene, hand))


async def show_board(call: Call, position: Position) -> None:
    """The board as the one who asks may see it; a spectator sees what the thread sees."""
    _begun(position)
    seat = position.seat_of(call.visitor.id)
    scene = call.house.scene(position, seat, call.words)
    await call.show(Draft(scene.colour).text(scene.title).gallery(await scene.board()))


async def typed(call: Call, key: str, kind: str, fields: dict[str, str], code: str | None) -> None:
    """A move given as a slash command: the same as tapping and confirming it."""
    position = await meant(call, code, key=key)
    seat = seat_of(call, position)
    if position.game.info.key != key:
        raise Denied(mark("That command belongs to another game than `{code}`."), code=position.code)
    moves = position.legal(seat)
    fitting = matching(moves, kind, _as_words(call, position, kind, fields))
    if len(fitting) == 1:
        await _play(call, position.code, str(fitting[0]), None)
        return
    if not position.running:
        raise Refusal("over")
    if not moves:
        refusal = Refusal("not_your_turn")
    else:
        refusal = Refusal("ambiguous" if fitting else "illegal")
    await show_panel(call, position, chosen=(kind,) if fitting else (), note=reason(call.words, refusal))


async def ask_resign(call: Call, position: Position) -> None:
    """Giving up is asked twice."""
    seat_of(call, position)
    if not position.running:
        raise Refusal("over")
    words = call.words
    scene = call.house.scene(position, None, words)
    await call.show(
        Draft(scene.colour)
        .text(f"{scene.title}", _what_giving_up_means(call, position))
        .buttons(button(Tap("resign", position.code, position.row.version), words.say("Give up")))
    )


def _what_giving_up_means(call: Call, position: Position) -> str:
    if sum(not player.resigned for player in position.players) > 2:
        return call.words.say(
            "Give this game up? The others play on; the caretaker plays your seat to the end, "
            "and you come last."
        )
    return call.words.say("Give this game up? The others win it, and it ends now.")


async def resign(call: Call, tap: Tap) -> None:
    position = await call.house.tables.resign(tap.game, call.visitor, interaction=call.id)
    call.house.wake()
    await show_panel(call, position, note=call.words.say("You gave the game up."))


def field_choices(
    call: Call, position: Position, kind: str, field: str, fixed: dict[str, str]
) -> list[tuple[str, str]]:
    """What a field of a move may be now, the others being fixed, each with its label."""
    seat = seat_of(call, position)
    fitting = matching(position.legal(seat), kind, _as_words(call, position, kind, fixed))
    scene = call.house.scene(position, seat, call.words)
    by_word: dict[str, list[Move]] = {}
    for move in fitting:
        by_word.setdefault(word_of(move, field), []).append(move)
    return [
        (word, scene.plain.value(kind, field, word, facts_of(scene, seat, moves)))
        for word, moves in by_word.items()
    ]


def _as_words(call: Call, position: Position, kind: str, given: dict[str, str]) -> dict[str, str]:
    """What was typed as the words of the notation, even where somebody typed a label by hand."""
    words: dict[str, str] = {}
    seat = seat_of(call, position)
    scene = call.house.scene(position, seat, call.words)
    moves = [move for move in position.legal(seat) if move.kind == kind]
    for field, text in given.items():
        known = {word_of(move, field): move for move in moves if field in move.asked()}
        typed = text.strip().casefold()
        labelled = (
            word
            for word, move in known.items()
            if typed
            and typed in scene.plain.value(kind, field, word, facts_of(scene, seat, (move,))).casefold()
        )
        words[field] = typed if typed in known else next(labelled, typed)
    return words


def seat_of(call: Call, position: Position) -> Seat:
    seat = position.seat_of(call.visitor.id)
    if seat is None:
        raise Refusal("not_seated")
    return seat


def _begun(position: Position) -> None:
    if position.state is None:
        raise Denied(mark("This game has not started yet."))


async def _choose(call: Call, tap: Tap, chosen: Words) -> None:
    position = await call.house.tables.position(tap.game)
    seat = seat_of(call, position)
    if tap.version != position.row.version:
        await show_panel(call, position, note=reason(call.words, Refusal("stale")))
        return
    narrowing = narrow(position.legal(seat), chosen)
    if narrowing is None:
        refusal = Refusal("illegal") if position.running else Refusal("over")
        await show_panel(call, position, note=reason(call.words, refusal))
        return
    move = narrowing.move
    if move is not None and not _is_final(position, seat, move):
        await _play(call, tap.game, str(move), tap.version)
        return
    await show_panel(call, position, chosen=narrowing.chosen)


def _is_final(position: Position, seat: Seat, move: Move) -> bool:
    """Whether the move could not be taken back, so that it is asked about before it is played."""
    return position.game.apply(position.state, seat, move).barrier


async def _play(call: Call, code: str, text: str, version: int | None) -> None:
    try:
        played = await call.house.tables.play(code, call.visitor, text, interaction=call.id, version=version)
    except Refusal as refusal:
        position = await call.house.tables.position(code)
        if position.seat_of(call.visitor.id) is None or not position.running:
            raise
        await show_panel(call, position, note=reason(call.words, refusal))
        return
    call.house.wake()
    await show_panel(call, played.position, note=_told(call, played))


def _told(call: Call, played: Played) -> str:
    seat = played.position.seat_of(call.visitor.id)
    return call.house.scene(played.position, seat, call.words).told(played.events, LINES_IN_NOTE)


async def _plan(call: Call, position: Position, seat: Seat) -> Move | None:
    """The move this player keeps in mind, if it is possible now."""
    kept = await call.house.store.plan(position.code, call.visitor.id)
    if kept is None:
        return None
    return next((move for move in position.legal(seat) if str(move) == kept.text), None)


async def _new_hints(call: Call, position: Position, seat: Seat) -> list[str]:
    """The kinds of decision before this person that he never met, the most pressing first."""
    person = await call.house.store.person(call.visitor.id)
    if person.preferences.get("hints") is False:
        return []
    kinds = list(dict.fromkeys(move.kind for move in position.legal(seat)))
    unseen = [kind for kind in kinds if hint_key(position, kind) not in person.hints_seen]
    return unseen[:HINTS_AT_ONCE]


def hint_key(position: Position, kind: str) -> str:
    return f"{position.game.info.key}.{kind}"
