"""The shortcuts of Borealis: a card with its site, keeping the hand, a regrouping in the last round."""

from collections.abc import Iterator

from rules.borealis.components import Components
from rules.borealis.labels import label_facts
from rules.borealis.moves import EXCHANGE, GATHER, HAND_CARDS, REGROUP, Observe
from rules.borealis.observation import choices
from rules.borealis.state import Cards, State
from rules.game import Phrase, Seat, Shortcut


def shortcuts(state: State, seat: Seat, components: Components) -> tuple[Shortcut, ...]:
    match state.phase:
        case "exchange":
            return (Shortcut(Phrase(key="shortcut.keep"), (EXCHANGE[0],)),)
        case "action":
            regroupings = _regroupings(state) if state.last_round else ()
            return (*_observations(state, seat, components), *regroupings)
        case _:
            return ()


def _observations(state: State, seat: Seat, components: Components) -> Iterator[Shortcut]:
    """Yield observations in the order of the hand, each card from the left site to the right."""
    for move in choices(state.player):
        assert isinstance(move, Observe)
        facts = label_facts(state, seat, move, components)
        place = HAND_CARDS.index(move.card)
        key = (
            "shortcut.observe"
            + _name_suffix(state.player.hand, place)
            + ("_flag" if "points" in facts else "")
        )
        named = {name: facts[name] for name in ("animal", "vehicle", "left", "right")}
        values = {name: fact for name, fact in named.items() if isinstance(fact, str)}
        yield Shortcut(Phrase(key=key, values={**values, "to": move.site, "number": place + 1}), (move,))


def _name_suffix(hand: Cards, place: int) -> str:
    """Return which key distinguishes a card from the others: by animal and vehicle, scientists, or number."""
    others = [card for other, card in enumerate(hand) if other != place]
    if hand[place] in others:
        return "_same"
    return "_twin" if hand[place][:2] in [card[:2] for card in others] else ""


def _regroupings(state: State) -> Iterator[Shortcut]:
    """Yield a regrouping per site: in the last round no cards are exchanged, only the site is chosen."""
    if state.player.in_camps:
        for move in GATHER:
            yield Shortcut(Phrase(key="shortcut.regroup", values={"to": move.site}), (REGROUP[0], move))
