"""The saga of a finished game for one reader: poster, story and film."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import db
from bot.i18n import Locale
from bot.play.core import GameService, GameSnapshot
from bot.play.history import story
from bot.play.history.saga import SagaLine, Turn, final_gap, saga_lines, scored_turns
from bot.play.history.story import Replay
from bot.play.turns.coach import ReviewCache
from bot.views.markup import MAX_ALT_CHARS, clip
from bot.views.picture_file import PictureFile
from bot.views.pictures import CombinedPictureRequest, StandingsPictureRequest
from bot.views.reader_view import ReaderView
from bot.views.replay_pictures import boards_at
from bot.views.saga_text import saga_sentences
from bot.views.standings_text import date_text, labelled
from db.users import UNKNOWN_NAME
from render.kit.type import displayable_name
from render.standings.animation import sample_evenly
from render.standings.views import PodiumPlace, PodiumView, PosterPlayer, PosterView
from rules.game import Outcome, Seat

MAX_STORY_NAME_CHARS = 20
MAX_FILM_BOARDS = 8
"""The limit keeps the film fast: drawing a map of Explorers takes a second."""
MIN_TURNS = 2
"""A game without a score that ended before this many turns per player has no saga."""


def has_saga(snapshot: GameSnapshot) -> bool:
    """True if a saga follows the final card."""
    outcome = snapshot.outcome()
    if outcome is None or (len(snapshot.players) == 1 and not outcome.totals):
        return False
    played = snapshot.row.ply - snapshot.row.begins
    return bool(outcome.totals) or played >= MIN_TURNS * len(snapshot.players)


@dataclass(frozen=True, slots=True)
class SagaParts:
    """The parts of a finished game from which the saga is made."""

    snapshot: GameSnapshot
    outcome: Outcome
    replay: Replay
    turns: tuple[Turn, ...]
    lines: tuple[SagaLine, ...]

    def rank(self, seat: Seat) -> int | None:
        """Returns the rank of a seat, or None if the game has no ranking."""
        ahead = 0
        for group in self.outcome.ranking:
            if seat in group:
                return ahead + 1
            ahead += len(group)
        return None


async def load_saga(reads: db.Reads, snapshot: GameSnapshot) -> SagaParts | None:
    """Replay a finished game and find its turning points. Returns None if it is not over or not readable."""
    outcome = snapshot.outcome()
    if outcome is None:
        return None
    row = snapshot.row
    replay = (await story.replay_range(reads, snapshot, row.begins, row.ply)).readable_part()
    if replay.before is None:
        return None
    turns = await asyncio.to_thread(scored_turns, snapshot.game, replay)
    return SagaParts(snapshot, outcome, replay, turns, saga_lines(turns, outcome))


async def with_win_probabilities(reviews: ReviewCache, service: GameService, saga: SagaParts) -> SagaParts:
    """Add the turns that decided the game by its players' chances, which takes a search."""
    evaluation = await reviews.evaluation(service, saga.snapshot)
    return replace(saga, lines=saga_lines(saga.turns, saga.outcome, evaluation.win_probabilities))


def story_lines(reader: ReaderView, saga: SagaParts) -> list[str]:
    """Returns the heading and the sentences of the story."""
    row, names = reader.snapshot.row, reader.game_text.player_names
    heading = f"## {reader.locale.t('The saga of game {code}', code=row.code)}"
    return [heading, *saga_sentences(saga.lines, saga.turns, reader.plain_text, names, row.seed or b"")]


async def poster_picture(reader: ReaderView, saga: SagaParts, server_name: str) -> PictureFile | None:
    """Draw the poster. Returns None for a reader who wants no pictures, to whom the story says the same."""
    if reader.text_only:
        return None
    board = await reader.drawn_board(saga.replay.after)
    # In a thread, because checking which letters can be drawn opens the fonts, which is slow.
    view = await asyncio.to_thread(poster_view, reader, saga, server_name)
    view = view.model_copy(update={"board": board.picture})
    return await reader.pictures.file("saga", StandingsPictureRequest(view), _poster_alt(reader.locale, view))


def poster_view(reader: ReaderView, saga: SagaParts, server_name: str) -> PosterView:
    """Returns the content of the poster, without the board."""
    snapshot, outcome = reader.snapshot, saga.outcome
    names = [
        clip(displayable_name(name, "letter") or UNKNOWN_NAME, MAX_STORY_NAME_CHARS)
        for name in snapshot.names
    ]
    about = (server_name, length_text(reader, saga.turns))
    return PosterView(
        title=reader.plain_text.game_name,
        subtitle=date_text(reader.locale, snapshot.row.ended or 0),
        headline=headline(reader.locale, names, outcome),
        about=" · ".join(filter(None, about)),
        players=tuple(
            PosterPlayer(
                seat=player.seat,
                name=snapshot.names[player.seat],
                place=saga.rank(player.seat),
                score=outcome.totals[player.seat] if outcome.totals else None,
            )
            for player in snapshot.players
        ),
        story=saga_sentences(saga.lines, saga.turns, reader.plain_text, names, snapshot.row.seed or b""),
    )


def headline(locale: Locale, names: Sequence[str], outcome: Outcome) -> str:
    t, first = locale.t, outcome.ranking[0] if outcome.ranking else ()
    if not first:
        return t("Nobody has won")
    who = locale.join_list(names[seat] for seat in first)
    if len(first) > 1:
        return t("{who} share the victory", who=who)
    if len(outcome.totals) == 1:
        return t("{who} comes home with {n} {n:point|points}", who=who, n=outcome.totals[0])
    gap = final_gap(outcome)
    if gap is None or gap.points < 0:
        return t("{who} wins", who=who)
    if gap.points == 0:
        return t("{who} wins after a tie", who=who)
    return t("{who} wins by {n} {n:point|points}", who=who, n=gap.points)


def result_heading(reader: ReaderView) -> str:
    """Returns who won, addressed to the reader if they did."""
    t, outcome = reader.locale.t, reader.snapshot.outcome()
    assert outcome is not None
    winners = outcome.ranking[0] if outcome.ranking else ()
    names = reader.game_text.player_names
    if reader.seat not in winners:
        return headline(reader.locale, names, outcome)
    if len(winners) > 1:
        others = reader.locale.join_list(names[seat] for seat in winners if seat != reader.seat)
        return t("You share the victory with {others}", others=others)
    if len(outcome.totals) == 1:
        return t("You come home with {n} {n:point|points}", n=outcome.totals[0])
    gap = final_gap(outcome)
    if gap is None or gap.points <= 0:
        return t("You won")
    return t("You won by {n} {n:point|points}", n=gap.points)


def length_text(reader: ReaderView, turns: Sequence[Turn]) -> str:
    """Returns how long a game took, and its last turn as the table counts it: "2 days · Turn 48 of 48"."""
    locale, row = reader.locale, reader.snapshot.row
    duration = locale.duration((row.ended or 0) - (row.started or 0))
    if not turns or turns[-1].label is None:
        turn_count = locale.tn("{n} turn", "{n} turns", n=max(0, len(turns) - 1))
        return f"{duration} · {turn_count}"
    return f"{duration} · {reader.plain_text.turn_text(turns[-1].label, turns[-1].number)}"


def _poster_alt(locale: Locale, view: PosterView) -> str:
    ordered = sorted(view.players, key=lambda player: (player.place or 0, player.seat))
    players = [
        (f"{player.place}. " if player.place else "")
        + (player.name if player.score is None else labelled(locale, player.name, str(player.score)))
        for player in ordered
    ]
    head = (f"{view.title}, {view.subtitle}", view.headline, view.about)
    return clip("\n".join((*head, *players, *view.story)), MAX_ALT_CHARS)


async def film_picture(
    reader: ReaderView, saga: SagaParts, *, last_board: bool = False
) -> PictureFile | None:
    """Draw the public boards of the game as an animation that ends with the podium.

    The final board is on the poster, so the film omits it unless `last_board` is set. Returns None for a game
    that is too short, and for a reader who wants no pictures.
    """
    t, locale = reader.locale.t, reader.locale
    log = [replayed.entry for replayed in saga.replay.entries if replayed.entry.kind == "move"]
    stops = story.turn_ends(log, seats=len(reader.snapshot.players))
    if len(stops) < 2 or reader.text_only:
        return None
    numbered = list(enumerate(stops, start=1))
    numbered = sample_evenly(numbered if last_board else numbered[:-1], MAX_FILM_BOARDS)
    boards = await boards_at(reader, saga.replay, [entry for _, entry in numbered])
    labels = story.turn_labels(reader.snapshot.game, saga.replay, stops)
    captions = [
        f"{reader.plain_text.turn_text(labels[turn - 1], turn)} · {date_text(locale, entry.at)}"
        for turn, entry in numbered
    ]
    podium = await reader.pictures.get(StandingsPictureRequest(podium_view(reader, saga)))
    assert podium is not None
    pictures = (*(board.picture for board in boards), podium)
    ending = headline(locale, reader.snapshot.names, saga.outcome)
    alt = t("The game in {n} pictures, from the first turn to the last.", n=len(boards))
    film = CombinedPictureRequest("film", pictures, (*captions, ending))
    return await reader.pictures.file("film", film, alt)


def podium_view(reader: ReaderView, saga: SagaParts) -> PodiumView:
    """Returns the content of the last frame of the film."""
    snapshot, totals = reader.snapshot, saga.outcome.totals
    return PodiumView(
        title=reader.plain_text.game_name,
        subtitle=date_text(reader.locale, snapshot.row.ended or 0),
        places=tuple(
            PodiumPlace(
                place=place, name=snapshot.names[player.seat], points=totals[player.seat] if totals else "–"
            )
            for player in snapshot.players
            if (place := saga.rank(player.seat)) is not None
        ),
        empty=reader.locale.t("Nobody has won"),
    )
