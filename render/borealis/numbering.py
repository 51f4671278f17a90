"""Numbering: the answers of a prompt that the pictures point out, and the spots of their numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from render.painter import Offer, Prompt
from rules.borealis.moves import HAND_CARDS, POOL_CARDS, Exchange, Gather, Observe, Regroup, Take
from rules.borealis.pieces import Site
from rules.borealis.view import View


@dataclass(frozen=True, slots=True)
class Spot:
    """A card of the hand, a card of the pool, a site, or a card of the hand on a site. Cards count from 0."""

    held: int | None = None
    pooled: int | None = None
    site: Site | None = None


def spot_of(prompt: Prompt, offer: Offer) -> Spot | None:
    """Returns the spot of an answer; None if no picture shows it."""
    last = offer.moves[-1]
    alone = len(offer.moves) == 1
    match last:
        case Observe():
            held = HAND_CARDS.index(last.card)
            if alone:
                return Spot(held=held, site=last.site)
            return Spot(held=held) if offer.token == last.card else None
        case Take() if alone:
            return Spot(pooled=POOL_CARDS.index(last.card))
        case Gather() if alone or offer.moves[0].kind == "regroup":
            return Spot(site=last.site)
        case Exchange() | Regroup() if prompt.chosen and offer.token in HAND_CARDS:
            return Spot(held=HAND_CARDS.index(offer.token))
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of the answers by spot, and the card of the hand that is already chosen."""

    numbers: Mapping[Spot, int] = field(default_factory=dict)
    chosen: int | None = None

    def held(self, place: int) -> int | None:
        return self.numbers.get(Spot(held=place))

    def cell(self, place: int, site: Site) -> int | None:
        """The number of playing a card of the hand on a site."""
        return self.numbers.get(Spot(held=place, site=site))

    def pooled(self, place: int) -> int | None:
        return self.numbers.get(Spot(pooled=place))

    def site(self, site: Site) -> int | None:
        """The number of a site, or of playing the chosen card there."""
        if self.chosen is not None:
            return self.cell(self.chosen, site)
        return self.numbers.get(Spot(site=site))


def pointed_tokens(view: View, prompt: Prompt) -> frozenset[str]:  # noqa: ARG001
    return frozenset(offer.token for offer in prompt.offers if spot_of(prompt, offer) is not None)


def numbering(prompt: Prompt | None) -> Numbering | None:
    if prompt is None:
        return None
    found = {
        spot: offer.number
        for offer in prompt.offers
        if offer.number is not None and (spot := spot_of(prompt, offer)) is not None
    }
    return Numbering(found, _chosen(prompt.chosen))


def _chosen(words: tuple[str, ...]) -> int | None:
    match words:
        case ("observe", card, *_) if card in HAND_CARDS:
            return HAND_CARDS.index(card)
        case _:
            return None
