"""What a finished game comes to for each seat, made from its log alone."""

from collections import Counter
from collections.abc import Sequence

import db
from bot.position import Position
from rules.game import Favouring, Outcome, Seat

FEWEST_TURNS = 2
"""A game that ended before everybody had so many turns does not count."""


def results_of(
    position: Position, seated: Sequence[db.Seated], log: Sequence[db.Entry]
) -> tuple[db.Result, ...]:
    """A result for each seat of a game that is over; `log` is its log in force.

    Whoever was erased keeps a result as a ghost, for the sake of those who were rated against him.
    """
    row, outcome = position.row, position.outcome()
    assert outcome is not None
    assert row.started is not None
    assert row.ended is not None
    seats = len(seated)
    places = _places(outcome, seats)
    counted = _counts(outcome, log, seats)
    first = _first_to_move(position, log)
    game = position.game
    return tuple(
        db.Result(
            game=row.code,
            seat=seat.seat,
            person=seat.person,
            server=row.server,
            key=row.key,
            seats=seats,
            began=seat.seat == first,
            place=places[seat.seat],
            tied=Counter(places)[places[seat.seat]],
            score=outcome.totals[seat.seat] if outcome.totals else None,
            share=_share(log, seat.seat, seat.person),
            rated=row.rated and row.pace != "none" and seats > 1 and row.server is not None,
            counted=counted,
            favourites=game.favourites(position.state, seat.seat) if isinstance(game, Favouring) else (),
            started=row.started,
            ended=row.ended,
        )
        for seat in seated
    )


def _places(outcome: Outcome, seats: int) -> list[int]:
    """Each seat's place; those of a place before count, so that after two firsts comes a third."""
    places = [seats] * seats
    before = 0
    for group in outcome.ranking:
        for seat in group:
            places[seat] = before + 1
        before += len(group)
    return places


def _counts(outcome: Outcome, log: Sequence[db.Entry], seats: int) -> bool:
    if sum(map(len, outcome.ranking)) < seats:
        return False
    if seats == 1:
        return bool(outcome.totals)
    turns = _turns(log)
    return all(turns[seat] >= FEWEST_TURNS for seat in range(seats))


def _turns(log: Sequence[db.Entry]) -> Counter[Seat]:
    """How many turns each seat had: moves in a row are one."""
    turns: Counter[Seat] = Counter()
    last = None
    for entry in log:
        if entry.kind == "move" and entry.seat is not None:
            turns[entry.seat] += entry.seat != last
            last = entry.seat
    return turns


def _share(log: Sequence[db.Entry], seat: Seat, person: int | None) -> float:
    """How much of a seat's play was its person's own. What was forced on the seat is nobody's."""
    chosen = [entry for entry in log if entry.kind == "move" and entry.seat == seat and entry.by != "forced"]
    if not chosen:
        return 1.0
    own = sum(entry.by != "caretaker" and entry.person in (person, None) for entry in chosen)
    return own / len(chosen)


def _first_to_move(position: Position, log: Sequence[db.Entry]) -> Seat | None:
    """Who had the first turn: the first of whom alone a move was owed."""
    game, seed = position.game, position.row.seed
    if seed is None:
        return None
    state = game.setup(len(position.players), position.options(), seed)
    for entry in log:
        owing = game.to_act(state)
        if len(owing) == 1:
            return min(owing)
        if entry.kind == "move" and entry.seat is not None:
            state = game.apply(state, entry.seat, game.parse(entry.text)).state
    return None
