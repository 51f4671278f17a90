"""The painter of Borealis."""

from collections.abc import Mapping
from dataclasses import dataclass

import render.borealis.animals
import render.borealis.icons  # noqa: F401 - registers icons
from render.borealis.alt_text import describe_board, describe_discards, describe_hand, describe_player_board
from render.borealis.board import Board
from render.borealis.closeups import Discards
from render.borealis.hand import HandPicture
from render.borealis.highlights import changes
from render.borealis.highlights import intention as intended
from render.borealis.numbering import numbering, spot_of
from render.borealis.score_sheet import score_sheet
from render.borealis.spectator_board import SpectatorBoard
from render.borealis.sprite_manifest import every_sprite
from render.borealis.table_parts import PictureContext
from render.kit.legend import Captions, encode_page
from render.kit.page import Picture
from render.kit.sprite_cache import SpriteKey
from render.painter import Prompt
from rules.borealis.components import Components
from rules.borealis.pieces import COLOURS, SPECIES, VEHICLES
from rules.borealis.view import PlayerView, View
from rules.game import Move, Outcome, Phrase

PARTS: tuple[str, ...] = (
    "round", "last_round", "first_player", "deck", "tokens", "total",
    "camps", "regrouping", "stack", "track", "crew", "pool", "objectives", "score_cards", "players",
    "card_scientists", "card_animal", "card_vehicle", "card_sites",
)  # fmt: skip
DISCARDS = "discards"


@dataclass(frozen=True)
class BorealisPainter:
    """Draws Borealis. Values of objective and score cards that a pack may change come with the view."""

    kinds_without_hand = frozenset[str]()
    legend_parts = PARTS

    components: Components

    def board(
        self,
        view: View,
        names: tuple[str, ...],
        *,
        language: str = "",
        since: View | None = None,
        intention: Move | None = None,
        prompt: Prompt | None = None,
        captions: Captions | None = None,
    ) -> Picture:
        """Draw a player's own expedition with the open cards; for a spectator the progress of all players."""
        context = PictureContext(
            view,
            names,
            self.components,
            language,
            changes(since, view),
            intended(intention),
            numbering(prompt),
        )
        page = SpectatorBoard(context).paint() if view.seat is None else Board(context, view.seat).paint()
        return encode_page(page, captions)

    def hand(
        self,
        view: View,
        names: tuple[str, ...],
        *,
        language: str = "",
        intention: Move | None = None,
        prompt: Prompt | None = None,
        captions: Captions | None = None,
    ) -> Picture | None:
        if not view.hand:
            return None
        context = PictureContext(
            view,
            names,
            self.components,
            language,
            intended=intended(intention),
            numbering=numbering(prompt),
        )
        return encode_page(HandPicture(context, view.hand).paint(), captions)

    def points_at(self, view: View, prompt: Prompt) -> frozenset[str]:  # noqa: ARG002
        return frozenset(offer.token for offer in prompt.offers if spot_of(prompt, offer) is not None)

    def closeups(self, view: View) -> tuple[str, ...]:
        """Keys of the other players' boards and of the discard pile."""
        seats = tuple(f"seat.{player.seat}" for player in view.players if player.seat != view.seat)
        return (*seats, DISCARDS)

    def closeup(self, view: View, names: tuple[str, ...], key: str, *, language: str = "") -> Picture:
        context = PictureContext(view, names, self.components, language)
        if key == DISCARDS:
            return Discards(context).paint().encode()
        return Board(context, _owner(view, key).seat).paint().encode()

    def visible_components(self, view: View) -> tuple[str, ...]:
        """Objective and score cards first, then parts of the board, then the animals in hand."""
        objectives = (objective.card for objective in view.objectives if objective.open)
        score_cards = (card.card for card in view.score_cards)
        animals = dict.fromkeys(held.card.species for held in view.hand or ())
        return (*objectives, *score_cards, "track", "camp", "pool", *animals)

    def score_sheet(
        self,
        view: View,  # noqa: ARG002
        outcome: Outcome,
        names: tuple[str, ...],
        rows: tuple[str, ...] = (),
    ) -> Picture:
        return score_sheet(outcome, names, rows).encode()

    def describe(self, view: View) -> tuple[Phrase, ...]:
        return describe_board(view)

    def describe_hand(self, view: View) -> tuple[Phrase, ...]:
        return describe_hand(view)

    def describe_closeup(self, view: View, key: str) -> tuple[Phrase, ...]:
        return describe_discards(view) if key == DISCARDS else describe_player_board(view, _owner(view, key))

    def emoji(self) -> Mapping[str, str]:
        pieces = {key: key for key in (*SPECIES, *VEHICLES, *COLOURS)}
        signs = {key: key for key in ("star", "flag", "camp", "site")}
        others = {"first_player": "pawn", "track": "compass", "pool": "card_back"}
        kinds = {"observe": "lens", "regroup": "regroup", "refresh": "again", "draw": "card_back"}
        return pieces | signs | others | kinds

    def sprites(self) -> tuple[SpriteKey, ...]:
        return tuple(every_sprite(self.components))


def _owner(view: View, key: str) -> PlayerView:
    """The player whose board a close-up shows."""
    _, _, seat = key.partition("seat.")
    return view.players[int(seat)]
