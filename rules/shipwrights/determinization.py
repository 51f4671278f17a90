"""Determinization: replace hidden information by random values that one reader cannot tell apart."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights.morning import knows_price, open_set
from rules.shipwrights.moves import STOCK
from rules.shipwrights.pieces import SETS, Card, Goods
from rules.shipwrights.state import DRAWN_SOURCE, Held, Player, State

UNKNOWN_POOL = -1
"""Pool of cards of which the reader knows nothing. The other pools are the sets they have passed on."""


def reshuffle(state: State, seat: Seat | None, seed: bytes) -> State:
    """Randomise what the reader cannot see, consistent with their memory of the day's sets, and the seed.

    They know which cards of a set they passed on, but not which player took which. All other hidden cards can
    be anywhere: in the deck, in hands, in sets that have not reached them, face down among the discards.
    The cards are sorted first, so that the result does not depend on hidden information.
    """
    cards = _Pools(state, seat, Chance(seed))
    players = tuple(
        player if owner == seat else player._replace(hand=tuple(cards.deal_hand(owner, player.hand)))
        for owner, player in enumerate(state.players)
    )
    sets = tuple(
        known if cards.sees(number) else cards.take(cards.pool_of_set(number), len(known))
        for number, known in enumerate(state.sets)
    )
    drawn = state.drawn if seat == state.active else cards.take(UNKNOWN_POOL, len(state.drawn))
    buried = cards.take(UNKNOWN_POOL, len(state.buried))
    deck = cards.take(UNKNOWN_POOL, len(state.deck))
    state = replace(state, players=players, sets=sets, drawn=drawn, buried=buried, deck=deck)
    state, chance = _randomize_stock(state, seat, cards.chance)
    state, chance = _randomize_returns(state, seat, chance)
    state = _randomize_backs(state, seat, chance)
    return replace(state, chance=Chance(seed, state.chance.counter))


class _Pools:
    """The hidden cards in random order, with a separate pool for each set the reader has passed on."""

    def __init__(self, state: State, seat: Seat | None, chance: Chance) -> None:
        self._state, self._seat = state, seat
        self._open_set = None if seat is None else open_set(state, seat)
        self._passed = 0 if seat is None else len(state.players[seat].passed)
        gathered: dict[int, list[Card]] = {pool: [] for pool in (UNKNOWN_POOL, *range(SETS))}
        for pool, card in self._hidden():
            gathered[pool].append(card)
        self._remaining: dict[int, tuple[Card, ...]] = {}
        for pool, cards in gathered.items():
            self._remaining[pool], chance = chance.shuffled(sorted(cards))
        self.chance = chance

    def sees(self, number: int) -> bool:
        """True if the reader is picking from this set."""
        return number == self._open_set

    def pool_of_set(self, number: int) -> int:
        return number if number < self._passed else UNKNOWN_POOL

    def _pool_of_card(self, owner: Seat, held: Held) -> int:
        """Cards taken from a set after the reader passed it on come from the pool of that set."""
        if self._seat is None or held.source == DRAWN_SOURCE or held.source >= self._passed:
            return UNKNOWN_POOL
        behind = self._state.turn_index(owner) > self._state.turn_index(self._seat)
        return held.source if behind else UNKNOWN_POOL

    def _hidden(self) -> Iterator[tuple[int, Card]]:
        state = self._state
        for owner, player in enumerate(state.players):
            if owner != self._seat:
                for held in player.hand:
                    yield self._pool_of_card(owner, held), held.card
        for number, cards in enumerate(state.sets):
            if not self.sees(number):
                for card in cards:
                    yield self.pool_of_set(number), card
        loose = (*state.buried, *state.deck, *(() if self._seat == state.active else state.drawn))
        for card in loose:
            yield UNKNOWN_POOL, card

    def take(self, pool: int, count: int) -> tuple[Card, ...]:
        cards = self._remaining[pool]
        self._remaining[pool] = cards[count:]
        return cards[:count]

    def deal_hand(self, owner: Seat, hand: tuple[Held, ...]) -> Iterator[Held]:
        for held in hand:
            (card,) = self.take(self._pool_of_card(owner, held), 1)
            yield Held(card, held.source)


def _randomize_stock(state: State, seat: Seat | None, chance: Chance) -> tuple[State, Chance]:
    """Randomise starting resources that others chose and that are not revealed yet."""
    players: list[Player] = []
    for owner, player in enumerate(state.players):
        if owner != seat and player.stock is not None:
            number, chance = chance.below(len(STOCK))
            player = player._replace(stock=(STOCK[number].first, STOCK[number].second))
        players.append(player)
    return replace(state, players=tuple(players)), chance


def _randomize_returns(state: State, seat: Seat | None, chance: Chance) -> tuple[State, Chance]:
    """Randomise what others chose to return at night. Its total is public: it follows from their mills."""
    players: list[Player] = []
    for owner, player in enumerate(state.players):
        chosen = player.returning
        if owner != seat and chosen is not None:
            if state.stage == "dusk" and owner == state.active:
                player = player._replace(returning=Goods())
            else:
                ways = _possible_returns(chosen.total, player.mill)
                number, chance = chance.below(len(ways))
                player = player._replace(returning=ways[number])
        players.append(player)
    return replace(state, players=tuple(players)), chance


def _possible_returns(amount: int, mill: Goods) -> list[Goods]:
    """Return all possible choices. If a Thief left fewer goods, the choice does not matter any more."""
    ways = [
        Goods(oak, wool, amount - oak - wool)
        for oak in range(min(amount, mill.oak) + 1)
        for wool in range(min(amount - oak, mill.wool) + 1)
        if amount - oak - wool <= mill.iron
    ]
    return ways or [Goods(amount)]


def _randomize_backs(state: State, seat: Seat | None, chance: Chance) -> State:
    """Randomise the backs of the deck, except that of the top card if the reader sees it."""
    seen = state.backs[-1:] if knows_price(state, seat) else ()
    hidden, _ = chance.shuffled(sorted((*state.spent_backs, *state.backs[: len(state.backs) - len(seen)])))
    spent = len(state.spent_backs)
    return replace(state, spent_backs=hidden[:spent], backs=(*hidden[spent:], *seen))
