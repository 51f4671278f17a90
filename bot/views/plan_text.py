"""Texts of a plan (conditional moves): its moves, its conditions, and what a move may reveal."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.i18n import N_, Locale
from bot.play.planning import conditional_moves
from bot.play.planning.conditional_moves import Condition, PreparedTurn, Preview
from bot.play.planning.lookahead import event_digest
from bot.views.reader_view import ReaderView
from rules.game import Event, Seat

MISFIT_TEXTS: Mapping[str, str] = {
    "table": N_("-# Your turn came, but the table had changed, so nothing was played."),
    "impossible": N_("-# Your turn came, but move {n} wasn't possible any more, so nothing was played."),
    "different": N_("-# Your turn came, but move {n} would do something else now, so nothing was played."),
}


def misfit_text(locale: Locale, plan: PreparedTurn) -> str:
    """Returns why a plan was not played."""
    return locale.t(MISFIT_TEXTS[plan.misfit], n=plan.misfit_at)


# Reveals


@dataclass(frozen=True, slots=True)
class RevealChoice:
    """Something that a move may show, or several of that kind, by the digests of the events."""

    text: str
    digests: frozenset[str]
    is_group: bool = False

    @property
    def value(self) -> str:
        """Names the choice in a list. The first digest identifies a group, since no two groups share one."""
        return f"any {min(self.digests)}" if self.is_group else min(self.digests)


def reveal_choices(reader: ReaderView, events: Iterable[Event]) -> list[RevealChoice]:
    """Returns what the events show in alphabetical order, groups first.

    Sentences that begin alike up to a comma form a group: "You draw mead, value 1", "You draw mead, value 2".
    """
    digests: dict[str, set[str]] = {}
    for event in events:
        if text := reader.plain_text.event_text(event).rstrip("."):
            digests.setdefault(text, set()).add(event_digest(event))
    heads: dict[str, list[str]] = {}
    for text in sorted(digests):
        heads.setdefault(text.partition(",")[0], []).append(text)
    groups = [
        RevealChoice(
            reader.locale.t("{what} (any)", what=head),
            frozenset().union(*(digests[text] for text in texts)),
            is_group=True,
        )
        for head, texts in heads.items()
        if 1 < len(texts) < len(digests)
    ]
    return groups + [RevealChoice(text, frozenset(digests[text])) for text in sorted(digests)]


def chosen_digests(choices: Sequence[RevealChoice], values: Collection[str]) -> frozenset[str]:
    """Returns the digests of the choices with these values, and unknown values as they are."""
    by_value = {choice.value: choice.digests for choice in choices}
    return frozenset().union(*(by_value.get(value, {value}) for value in values))


def _shown_text(choices: Iterable[RevealChoice], seen: Collection[str]) -> str:
    """Returns the choices that cover these digests, without those that a group covers."""
    left, texts = set(seen), []
    for choice in choices:
        if choice.digests & left and choice.digests <= set(seen):
            texts.append(choice.text)
            left -= choice.digests
    return " / ".join(texts) or "…"


# Plans


@dataclass(frozen=True, slots=True)
class PlanText:
    """Describes a plan to its owner."""

    reader: ReaderView
    seat: Seat
    plan: PreparedTurn

    def condition(self, condition: Condition) -> str:
        """Returns when a conditional line is played."""
        locale, plain = self.reader.locale, self.reader.plain_text
        if condition.seat is not None:
            who, move = plain.player_names[condition.seat], plain.partial_move_text(condition.move.split())
            return locale.t("if {who} does this: {move}", who=who, move=move)
        if condition.seen:
            snapshot, after = self.reader.snapshot, condition.after
            events = conditional_moves.possible_reveals(snapshot, self.seat, self.plan, after)
            shown = _shown_text(reveal_choices(self.reader, events), condition.seen)
            return locale.t("if it shows “{what}”", what=shown)
        failing = self.plan.line.moves[condition.after : condition.after + 1]
        move = plain.partial_move_text(failing[0].split()) if failing else "…"
        return locale.t("if this is no longer possible: {move}", move=move)

    def moves(self, moves: Sequence[str]) -> str:
        """Returns the moves of a line, in one line of text."""
        if not moves:
            return self.reader.locale.t("then you decide")
        return "; ".join(self.reader.plain_text.partial_move_text(move.split()) for move in moves)

    def summary(self, preview: Preview | None) -> Iterator[str]:
        """Yields the whole plan: the default line as previewed, with each condition where it applies."""
        numbered = self.numbered(preview) if preview is not None else []
        for number, line in enumerate(numbered):
            yield from self._branches(number)
            yield line
        yield from self._branches(len(numbered))
        yield from self._replies(each for each in self.plan.conditions if each.seat is not None)

    def _branches(self, after: int) -> Iterator[str]:
        """Yields the conditions about the move before this point, then about the one after it."""
        here = [each for each in self.plan.conditions if each.seat is None and each.after == after]
        yield from self._replies(sorted(here, key=lambda each: not each.seen))

    def _replies(self, conditions: Iterable[Condition]) -> Iterator[str]:
        t = self.reader.locale.t
        for each in conditions:
            if each.line.moves:
                yield t("↳ {when}: {what}", when=self.condition(each), what=self.moves(each.line.moves))

    def numbered(self, preview: Preview) -> list[str]:
        """Returns a line per previewed move, with the facts before it.

        Moves after a reveal have no known facts, so only their notation is described.
        """
        game, t, lines = self.reader.snapshot.game, self.reader.locale.t, list[str]()
        branching = {each.after for each in self.plan.conditions if each.seen and each.line.moves}
        for number, (move, before) in enumerate(zip(preview.moves, preview.before, strict=True)):
            if before.is_certain:
                facts = game.label_facts(before.state, self.seat, move)
                text = self.reader.game_text.intent_text(move, facts)
            else:
                what = self.reader.plain_text.partial_move_text(move.tokens())
                if self.plan.editing is not None:
                    text = what
                elif number in branching:
                    text = t("else: {what}", what=what)
                else:
                    text = t("{what}, whatever turns up", what=what)
            lines.append(f"{number + 1}. {text}")
        return lines
