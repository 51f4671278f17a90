"""Random games, told with every text that their players read."""

import random
from collections.abc import Iterator, Sequence
from typing import get_args

from bot.i18n import GameText
from render import PAINTERS
from rules.game import AnyGame, Seat

NAMES = ("Astrid", "Bjørn", "Chloé", "Dag", "Eira")
LONG_NAMES = tuple(name.ljust(32, "x") for name in NAMES)  # Discord's limit for a name.
MAX_PLIES = 20_000
PLIES_PER_PICTURE = 9


def game_texts(
    game: AnyGame, told: Sequence[GameText], seed: int, kinds: set[str]
) -> Iterator[tuple[str, int]]:
    """Yields every text of a random game, in each language, with its maximum length.

    What is made of the same facts as before is not told again.
    Adds the kinds of move to `kinds`.
    """
    chance = random.Random(seed)
    painter = PAINTERS[game.info.key]
    seats = chance.choice(game.info.seat_counts())
    options = game.info.options.model_validate(
        {
            name: chance.choice(get_args(field.annotation) or (True, False))
            for name, field in game.info.options.model_fields.items()
        }
    )
    state = game.setup(seats, options, seed.to_bytes(32))
    known_moves: set[tuple[str, ...]] = set()
    known_values: set[tuple[str, ...]] = set()
    known_events: set[str] = set()
    for ply in range(MAX_PLIES):
        owing = sorted(game.to_act(state))
        for reader in (None, *owing) if ply % PLIES_PER_PICTURE == 0 else ():
            view = game.view(state, reader)
            for phrases in filter(None, (painter.describe(view), painter.describe_hand(view))):
                yield from ((game_text.alt_text(phrases), 1024) for game_text in told)
        if not owing:
            outcome = game.outcome(state)
            assert outcome is not None
            for game_text in told:
                yield game_text.outcome_text(outcome), 300
                yield from ((game_text.score_category(row), 60) for row in outcome.sheet)
            return
        seat: Seat = owing[0]
        moves = game.legal(state, seat)
        for move in moves:
            kinds.add(move.kind)
            facts = game.label_facts(state, seat, move)
            given, tokens = str(facts), move.tokens()
            if (given, *tokens) in known_moves:
                continue
            known_moves.add((given, *tokens))
            for game_text in told:
                yield game_text.intent_text(move, facts), 200
                yield game_text.move_label(move, facts), 34
                yield game_text.partial_move_text(tokens), 200
            for field, token in zip(move.choice_fields(), tokens[1:], strict=True):
                if (given, move.kind, field, token) in known_values:
                    continue
                known_values.add((given, move.kind, field, token))
                for game_text in told:
                    yield game_text.value_label(move.kind, field, token, facts), 34
        step = game.apply(state, seat, chance.choice(moves))
        for event in step.events:
            if (text := repr(event)) not in known_events:
                known_events.add(text)
                yield from ((game_text.event_text(event), 300) for game_text in told)
        state = step.state
    raise AssertionError("the game does not end")
