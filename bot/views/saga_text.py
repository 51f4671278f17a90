"""Texts of a saga.

Each line has several variants. The game's seed selects one, so that a game always has the same saga.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from bot.i18n import N_, GameText
from bot.play.history.saga import SagaLine, Turn

VARIANTS: Mapping[str, tuple[str, ...]] = {
    "lead_kept": (
        N_("{who} took the lead {on} and never looked back."),
        N_("{on}, {who} took the lead, and nobody caught up."),
        N_("{who} took the lead {on}; the rest is footnotes."),
    ),
    "lead_changed_once": (
        N_("The lead changed hands once: {who} took it for good {on}."),
        N_("The lead changed only once: {who} took it {on} and kept it."),
        N_("The wind turned once: {on} it filled the sail of {who}."),
    ),
    "lead_changed": (
        N_("The lead changed hands {n} times; {who} took it for good {on}."),
        N_("The lead went round {n} times like a horn of mead; {who} took it {on} and kept it."),
        N_("The wind turned {n} times; {on} it filled the sail of {who}."),
    ),
    "lead_open": (
        N_("Before the last count, nobody was ahead."),
        N_("In the end nobody was ahead: the count had to decide."),
        N_("The last piece was down, and still nobody led."),
    ),
    "decided": (
        N_("It was decided {on}: the chances of {who} rose from {before}% to {after}%."),
        N_("{on}, the wind turned: {who} went from {before}% to {after}%."),
        N_("The turning point came {on}: {who} stood at {before}%, and then at {after}%."),
    ),
    "swing": (
        N_("{on}, {who} gained {n} {n:point|points} at a stroke."),
        N_("They'll still sing of {who}, who gained {n} {n:point|points} {on}."),
        N_("The richest haul was that of {who}: {n} {n:point|points} {on}."),
    ),
    "close": (
        N_("{n} {n:point|points} between {who} and {other}: the thickness of a plank."),
        N_("{other} came within {n} {n:point|points}. {who} slept badly, but won."),
        N_("This saga nearly bore the name of {other}, who came {n} {n:point|points} short of {who}."),
    ),
    "clear": (
        N_("{who} came home {n} {n:point|points} ahead of {other}."),
        N_("It came down to {n} {n:point|points}: {who} wins, and {other} pays for the mead."),
        N_("{other} came in next, {n} {n:point|points} astern of {who}."),
    ),
    "comeback": (
        N_("{on}, {who} was {n} {n:point|points} behind. Nobody remembers it now."),
        N_("{who} was {n} {n:point|points} down {on}, and still won."),
        N_("Who would have bet on {who}, {n} {n:point|points} behind {on}?"),
    ),
    "chased": (
        N_("{on}, {other} came within {n} {n:point|points} of {who}, and no nearer."),
        N_("The closest call came {on}: {n} {n:point|points} between {who} and {other}."),
        N_("{on}, {who} heard the oars of {other}, {n} {n:point|points} away."),
    ),
    "tie_broken": (
        N_("{who} and {other} tied; the tie-breaker chose {who}."),
        N_("Level on points: {who} beat {other} on the tie-breaker."),
        N_("{who} and {other} were level to the last point, and yet only {who} won."),
    ),
    "shared": (
        N_("{who} share the last word of this saga."),
        N_("Nobody gave way, so {who} share the victory."),
        N_("Two rhymes, one verse: {who} share the victory."),
    ),
    "alone": (
        N_("{who} sailed alone and came home with {n} {n:point|points}."),
        N_("With no rival but the sea, {who} came home with {n} {n:point|points}."),
        N_("One ship, one crew, {n} {n:point|points}: this was the voyage of {who}."),
    ),
    "broken_off": (
        N_("When the game broke off, {who} was ahead with {n} {n:point|points}."),
        N_("The saga ends in the middle of a verse, with {who} ahead at {n} {n:point|points}."),
        N_("Nobody saw the end; {who} had {n} {n:point|points}, more than anyone else."),
    ),
    "broken_off_level": (
        N_("When the game broke off, nobody was ahead."),
        N_("The saga ends in the middle of a verse, with nobody ahead."),
        N_("Nobody saw the end, and nobody was ahead."),
    ),
}
SHARED_BY_MANY = N_("{who} share a victory that was too large for one.")
"""Replaces the variants of `shared`, which mention two players, if there are more."""


def saga_sentences(
    lines: Sequence[SagaLine], turns: Sequence[Turn], game_text: GameText, names: Sequence[str], seed: bytes
) -> tuple[str, ...]:
    """Returns one sentence per line, in the variant that the seed selects."""
    return tuple(_sentence(line, turns, game_text, names, seed) for line in lines)


def _sentence(
    line: SagaLine, turns: Sequence[Turn], game_text: GameText, names: Sequence[str], seed: bytes
) -> str:
    locale = game_text.locale
    variants = VARIANTS[line.kind]
    text = variants[sha256(seed + line.kind.encode()).digest()[0] % len(variants)]
    if line.kind == "shared" and len(line.who) > 2:
        text = SHARED_BY_MANY
    values: dict[str, object] = dict(line.numbers)
    values["who"] = locale.join_list(names[seat] for seat in line.who)
    if line.other is not None:
        values["other"] = names[line.other]
    if "turn" not in line.numbers:
        return locale.t(text, **values)
    turn = turns[line.numbers["turn"]]
    values["on"] = on = game_text.turn_adverb(turn.label, turn.number)
    sentence = locale.t(text, **values)
    return on[:1].upper() + sentence[1:] if sentence.startswith(on) else sentence
