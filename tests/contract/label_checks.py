"""Compares the labels of shortcuts with the events they lead to: both as facts, for each game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.i18n.catalogue import find_entry
from bot.i18n.formatting import placeholder_names
from bot.i18n.game_text import MAX_LABEL_CHARS
from bot.i18n.languages import available_languages
from bot.i18n.locale import locale_for
from rules import GAMES
from rules.explorers.scoring import livestock_points
from rules.game import AnyGame, Event, Phrase, Seat, Shortcut
from tests.contract.contract_checks import random_options, seed_from

Facts = Counter[tuple[Any, ...]]
NUMBER_CHARS = len("25 · ")
"""A list entry begins with the number of the answer."""
MAX_OVERLONG_SHARE = 0.05


@dataclass(frozen=True)
class Played:
    """A shortcut that was played: the states before and after, and all events."""

    shortcut: Shortcut
    seat: Seat
    before: Any
    after: Any
    events: tuple[Event, ...]

    def of(self, *kinds: str) -> Iterator[Any]:
        """Yield the events of these kinds that are about the player, up to an extra turn."""
        for event in self.events:
            if event.kind == "extra_turn":
                return
            if event.kind in kinds and getattr(event, "seat", self.seat) == self.seat:
                yield event

    def pieces(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield key and values of the name and of its parts."""
        for phrase in (self.shortcut.name, *self.shortcut.name.parts):
            yield phrase.key.removeprefix("shortcut."), phrase.values


def lofoten_promises(played: Played) -> Facts:  # noqa: C901 - a match table
    facts = Facts()
    for key, it in played.pieces():
        match key:
            case "load" | "load_two":
                facts["load", it["good"], it["amount"], it["at"]] += 1
                if key == "load_two":
                    facts["load", it["second"], it["more"], it["there"]] += 1
            case "store" | "store_two":
                facts["store", it["stored"]] += it["goods"]
                if key == "store_two":
                    facts["store", it["other"]] += it["others"]
            case "ask_load":
                facts["ask", "load", it["good"], it["amount"]] += 1
            case "ask_store" | "ask_store_then_go_on":
                facts["ask", "store", it["stored"], it["goods"]] += 1
                facts["go on",] += key == "ask_store_then_go_on"
            case "remove":
                facts["remove", it["zone"], it["good"], it["amount"]] += 1
            case "steal":
                facts["steal",] += it["coins"]
            case "four_alike":
                facts["four", it["alike"], it["tiles"]] += 1
            case "game_ends" | "last_turns":
                facts[key,] += 1
            case "pay":
                facts["pay",] += it["coins"]
            case "slide" | "slide_turn":
                facts["zone", it["zone"]] += 1
            case "order" | "turn":
                pass
            case "fill" | "fill_end":
                facts["fill", it["good"], it["amount"]] += 1
                facts["turn ends",] += key == "fill_end"
            case "place_end":
                facts["turn ends",] += 1
            case "place_gain":
                pass
            case "fill_open" | "fill_gain":  # the panel asks which tile
                facts.update(("fill", event.good, event.amount) for event in played.of("market_filled"))
            case _:
                raise AssertionError(f"unknown promise: {key}")
        if "turns" in it:
            facts["turns",] += it["turns"]
    return facts


def lofoten_facts(played: Played) -> Facts:
    facts, after, seat = Facts(), played.after, played.seat
    for event in played.of("tile_loaded"):
        facts["load", event.good, event.amount, event.zone] += 1
    for event in played.of("tile_stored"):
        facts["store", event.good] += event.amount
    for event in played.of("four_alike"):
        facts["four", event.good, event.tiles] += 1
    for event in () if any(played.of("four_alike")) else played.of("tile_removed"):
        facts["remove", event.zone, event.good, event.amount] += 1
    for event in played.of("market_filled"):
        facts["fill", event.good, event.amount] += 1
    for event in played.of("coins_spent"):
        facts["pay",] += event.coins
    for key, kind in (("steal", "coin_stolen"), ("turns", "fleet_turned")):
        facts[key,] += len([*played.of(kind)])
    if any(played.of("fleet_slid")):
        facts["zone", "abcde"[after.players[seat].fleet.zone]] += 1
    if after.active == seat and after.phase == "load":
        tile = after.market[after.player.fleet.zone]
        facts["ask", "load", tile.good, tile.amount] += 1
    if after.active == seat and after.phase == "store" and after.stage in ("steps", "effect"):
        load = after.player.fleet.dock.load
        facts["ask", "store", load[0].good, sum(tile.amount for tile in load)] += 1
        facts["go on",] += after.in_play.left > 0
    is_over = after.stage in ("last_unload", "over") or (after.stage == "turn_end" and after.closing)
    if is_over:
        facts["game_ends",] += 1
    elif any(played.of("end_triggered")):
        facts["last_turns",] += 1
    has_passed = is_over or after.active != seat or any(event.kind == "extra_turn" for event in played.events)
    if has_passed and any(played.of("market_filled", "card_placed")):
        facts["turn ends",] += 1
    return facts


def _cargo(key: str) -> Counter[str]:
    counts = Counter[str]()
    for part in filter(None, key.split(", ")):
        number, piece = part.split()
        counts[piece] += int(number)
    return counts


def explorers_promises(played: Played) -> Facts:
    facts = Facts()
    for key, it in played.pieces():
        facts["actions",] += it.get("actions", 0)
        kind = key.removesuffix("_boarded").removesuffix("_ferried")
        boarding = it.get("crew", 0)
        match kind:
            case "raid" | "on_the_way":
                facts["raids",] += 1
                facts["raid points",] += it["strength"]
                facts["raid", it["land"]] += kind == "raid"
            case "raids_on_the_way":
                facts["raids",] += it["raids"]
                facts["raid points",] += it["points"]
            case "outpost":
                facts["build", it["point"], it["points"]] += 1
            case "ends_turn" | "game_ends":
                facts[key,] += 1
            case "attack":
                facts["destroy", it["sea"]] += 1
            case "landing":
                boarding -= it["vikings"]
            case "deliver" | "deliver_board" | "fetch" | "fetch_home" | "fetch_sail":
                cargo = _cargo(it["cargo"])
                is_fetched = kind.startswith("fetch")
                boarding += cargo.pop("viking", 0)
                facts.update(
                    {("load" if is_fetched else "deliver", animal): n for animal, n in cargo.items()}
                )
                facts.update(
                    {("deliver", animal): n for animal, n in _cargo(it.get("delivered", "")).items()}
                )
                facts["livestock points",] += it.get("points", 0)
            case "board" | "course" | "lead" | "march":
                pass
            case _:
                raise AssertionError(f"unknown promise: {key}")
        facts["aboard",] += boarding
    return facts


def explorers_facts(played: Played) -> Facts:
    facts, seat = Facts(), played.seat
    for event in played.of("settlement_raided"):
        facts["raids",] += 1
        facts["raid points",] += event.strength
        is_named = played.shortcut.name.key == "shortcut.raid"
        facts["raid", event.land] += is_named and event.land == played.shortcut.name.values["land"]
    for event in played.of("outpost_built"):
        facts["build", event.point, event.points] += 1
    for event in played.of("enemy_ship_destroyed"):
        facts["destroy", event.sea] += 1
    for kind, word in (("livestock_loaded", "load"), ("livestock_delivered", "deliver")):
        for event in played.of(kind):
            facts.update((word, animal) for animal in event.livestock)
    was, now = (livestock_points(state.players[seat].delivered) for state in (played.before, played.after))
    facts["livestock points",] += now - was
    key = played.shortcut.name.key.removeprefix("shortcut.")
    if key not in ("raid", "outpost"):  # who gathers for these is told by the moves
        gained = played.after.players[seat].ship.vikings - played.before.players[seat].ship.vikings
        facts["aboard",] += gained + len([*played.of("viking_died")])
    cost = sum(2 if move.kind == "build" else 1 for move in played.shortcut.moves)
    facts["actions",] += cost
    if played.after.stage == "over":
        facts["game_ends",] += 1
    # A turn that ends because a Viking died could not be foretold.
    elif played.after.turn != played.before.turn and (
        cost == played.before.actions or not key.startswith("attack")
    ):
        facts["ends_turn",] += 1
    return facts


PURCHASES = frozenset({"buy", "buy_cart", "buy_cart_last", "buy_no_cart", "buy_no_cart_last"})


def shipwrights_promises(played: Played) -> Facts:
    facts = Facts()
    for key, it in played.pieces():
        if key in PURCHASES:
            facts["receive", it["good"]] += it["amount"] + key.startswith("buy_cart")
        elif key == "spare_cart":
            facts["spare", "cart"] += 1
        elif key == "with_tool":
            facts["use", it["tool"]] += 1
        elif key not in ("ship", "ship_tool"):
            facts["turn ends",] += 1
        if "ship" in it:
            facts["finish", it["ship"]] += 1
        if "tool" in it and key == "ship_tool":
            facts["use", it["tool"]] += 1
        facts["discard",] += it.get("discards", 0)
        if "all_built" in key or "all_paid" in key:
            facts["gold",] += it["gold"]
            facts["workers",] += it.get("workers", 0)
        for card in ("first", "second"):
            if card in it:
                facts["play", it[card]] += 1
    return facts


def shipwrights_facts(played: Played) -> Facts:
    facts, faces = Facts(), GAMES["shipwrights"].components.faces  # type: ignore[attr-defined]
    key = played.shortcut.name.key.removeprefix("shortcut.")
    paid = [event.tool for event in played.of("tool_bought")]
    paid += [event.building for event in played.of("building_built")]
    if key in PURCHASES:
        for event in (*played.of("goods_bought"), *played.of("cart_unloaded")):
            facts["receive", event.good] += getattr(event, "amount", 1)
    if key == "spare_cart":
        facts["spare", "cart"] += not any(played.of("cart_unloaded"))
    for event in played.of("ship_finished"):
        facts["finish", event.ship] += 1
        paid.append(event.ship)
    for event in played.of("tool_used"):
        facts["use", event.tool] += 1
    if "all_built" in key or "all_paid" in key:
        facts["gold",] += sum(faces[card].gold for card in paid)
        facts["workers",] += sum(faces[card].workers for card in paid)
    for event in played.of("hand_discarded"):
        facts["discard",] += len(event.cards)
    facts["turn ends",] += any(played.of("turn_ended"))
    if any(word in key.split("_") for word in ("one", "two")) and "finish_two" not in key:
        hand, board = played.before.players[played.seat].hand, played.shortcut.moves
        named = [
            getattr(move, "card", None) or move.kind for move in board if move.kind not in ("end", "finish")
        ]
        facts.update(("play", card) for card in named if card in {held.card for held in hand})
    return facts


def borealis_promises(played: Played) -> Facts:
    facts = Facts()
    for key, it in played.pieces():
        if key.startswith("observe"):
            facts["observe", it["animal"], it["to"]] += 1
            facts["flag",] += key.endswith("_flag")
        elif key == "regroup":
            facts["gather", it["to"]] += 1
        else:
            facts[key,] += 1
    return facts


def borealis_facts(played: Played) -> Facts:
    facts = Facts()
    for event in played.of("card_played"):
        facts["observe", event.species, event.site] += 1
    for event in played.of("scientists_gathered"):
        facts["gather", event.site] += 1
    facts["flag",] += any(played.of("flag_advanced"))
    if played.before.phase == "exchange":
        before, after = played.before.players[played.seat], played.after.players[played.seat]
        facts["keep",] += before.hand == after.hand
    return facts


Reader = Callable[[Played], Facts]
READERS: dict[str, tuple[Reader, Reader]] = {
    "lofoten": (lofoten_promises, lofoten_facts),
    "explorers": (explorers_promises, explorers_facts),
    "shipwrights": (shipwrights_promises, shipwrights_facts),
    "borealis": (borealis_promises, borealis_facts),
}
"""By game: the facts a label promises, and those that its events show."""
STATED_VALUES = frozenset(
    {
        *("good", "amount", "at", "second", "more", "there", "stored", "goods", "other", "others", "alike"),
        *(
            "tiles",
            "coins",
            "turns",
            "cargo",
            "crew",
            "delivered",
            "land",
            "strength",
            "sea",
            "point",
            "points",
        ),
        *("raids", "gold", "workers", "discards", "animal", "to", "actions", "then", "vikings"),
    }
)
"""Values that the text of every language must mention."""


def check_promise(game: AnyGame, played: Played) -> None:
    """The events of a shortcut are exactly those that its label promises."""
    promises, facts = READERS[game.info.key]
    promised, happened = +promises(played), +facts(played)
    assert promised == happened, (
        f"{label(game, played.shortcut.name, 'en')}: promised {dict(promised - happened)}, but "
        f"{dict(happened - promised)}: {', '.join(map(str, played.shortcut.moves))}"
    )


def check_texts(game: AnyGame, name: Phrase) -> bool:
    """In every language the label mentions all its values. Returns whether it fits into a list.

    A list truncates a longer one; the confirmation shows it whole.
    """
    for language in available_languages():
        for phrase in (name, *name.parts):
            entry = find_entry(language, game.info.key, phrase.key)
            assert entry, f"{language}: no {phrase.key}"
            unsaid = (phrase.values.keys() & STATED_VALUES) - placeholder_names(entry)
            assert not unsaid, f"{language}: {phrase.key} does not mention {unsaid}"
    texts = [label(game, name, language) for language in available_languages()]
    return max(map(len, texts)) + NUMBER_CHARS <= MAX_LABEL_CHARS


def label(game: AnyGame, name: Phrase, language: str) -> str:
    return locale_for(language).game_text(game, ("Ada", "Bo", "Cleo", "Dag", "Eva")).phrase_text(name)


def check_labels(game: AnyGame, count: int, seed: str, per_state: int = 4) -> int:
    """Check some shortcuts of each state of random games, `count` in all. Returns how many names differ."""
    random, checked, names, overlong = Random(f"{game.info.key} {seed}"), 0, set[str](), 0
    while checked < count:
        seats = random.choice(game.info.seat_counts())
        state = game.setup(seats, random_options(game, random), seed_from(random.random()))
        while (owing := game.to_act(state)) and checked < count:
            seat = random.choice(sorted(owing))
            found = game.shortcuts(state, seat)
            for shortcut in random.sample(found, min(per_state, len(found))):
                check_promise(game, play_shortcut(game, state, seat, shortcut))
                checked += 1
                if (json := shortcut.name.model_dump_json()) not in names:
                    names.add(json)
                    overlong += not check_texts(game, shortcut.name)
            if found and random.random() < 0.5:
                state = play_shortcut(game, state, seat, random.choice(found)).after
            else:
                state = game.apply(state, seat, random.choice(game.legal(state, seat))).state
    assert overlong <= MAX_OVERLONG_SHARE * len(names), f"{overlong} of {len(names)} labels are too long"
    return len(names)


def play_shortcut(game: AnyGame, state: Any, seat: Seat, shortcut: Shortcut) -> Played:
    after, events = state, list[Event]()
    for move in shortcut.moves:
        step = game.apply(after, seat, move)
        after = step.state
        events += step.events
    return Played(shortcut, seat, state, after, tuple(events))
