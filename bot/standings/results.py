"""Results of a finished game, one per seat, computed from its log alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import db
from rules.game import AnyGame, Outcome, Refusal, ScoreRow, Seat

MIN_TURNS = 2  # Per seat; shorter games do not count, except a few that end by resignation.


RESIGNED = "resigned"  # The reason of an outcome.


def dump_outcome(outcome: Outcome) -> dict[str, Any]:
    """The outcome as stored in the database."""
    return asdict(outcome)


def load_outcome(stored: Mapping[str, Any]) -> Outcome:
    return Outcome(
        reason=stored["reason"],
        ranking=tuple(tuple(seats) for seats in stored["ranking"]),
        totals=tuple(stored["totals"]),
        sheet=tuple(ScoreRow(row["category"], tuple(row["points"]), row["about"]) for row in stored["sheet"]),
    )


def game_results(
    game: AnyGame,
    row: db.Game,
    players: Sequence[db.Player],
    log: Sequence[db.Entry],
    outcome: Outcome,
    state: Any,
) -> tuple[db.Result, ...]:
    """One result per seat of a finished game; `log` has its effective entries, `state` is the final one.

    A rated duel that ends by resignation within the first turns is `early`, and counts: else a bad deal could
    be thrown back. `persist` limits how many of them count.
    `players` are the database rows, including erased users: the ratings of their opponents need them.
    """
    assert row.started is not None
    assert row.ended is not None
    seats = len(players)
    places = _places(outcome, seats)
    rated = row.rated and row.pace != "none" and seats > 1 and row.standings_server is not None
    is_complete = _is_complete(outcome, seats) and row.begins == 1 and row.continues is None
    is_long = seats == 1 or all(turn_counts(log)[seat] >= MIN_TURNS for seat in range(seats))
    early = is_complete and not is_long and rated and seats == 2 and outcome.reason == RESIGNED
    first = _first_to_move(game, row, seats, log)
    return tuple(
        db.Result(
            game=row.code,
            seat=player.seat,
            person=player.person,
            server=row.standings_server,
            key=row.key,
            seats=seats,
            began=player.seat == first,
            place=places[player.seat],
            tied=Counter(places)[places[player.seat]],
            score=outcome.totals[player.seat] if outcome.totals else None,
            share=_own_share(log, player),
            rated=rated,
            counted=is_complete and (is_long or early),
            favourites=game.favourites(state, player.seat),
            started=row.started,
            ended=row.ended,
            early=early,
        )
        for player in players
    )


def _places(outcome: Outcome, seats: int) -> list[int]:
    """Each seat's place. After two shared first places comes the third."""
    places = [seats] * seats
    before = 0
    for group in outcome.ranking:
        for seat in group:
            places[seat] = before + 1
        before += len(group)
    return places


def _is_complete(outcome: Outcome, seats: int) -> bool:
    """True if every seat has a place, and a solo game has a score."""
    return sum(map(len, outcome.ranking)) >= seats and (seats > 1 or bool(outcome.totals))


def turn_counts(log: Sequence[db.Entry]) -> Counter[Seat]:
    """The number of turns of each seat; consecutive moves are one turn."""
    turns: Counter[Seat] = Counter()
    last = None
    for entry in log:
        if entry.kind == "move" and entry.seat is not None:
            turns[entry.seat] += entry.seat != last
            last = entry.seat
    return turns


def _own_share(log: Sequence[db.Entry], player: db.Player) -> float:
    """The share of a seat's moves that its player decided; forced moves do not count.

    It is 1 for a player who resigned: the loss is their own.
    """
    seat, user_id = player.seat, player.person
    chosen = [entry for entry in log if entry.kind == "move" and entry.seat == seat and entry.by != "forced"]
    if not chosen or player.resigned:
        return 1.0
    own = sum(entry.by != "caretaker" and entry.person in (user_id, None) for entry in chosen)
    return own / len(chosen)


def _first_to_move(game: AnyGame, row: db.Game, seats: int, log: Sequence[db.Entry]) -> Seat | None:
    """The seat with the first turn: the first one that alone owed a move. None if unknown."""
    if row.seed is None or row.continues is not None:
        return None
    try:
        state = game.setup(seats, game.info.options.model_validate(row.options), row.seed)
        for entry in log:
            owing = game.to_act(state)
            if len(owing) == 1:
                return min(owing)
            if entry.kind == "move" and entry.seat is not None:
                state = game.apply(state, entry.seat, game.parse(entry.text)).state
    except (Refusal, ValueError):
        return None  # The game began under earlier rules.
    return None
