"""/club profile: somebody's numbers over time, what they played, whom they met, what they achieved."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord
from babel.numbers import format_decimal

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.commands import CLUB, Given, Option, command
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap, first_person
from bot.chat.messages.message_builder import Draft, button
from bot.chat.table import successes
from bot.i18n import Words, mark, words_for
from bot.play.account import preferences
from bot.play.core.refusals import Denied
from bot.play.turns.opponents import EVERYBODY
from bot.standings.leaderboards import Medals, medals_of
from bot.standings.player_stats import expected_wins, in_company, usual_score
from bot.standings.player_stats import streak as streak_of
from bot.standings.ratings import OVERALL, PROVISIONAL_BELOW, Skill
from bot.views.markup import plain_name
from bot.views.pace_text import LEVEL_NAMES
from bot.views.picture_file import PictureFile
from bot.views.pictures import Standings
from bot.views.reader_view import NEUTRAL
from bot.views.standings_text import about, alt_of, day_of, percent, title_of
from db.clock import DAY
from db.users import NOBODY
from render.standings.views import Curve, CurvePoint, Fact, ProfileView, Rival, TitleRecord
from rules.game import AnyGame

RIVALS = 4
LEAST_STREAK = 2
POINTS_ON_CURVE = 200
PERSON = "person"


@dataclass(frozen=True, slots=True)
class Life:
    """All that is known of somebody on a server, or of all their games where there is none."""

    person: db.Person
    record: Mapping[str, db.Tally]
    results: Sequence[db.Result]
    ratings: Mapping[str, db.Rating]
    curves: Mapping[str, Sequence[db.RatingStep]]
    meetings: Sequence[db.Meeting]
    names: Mapping[int, str]
    successes: Sequence[db.Success]
    medals: Medals
    kudos: int


@command(
    mark("profile"),
    mark("What somebody has played and achieved"),
    Option(PERSON, mark("person"), mark("Player (default: you)"), person=True),
    group=CLUB,
)
async def profile(request: Request, given: Given) -> None:
    person = given.get(PERSON)
    await _show(request, int(person) if person else None)


@on_tap("hide", "update")
async def hide(request: Request, tap: Tap) -> None:
    """Hide from boards, or come back."""
    await preferences.hide(request.tables, request.visitor.id, hidden=tap.words[:1] == ("yes",))
    await _show(request)


@on_tap("profile", "update")
async def open_again(request: Request, tap: Tap) -> None:
    await _show(request, first_person(tap))


@on_tap("profile-post", "update")
async def post_here(request: Request, tap: Tap) -> None:
    """The picture for everybody, in the language of the server; nothing that is private is in it."""
    words, whose = request.words, first_person(tap)
    if request.server is not None:
        words = words_for((await db.servers.find(request.store, request.server)).language)
    async with request.store.read() as reads:
        life = await _life(reads, whose, request.server)
    if life.person.preferences.hidden:
        raise Denied("profile_private", name=plain_name(life.person.name or NOBODY))
    if life.results:
        await request.post(await _pictured(request, words, life, life.person.name or NOBODY))


async def _pictured(request: Request, words: Words, life: Life, name: str) -> Draft:
    view = _view(words, request.games, life, name)
    picture = await request.context.pictures.get(Standings(view))
    assert picture is not None
    played = {result.key for result in life.results}
    return (
        Draft(NEUTRAL)
        .text(f"## {plain_name(name)}")
        .gallery(PictureFile("profile", picture, _alt(words, view)))
        .text(*successes.titles_in_words(words, request.games, played, life.successes))
    )


async def _show(request: Request, person: int | None = None) -> None:
    """Somebody's profile; only they themselves see what is private in it."""
    me = request.visitor.id
    whose = me if person is None else person
    async with request.store.read() as reads:
        life = await _life(reads, whose, request.server)
        company = await db.results.encounters(reads, whose)
        on_time = await db.results.played_themselves(reads, me) if whose == me else None
    name = request.visitor.name if whose == me else life.person.name or NOBODY
    words, hidden = request.words, life.person.preferences.hidden
    if hidden and whose != me:
        raise Denied("profile_private", name=plain_name(name))
    if life.results:
        draft = await _pictured(request, words, life, name)
    else:
        draft = Draft(NEUTRAL).text(f"## {plain_name(name)}")
        elsewhere = mark("No finished game on this server yet. /new opens a table.")
        none = mark("No finished game yet. /new opens a table.")
        draft.text(words.say(elsewhere if company and request.server is not None else none))
    draft.text(_against_opponents(words, company))
    successes.add_choice(draft, words, request.games, whose)
    if life.results and request.server is not None and not hidden:
        draft.buttons(button(Tap("profile-post", words=(str(whose),)), words.say("Post here")))
    if whose == me:
        _private(draft, words, on_time, hidden=hidden)
    await request.show(draft)


def _against_opponents(words: Words, company: Sequence[db.Encounter]) -> str:
    """How somebody fared against computer players of each level, wherever they met; of several at a table
    they must leave all behind."""
    games: dict[tuple[str, str], bool] = {}
    for met in company:
        if opponent := EVERYBODY.get(met.opponent):
            key = opponent.level, met.game
            games[key] = bool(met.ahead) and games.get(key, True)
    won = Counter(level for (level, _), ahead in games.items() if ahead)
    lost = Counter(level for (level, _), ahead in games.items() if not ahead)
    told = [
        words.say("{level} {won} : {lost}", level=words.say(text), won=won[level], lost=lost[level])
        for level, text in LEVEL_NAMES.items()
        if won[level] + lost[level]
    ]
    if not told:
        return ""
    return words.say("Against computer players: {record}", record=" · ".join(told))


def _private(draft: Draft, words: Words, on_time: float | None, *, hidden: bool) -> None:
    if on_time is not None:
        draft.text(
            words.say(
                "-# Only you see this: at tables with a clock, you made {percent} % of your moves in time.",
                percent=percent(on_time),
            )
        )
    if hidden:
        draft.text(words.say("-# You're on no leaderboard, and nobody else sees this profile."))
    label = words.say("Show me on boards") if hidden else words.say("Hide me from boards")
    draft.buttons(
        button(
            Tap("hide", words=("no" if hidden else "yes",)),
            label,
            discord.ButtonStyle.primary if hidden else discord.ButtonStyle.secondary,
        )
    )


async def _life(reads: db.Reads, person: int, server: int | None) -> Life:
    meetings = await db.results.meetings(reads, person, server, limit=RIVALS)
    met = await db.users.names_and_hiding(reads, [meeting.person for meeting in meetings])
    medals = medals_of(await db.seasons.closed(reads, server)) if server is not None else {}
    return Life(
        person=await db.users.find(reads, person),
        record=await db.results.record_of(reads, person, server),
        results=await db.results.own(reads, person, server),
        ratings=await db.ratings.of_person(reads, person, server) if server is not None else {},
        curves=await db.ratings.curve(reads, person, server) if server is not None else {},
        meetings=meetings,
        names={one: name or NOBODY for one, (name, _) in met.items()},
        successes=await db.successes.of_person(reads, person),
        medals=medals.get(person, (0, 0, 0)),
        kudos=await db.kudos.count(reads, person),
    )


def _view(words: Words, games: Mapping[str, AnyGame], life: Life, name: str) -> ProfileView:
    overall = life.ratings.get(OVERALL)
    every = [step for steps in life.curves.values() for step in steps]
    return ProfileView(
        name=name,
        subtitle=" · ".join(
            part for part in (_rating_in_words(words, overall), _streak_in_words(words, life)) if part
        ),
        curves=tuple(_curves(words, games, life)),
        first_day=day_of(words, min(step.at for step in every)) if every else "",
        last_day=day_of(words, max(step.at for step in every)) if every else "",
        titles=tuple(_records(words, games, life)),
        rivals_label=words.say("Rivals"),
        rivals=tuple(
            Rival(
                name=life.names.get(one.person, NOBODY), ahead=one.ahead, behind=one.behind, level=one.level
            )
            for one in life.meetings
        ),
        facts=tuple(_facts(words, games, life)),
        medals=life.medals,
        empty="" if every else words.say("No rated game yet"),
    )


def _rating_in_words(words: Words, rating: db.Rating | None) -> str:
    if rating is None:
        return ""
    skill = Skill(rating.mu, rating.sigma)
    doubt = "?" if rating.games < PROVISIONAL_BELOW else ""
    return words.say("All games: {rating} ±{margin}", rating=f"{skill.shown}{doubt}", margin=skill.margin)


def _streak_in_words(words: Words, life: Life) -> str:
    """Victories in a row, where there are or were some."""
    streak = streak_of(in_company(life.results))
    if streak.longest < LEAST_STREAK:
        return ""
    if streak.now == streak.longest:
        return words.say("{n} wins in a row", n=streak.now)
    if streak.now >= LEAST_STREAK:
        return words.say("{n} wins in a row, once {longest}", n=streak.now, longest=streak.longest)
    return words.say("once {longest} wins in a row", longest=streak.longest)


def _curves(words: Words, games: Mapping[str, AnyGame], life: Life) -> Iterator[Curve]:
    for key in (OVERALL, *games):
        steps, rating = life.curves.get(key, ()), life.ratings.get(key)
        if not steps or rating is None:
            continue
        start = CurvePoint(at=steps[0].at - DAY, value=Skill(steps[0].mu_before).shown)
        points = [start, *(CurvePoint(at=step.at, value=Skill(step.mu).shown) for step in steps)]
        yield Curve(
            label=title_of(words, games, key),
            points=tuple(points[-POINTS_ON_CURVE:]),
            provisional=rating.games < PROVISIONAL_BELOW,
        )


def _records(words: Words, games: Mapping[str, AnyGame], life: Life) -> Iterator[TitleRecord]:
    for key, game in games.items():
        tally, rating = life.record.get(key), life.ratings.get(key)
        if tally is None:
            continue
        yield TitleRecord(
            title=words.teller(game, ()).game_name,
            told=_told(words, life, key, tally),
            rating=Skill(rating.mu).shown if rating else None,
            provisional=rating is not None and rating.games < PROVISIONAL_BELOW,
        )


def _told(words: Words, life: Life, key: str, tally: db.Tally) -> str:
    """Games, victories and those to be expected, the best and the usual score."""
    results = [one for one in in_company(life.results) if one.key == key]
    expected = expected_wins(results, life.curves.get(key, ()))
    won = words.say(
        "{n} of {games} won ({expected} expected)",
        n=tally.wins,
        games=tally.games,
        expected=_tenths(words, expected),
    )
    usual = usual_score(results)
    if tally.best is None or usual is None:
        return won
    scores = words.say("best {score}, usually {usual}", score=tally.best, usual=usual)
    return f"{won} · {scores}"


def _tenths(words: Words, number: float) -> str:
    return format_decimal(round(number, 1), locale=words.language)


def _facts(words: Words, games: Mapping[str, AnyGame], life: Life) -> Iterator[Fact]:
    for key, game in games.items():
        teller = words.teller(game, ())
        loved = Counter(one for result in life.results if result.key == key for one in result.favourites)
        if loved:
            most = max(loved.values())
            named = dict(teller.pieces())
            best = [named.get(one, one) for one, times in loved.items() if times == most]
            yield Fact(label=words.say("Favourite of {game}", game=teller.game_name), value=best[0])
        alone = [
            result.score
            for result in life.results
            if result.key == key and result.seats == 1 and result.counted and result.score is not None
        ]
        if alone:
            yield Fact(label=words.say("{game}, solo", game=teller.game_name), value=str(max(alone)))
    if life.kudos:
        yield Fact(label=words.say("Kudos"), value=str(life.kudos))


def _alt(words: Words, view: ProfileView) -> str:
    return alt_of(
        view.name,
        view.subtitle,
        *(about(words, record.title, _said(record)) for record in view.titles),
        *(about(words, fact.label, fact.value) for fact in view.facts),
        *(
            words.say(
                "Against {who}: {ahead} ahead, {behind} behind, {level} level",
                who=rival.name,
                ahead=rival.ahead,
                behind=rival.behind,
                level=rival.level,
            )
            for rival in view.rivals
        ),
        view.empty,
    )


def _said(record: TitleRecord) -> str:
    if record.rating is None:
        return record.told
    return f"{record.told} · {record.rating}{'?' if record.provisional else ''}"
