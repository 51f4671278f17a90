"""The coach in words and pictures: advice on the current decision, and what decided a finished game."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from bot.i18n import GameText
from bot.play.history.saga import turning_point
from bot.play.turns.coach import GameEvaluation, KeyPosition, Moment, PlayedTurn, Review, key_position
from bot.views.markup import MAX_ALT_CHARS, clip
from bot.views.picture_file import PictureFile, PictureText
from bot.views.pictures import StandingsPictureRequest
from bot.views.reader_view import ReaderView
from bot.views.standings_text import percent
from bot.views.story_text import events_text
from opponents import ONLY_MOVE
from opponents.review import AS_GOOD_WITHIN_POINTS, Advice
from render.painter import Offer, Prompt
from render.standings.views import ChanceLine, ChanceMoment, ChancesView
from rules.game import Move, Outcome, Phrase, ScoreRow, Seat

MAX_LINE_MOVES = 12


# Advice on the current decision


async def advice_picture(reader: ReaderView, seat: Seat, advised: Sequence[Advice]) -> PictureFile:
    """Draw the decision with the first moves of the advised lines numbered, if there are several."""
    best, *others = advised
    prompt = numbered_prompt(each.moves[0] for each in advised) if others else None
    labels = [advice_label(reader, seat, each.moves[0]) for each in advised] if others else []
    return await reader.focus(
        intention=best.moves[0], prompt=prompt, moves=best.moves[:1], answers=dict(enumerate(labels, 1))
    )


def advice_paragraphs(reader: ReaderView, seat: Seat, advised: Sequence[Advice]) -> list[list[str]]:
    """Returns the best line with its reason, the alternatives, and what the coach knows."""
    t, best = reader.locale.t, advised[0]
    paragraphs = [
        [
            t("My advice: **{moves}**", moves=moves_text(reader, seat, best.moves)),
            reason_text(reader.game_text, best.reason),
        ]
    ]
    if len(advised) > 1:
        paragraphs.append([t("Also worth a thought:"), *_alternative_lines(reader, seat, advised)])
    return [*paragraphs, [t("-# The coach knows only what you can see.")]]


def distinct_advice(reader: ReaderView, seat: Seat, advised: Sequence[Advice]) -> list[Advice]:
    """Drop advice whose first move has the same label as a better one, such as a tile in another rotation."""
    by_label: dict[str, Advice] = {}
    for each in advised:
        by_label.setdefault(advice_label(reader, seat, each.moves[0]), each)
    return list(by_label.values())


def _alternative_lines(reader: ReaderView, seat: Seat, advised: Sequence[Advice]) -> Iterator[str]:
    """Yields a line per alternative, with its reason, or that nothing sets it apart from the best."""
    best, t = advised[0], reader.locale.t
    for number, each in enumerate(advised[1:], start=2):
        line, why = moves_text(reader, seat, each.moves[:1]), reason_text(reader.game_text, each.reason)
        if each.reason == best.reason or not says_something(reader.game_text, each.reason):
            is_equal = best.value - each.value < AS_GOOD_WITHIN_POINTS
            why = t("as good, as far as the coach can tell.") if is_equal else t("close behind.")
        yield f"{number}. {line} – {why}"


def numbered_prompt(moves: Iterable[Move]) -> Prompt:
    """Returns a prompt by which a picture numbers these moves, from 1."""
    numbered = enumerate(moves, start=1)
    return Prompt((), tuple(Offer(str(move), (move,), number=number) for number, move in numbered))


def advice_label(reader: ReaderView, seat: Seat, move: Move) -> str:
    facts = reader.snapshot.game.label_facts(reader.snapshot.state, seat, move)
    if reader.text_only:
        return reader.plain_text.intent_text(move, facts)
    return reader.plain_text.move_label(move, facts)


def reason_text(game_text: GameText, reason: Phrase) -> str:
    if reason.key == ONLY_MOVE:
        return game_text.locale.t("There's no other move.")
    if not says_something(game_text, reason):
        return game_text.locale.t("It scored best in the coach's trials.")
    return game_text.phrase_text(reason.model_copy(update={"key": f"why.{reason.key}"}))


def says_something(game_text: GameText, reason: Phrase) -> bool:
    """Whether a reason has a sentence of its own. A stored one may be of an older version that had."""
    return reason.key == ONLY_MOVE or game_text.has_phrase(f"why.{reason.key}")


def moves_text(
    reader: ReaderView, seat: Seat, moves: Sequence[Move], *, start: int = 0, state: Any = None
) -> str:
    """Describe moves in a row, from index `start` on, each with the facts at its time."""
    state = reader.snapshot.state if state is None else state
    intents = list(_intent_texts(reader, seat, moves, state))[start:]
    counts = [(intent, len(list(same))) for intent, same in groupby(intents)]
    parts = [intent if times == 1 else f"{intent} (×{times})" for intent, times in counts]
    return " · ".join(parts if len(parts) <= MAX_LINE_MOVES else [*parts[:MAX_LINE_MOVES], "…"])


def _intent_texts(reader: ReaderView, seat: Seat, moves: Sequence[Move], state: Any) -> Iterator[str]:
    game = reader.snapshot.game
    for move in moves:
        if move not in game.legal(state, seat):
            return
        yield reader.game_text.intent_text(move, game.label_facts(state, seat, move)).rstrip(".")
        state = game.apply(state, seat, move).state


# Review after a game


async def review_parts(reader: ReaderView, review: Review) -> list[str | PictureFile]:
    """Returns the texts and pictures of a review, in order: the chances, then each decisive moment."""
    t = reader.locale.t
    parts: list[str | PictureFile] = [await _chances_picture(reader, review), deciding_category_line(reader)]
    parts.append("\n".join(_turning_point_lines(reader, review)))
    for number, moment in enumerate(review.moments, start=1):
        seen, key = _seen_by_mover(reader, moment)
        prompt = None if reader.text_only else comparison_prompt(seen, key)
        lines = _moment_lines(reader, review.evaluation, number, moment, numbered=prompt is not None)
        parts.append("\n".join(lines))
        if not reader.text_only:  # The lines say which moves are compared.
            parts.append(await seen.board(intention=key.move, prompt=prompt, name=f"moment{number}"))
    if not review.moments:
        parts.append(t("No mistake stands out: where chances fell most, no better move was in sight."))
    parts.append(t("-# An estimate. Each moment is judged by what the player could know at the time."))
    return parts


async def _chances_picture(reader: ReaderView, review: Review) -> PictureFile:
    alt = _chances_alt(reader, review)
    if reader.text_only:
        return PictureText.of(alt)
    # In a thread, because checking which letters can be drawn opens the fonts, which is slow.
    view = StandingsPictureRequest(await asyncio.to_thread(chances_view, reader, review))
    return await reader.pictures.file("chances", view, alt)


def deciding_category_line(reader: ReaderView) -> str:
    """Returns what won the game: the category in which the winner was farthest ahead of the runner-up."""
    outcome = reader.snapshot.outcome()
    if outcome is None or not outcome.totals or len(outcome.totals) < 2 or len(outcome.ranking[0]) > 1:
        return ""
    winner, runner_up = sorted(reader.snapshot.seats, key=lambda seat: -outcome.totals[seat])[:2]
    if winner not in outcome.ranking[0]:
        return ""
    rows = [row for row in counted_rows(outcome) if row.points[winner] > row.points[runner_up]]
    if not rows:
        return ""
    row = max(rows, key=lambda row: row.points[winner] - row.points[runner_up])
    names = reader.game_text.player_names
    return reader.locale.t(
        "{who} won with {total} points. {points} of them: **{category}** ({other} had {fewer}).",
        who=names[winner],
        total=outcome.totals[winner],
        points=row.points[winner],
        category=reader.plain_text.score_category(row),
        other=names[runner_up],
        fewer=row.points[runner_up],
    )


def _turning_point_lines(reader: ReaderView, review: Review) -> Iterator[str]:
    """Yields which turn raised the winner's chances most and what it brought, unless it is a moment below."""
    outcome, evaluation = reader.snapshot.outcome(), review.evaluation
    found = None if outcome is None else turning_point(evaluation.win_probabilities, outcome)
    if found is None or found.turn in [moment.turn.number for moment in review.moments]:
        return
    turn = evaluation.turns[found.turn - 1]
    yield reader.locale.t(
        "The turning point: **{turn}**. The chances of {who} rose from {before}% to {after}%.",
        turn=_turn_text(reader, turn),
        who=reader.game_text.player_names[found.winner],
        before=found.before,
        after=found.after,
    )
    yield events_text(reader, turn.events)


def counted_rows(outcome: Outcome) -> Sequence[ScoreRow]:
    """Returns the rows of a score sheet that add up to the totals, without those that break ties."""
    for count in range(len(outcome.sheet), 0, -1):
        columns = zip(*(row.points for row in outcome.sheet[:count]), strict=True)
        if tuple(map(sum, columns)) == outcome.totals:
            return outcome.sheet[:count]
    return ()


def _moment_lines(
    reader: ReaderView, evaluation: GameEvaluation, number: int, moment: Moment, *, numbered: bool
) -> Iterator[str]:
    """Yields the lines on one moment.

    `numbered`: the picture shows the move played as 1 and the stronger one as 2.
    """
    t, turn, segment, verdict = reader.locale.t, moment.turn, moment.segment, moment.verdict
    before, after = (percent(evaluation.win_probabilities[turn.number - past][turn.seat]) for past in (1, 0))
    values = {"turn": _turn_text(reader, turn), "who": reader.game_text.player_names[turn.seat]}
    if before == after:
        yield t("**{number}. {turn}, {who}**: chances stay at {after}%", number=number, after=after, **values)
    else:
        yield t(
            "**{number}. {turn}, {who}**: chances from {before}% to {after}%",
            number=number,
            before=before,
            after=after,
            **values,
        )
    first, second = ("**1** · ", "**2** · ") if numbered else ("", "")
    happened = events_text(reader, turn.events)
    if len(turn.segments) == 1 and happened:  # The events are what was played.
        yield first + happened
    else:
        yield happened
        played = moves_text(reader, turn.seat, segment.moves, state=segment.before)
        yield first + t("Played: {moves}", moves=played)
    stronger = moves_text(reader, turn.seat, verdict.line, state=segment.before)
    yield second + t("Stronger by {n}%: {moves}", n=percent(verdict.loss), moves=stronger)
    if says_something(reader.game_text, verdict.reason):  # That it did better is said above.
        yield f"-# {reason_text(reader.game_text, verdict.reason)}"


def _seen_by_mover(reader: ReaderView, moment: Moment) -> tuple[ReaderView, KeyPosition]:
    """Returns the key position of a moment, as the player who moved saw it."""
    key = key_position(reader.snapshot.game, moment)
    snapshot = replace(reader.snapshot, state=key.state)
    return replace(reader, snapshot=snapshot, seat=moment.turn.seat), key


def comparison_prompt(seen: ReaderView, key: KeyPosition) -> Prompt | None:
    """Number the move played and the stronger one. Returns None if the board cannot show both."""
    if key.played_instead is None or seen.needs_hand((key.played_instead, key.move)):
        return None
    prompt = numbered_prompt((key.played_instead, key.move))
    return prompt if len(seen.points_at(prompt)) == len(prompt.offers) else None


def chances_view(reader: ReaderView, review: Review) -> ChancesView:
    locale, snapshot, evaluation = reader.locale, reader.snapshot, review.evaluation
    outcome = snapshot.outcome()
    winners = outcome.ranking[0] if outcome is not None and outcome.ranking else ()
    return ChancesView(
        title=locale.t("What decided it"),
        subtitle=reader.plain_text.game_name,
        lines=tuple(
            ChanceLine(
                seat=seat,
                name=snapshot.names[seat],
                won=seat in winners,
                chances=tuple(percent(chances[seat]) for chances in evaluation.win_probabilities),
            )
            for seat in snapshot.seats
        ),
        moments=tuple(ChanceMoment(turn=each.turn.number, seat=each.turn.seat) for each in review.moments),
        scale=(locale.percent(0), locale.percent(50), locale.percent(100)),
        first=locale.t("The deal"),
        last=_turn_text(reader, evaluation.turns[-1]) if evaluation.turns else "",
    )


def _turn_text(reader: ReaderView, turn: PlayedTurn) -> str:
    """Returns the turn as the table counts it."""
    label = reader.snapshot.game.turn_label(turn.segments[0].before)
    return reader.plain_text.turn_text(label, turn.number)


def _chances_alt(reader: ReaderView, review: Review) -> str:
    t, names, evaluation = reader.locale.t, reader.plain_text.player_names, review.evaluation

    def chances_at(turn: int) -> str:
        chances = enumerate(evaluation.win_probabilities[turn])
        return ", ".join(
            f"{names[seat]} {reader.locale.percent(percent(chance))}" for seat, chance in chances
        )

    stops = dict.fromkeys((*(moment.turn.number for moment in review.moments), len(evaluation.turns)))
    lines = [
        t("{turn}: {chances}", turn=_turn_text(reader, evaluation.turns[stop - 1]), chances=chances_at(stop))
        for stop in stops
    ]
    lines.insert(0, t("{turn}: {chances}", turn=t("The deal"), chances=chances_at(0)))
    return clip("\n".join((t("Everyone's chances through the game."), *lines)), MAX_ALT_CHARS)
