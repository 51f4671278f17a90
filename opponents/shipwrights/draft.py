"""Static evaluation of a card in the draft: the board as if the card had been played."""

from collections.abc import Sequence

from opponents.shipwrights.attacks import attack_results
from opponents.shipwrights.evaluation import Evaluator
from opponents.shipwrights.plans import Planner, TurnContext
from rules.shipwrights.pieces import KINDS, TRADE_CART, Card, Goods
from rules.shipwrights.state import Held, Player

FIXED_VALUES: dict[Card, float] = {
    "chieftain": 0.09,
    "sage": 0.045,
    "watchman": 0.025,
    "pioneer": 0.025,
    "trader": 0.03,
    "berserker": 0.006,
}
"""Values, in log-odds, of cards whose effect is not visible on the board."""
NO_WORKSHOP_SHARE = 0.15
"""Share of a ship's value that counts if no workshop is free."""
DENIAL_WEIGHT = 0.5
"""Weight of a card's value for the next player, with one rival at the table."""


class DraftEvaluator:
    """Evaluates cards for boards."""

    def __init__(self, planner: Planner, *, denial: bool = True) -> None:
        self._denial = DENIAL_WEIGHT if denial else 0.0
        self._planner = planner
        self._evaluator: Evaluator = planner.evaluator
        self._faces = planner.faces

    def board_with(self, player: Player, card: Card, place: int) -> Player:
        """Return the board as if the card had been played in the simplest way."""
        face = self._faces[card]
        board = self._planner.components.board
        match KINDS[card]:
            case "craftsman":
                return player._replace(craftsmen=(*player.craftsmen, card))  # type: ignore[arg-type]
            case "ship":
                first, second = player.workshops
                if first is None:
                    return player._replace(workshops=(card, second))  # type: ignore[arg-type]
                if second is None:
                    return player._replace(workshops=(first, card))  # type: ignore[arg-type]
                return player
            case "building":
                if player.gold < face.gold or player.workers < face.workers or card in player.buildings:
                    return player
                return player._replace(
                    gold=player.gold - face.gold,
                    workers=player.workers - face.workers,
                    buildings=(*player.buildings, card),  # type: ignore[arg-type]
                )
            case "tool":
                if player.gold < face.gold:
                    return player
                return player._replace(
                    gold=player.gold - face.gold,
                    tool=card,  # type: ignore[arg-type]
                    cart=face.goods if card == TRADE_CART else Goods(),
                )
            case _:
                gain = face.gains_gold + face.gains_gold_per_turn * place
                player = player._replace(
                    gold=min(board.gold, player.gold + gain), workers=player.workers + face.gains_workers
                )
                for _ in range(face.gains_goods):
                    need = self._evaluator.yard(player.workshops, player.craftsmen).goods
                    good = max(range(3), key=lambda g: need[g] - player.mill[g])
                    mill = list(player.mill)
                    mill[good] += 1
                    player = player._replace(mill=Goods(*mill))
                return player

    def pick(self, boards: list[Player], context: TurnContext, cards: Sequence[Card]) -> Card:
        """Return the best card by static evaluation, and play it on the own one of `boards`.

        `boards` are as if all cards picked so far had been played.
        """
        seat = context.seat
        board = boards[seat]
        following = (seat + 1) % len(boards)
        denial = self._denial / (len(boards) - 1) if context.turn_index < len(boards) - 1 else 0.0
        best, best_value, best_board = cards[0], -1e9, board
        kinds = list(dict.fromkeys(cards))
        others = {}
        if denial:
            others = {card: self.gain(boards, following, card, context.turn_index + 1)[0] for card in kinds}
        for card in kinds:
            value, after = self.gain(boards, seat, card, context.turn_index)
            if denial:
                rest = [others[c] for c in kinds if c != card or cards.count(c) > 1]
                value -= denial * max(rest, default=0.0)
            if value > best_value:
                best, best_value, best_board = card, value, after
        boards[seat] = best_board
        return best

    def gain(self, boards: Sequence[Player], seat: int, card: Card, place: int) -> tuple[float, Player]:
        """Return the value a card adds to a board, and the board with it."""
        board = boards[seat]
        known = FIXED_VALUES.get(card)
        if known is not None:
            return known, board
        if card in ("assassin", "barbarian", "conspirator", "thief", "raider"):
            return self._attack_gain(boards, seat, card)
        after = self.board_with(board, card, place)
        phase = min(self._evaluator.phase(boards), self._planner.components.end.ships - 1)
        if KINDS[card] == "ship" and after is board:
            instead = board._replace(workshops=(None, board.workshops[1]))
            return NO_WORKSHOP_SHARE * (
                self._value(self.board_with(instead, card, place), phase) - self._value(instead, phase)
            ), board
        return self._value(after, phase) - self._value(board, phase), after

    def _value(self, board: Player, phase: int) -> float:
        return self._evaluator.evaluate_board(board, phase, first=False, waits=False, rivals=2)

    def _attack_gain(self, boards: Sequence[Player], seat: int, card: Card) -> tuple[float, Player]:
        """Return the gain of the best attack now, discounted because boards change before the afternoon."""
        phase = min(self._evaluator.phase(boards), self._planner.components.end.ships - 1)
        mine = boards[seat]._replace(hand=(Held(card, 0),))
        table = (*boards[:seat], mine, *boards[seat + 1 :])
        best = 0.0
        for after, _ in attack_results(table, seat, card, self._planner.components):
            gain = self._value(after[seat], phase) - self._value(boards[seat], phase)
            for other, board in enumerate(after):
                if other != seat and board is not boards[other]:
                    gain += (self._value(boards[other], phase) - self._value(board, phase)) / (
                        len(boards) - 1
                    )
            best = max(best, gain)
        return 0.8 * best, boards[seat]
