"""What a reader cannot know, dealt anew: another table that looks the same to them."""

from collections.abc import Iterator

from rules.chance import Chance
from rules.game import Seat
from rules.replace import replace
from rules.shipwrights.morning import knows_price, set_before
from rules.shipwrights.moves import STOCK
from rules.shipwrights.pieces import SETS, Card, Goods
from rules.shipwrights.state import DRAWN, Held, Player, State

FREE = -1
"""The pool of cards of which a reader knows nothing; the others are the sets they have passed on."""


def reshuffle(state: State, seat: Seat | None, seed: bytes) -> State:
    """Deal anew what the reader cannot see, within what they remember of the day's sets; change the seed.

    Of a set that they passed on they know which cards went on, but not who took which. All other hidden cards
    may be anywhere: in the deck, in hands, in sets that have not reached them, face down among the discards.
    They are put in order first, so that nothing the reader does not know makes a difference.
    """
    cards = _Pools(state, seat, Chance(seed))
    players = tuple(
        player if owner == seat else player._replace(hand=tuple(cards.hold(owner, player.hand)))
        for owner, player in enumerate(state.players)
    )
    sets = tuple(
        known if cards.sees(number) else cards.take(cards.pool_of_set(number), len(known))
        for number, known in enumerate(state.sets)
    )
    drawn = state.drawn if seat == state.active else cards.take(FREE, len(state.drawn))
    buried = cards.take(FREE, len(state.buried))
    deck = cards.take(FREE, len(state.deck))
    state = replace(state, players=players, sets=sets, drawn=drawn, buried=buried, deck=deck)
    state, chance = _other_stock(state, seat, cards.chance)
    state, chance = _other_returns(state, seat, chance)
    state = _other_backs(state, seat, chance)
    return replace(state, chance=Chance(seed, state.chance.counter))


class _Pools:
    """The hidden cards in a new order, apart for each set the reader has passed on."""

    def __init__(self, state: State, seat: Seat | None, chance: Chance) -> None:
        self._state, self._seat = state, seat
        self._before = None if seat is None else set_before(state, seat)
        self._passed = 0 if seat is None else len(state.players[seat].passed)
        gathered: dict[int, list[Card]] = {pool: [] for pool in (FREE, *range(SETS))}
        for pool, card in self._hidden():
            gathered[pool].append(card)
        self._left: dict[int, tuple[Card, ...]] = {}
        for pool, cards in gathered.items():
            self._left[pool], chance = chance.shuffled(sorted(cards))
        self.chance = chance

    def sees(self, number: int) -> bool:
        """Whether this set lies open before the reader."""
        return number == self._before

    def pool_of_set(self, number: int) -> int:
        return number if number < self._passed else FREE

    def _pool_of(self, owner: Seat, held: Held) -> int:
        """Cards taken from a set after the reader passed it on are among those they saw in it."""
        if self._seat is None or held.source == DRAWN or held.source >= self._passed:
            return FREE
        behind = self._state.place(owner) > self._state.place(self._seat)
        return held.source if behind else FREE

    def _hidden(self) -> Iterator[tuple[int, Card]]:
        state = self._state
        for owner, player in enumerate(state.players):
            if owner != self._seat:
                for held in player.hand:
                    yield self._pool_of(owner, held), held.card
        for number, cards in enumerate(state.sets):
            if not self.sees(number):
                for card in cards:
                    yield self.pool_of_set(number), card
        loose = (*state.buried, *state.deck, *(() if self._seat == state.active else state.drawn))
        for card in loose:
            yield FREE, card

    def take(self, pool: int, count: int) -> tuple[Card, ...]:
        cards = self._left[pool]
        self._left[pool] = cards[count:]
        return cards[:count]

    def hold(self, owner: Seat, hand: tuple[Held, ...]) -> Iterator[Held]:
        for held in hand:
            (card,) = self.take(self._pool_of(owner, held), 1)
            yield Held(card, held.source)


def _other_stock(state: State, seat: Seat | None, chance: Chance) -> tuple[State, Chance]:
    """Starting resources that others chose and have not shown yet."""
    players: list[Player] = []
    for owner, player in enumerate(state.players):
        if owner != seat and player.stock is not None:
            number, chance = chance.below(len(STOCK))
            player = player._replace(stock=(STOCK[number].first, STOCK[number].second))
        players.append(player)
    return replace(state, players=tuple(players)), chance


def _other_returns(state: State, seat: Seat | None, chance: Chance) -> tuple[State, Chance]:
    """What others chose to give back at night; how much it is in all can be seen on their mills."""
    players: list[Player] = []
    for owner, player in enumerate(state.players):
        chosen = player.returning
        if owner != seat and chosen is not None:
            if state.stage == "dusk" and owner == state.active:
                player = player._replace(returning=Goods())
            else:
                ways = _ways_to_return(chosen.total, player.mill)
                number, chance = chance.below(len(ways))
                player = player._replace(returning=ways[number])
        players.append(player)
    return replace(state, players=tuple(players)), chance


def _ways_to_return(amount: int, mill: Goods) -> list[Goods]:
    """Everything that could be given back; where a Thief left less than that, it does not matter any more."""
    ways = [
        Goods(oak, wool, amount - oak - wool)
        for oak in range(min(amount, mill.oak) + 1)
        for wool in range(min(amount - oak, mill.wool) + 1)
        if amount - oak - wool <= mill.iron
    ]
    return ways or [Goods(amount)]


def _other_backs(state: State, seat: Seat | None, chance: Chance) -> State:
    """The backs of the deck, but for that of the top card where the reader sees it."""
    seen = state.backs[-1:] if knows_price(state, seat) else ()
    hidden, _ = chance.shuffled(sorted((*state.spent_backs, *state.backs[: len(state.backs) - len(seen)])))
    spent = len(state.spent_backs)
    return replace(state, spent_backs=hidden[:spent], backs=(*hidden[spent:], *seen))
