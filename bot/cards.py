"""What stands in the open: the lobby card, the turn card, the final card."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import discord

import db
from bot.agreement import clock_line, pace_line, rated_line
from bot.draft import Draft, Shown, button
from bot.notices import Answer, Notice
from bot.position import Position
from bot.scene import NEUTRAL, Scene, plain_name
from bot.tables import Stretch
from bot.tables.votes import LABELS
from bot.taps import Tap
from bot.words import Words
from rules.game import Seat

LINES_ON_CARD = 10


def lobby_card(position: Position, words: Words, *, trouble: str = "") -> Draft:
    """Who is at the table, what was agreed, and how to join."""
    game, code = position.game, position.code
    teller = words.teller(game, ())
    fewest, most = game.info.seats
    places = [
        f"{number}. {plain_name(player.name)}" for number, player in enumerate(position.players, start=1)
    ]
    free = most - len(position.players)
    draft = Draft(NEUTRAL)
    draft.text(f"## {teller.game_name}", teller.tagline)
    if position.row.status == "closed":
        return draft.text(words.say("Nobody is left at this table. /new opens another."))
    draft.text(
        *places,
        words.say_many("-# {n} free place", "-# {n} free places", n=free) if free else "",
    )
    draft.text(
        *(
            "-# "
            + words.say(
                "{what}: {values}", what=teller.option(field), values=teller.option_value(field, value)
            )
            for field, value in position.options()
        ),
        "-# " + pace_line(position.row, words),
        "-# " + rated_line(position.row, words),
    )
    if position.row.status != "lobby":
        thread = f" <#{position.row.thread}>" if position.row.thread else ""
        return draft.text(words.say("The game has begun.") + thread, trouble)
    missing = fewest - len(position.players)
    if missing > 0:
        draft.text(words.say_many("One more player is needed.", "{n} more players are needed.", n=missing))
    else:
        draft.text(words.say("Ready: <@{host}> can start.", host=position.row.host or 0))
    return draft.text(trouble).buttons(
        button(Tap("join", code), words.say("Join"), discord.ButtonStyle.success, disabled=not free),
        button(Tap("leave", code), words.say("Leave")),
        button(Tap("options", code), words.say("Options")),
        button(Tap("start", code), words.say("Start"), discord.ButtonStyle.primary, disabled=missing > 0),
    )


def no_threads(words: Words) -> str:
    """Which right would give a game a thread of its own."""
    return words.say(
        "-# Skald may not open threads here, so the game is played in this channel. "
        "The permission “Create Public Threads” would give it a thread of its own."
    )


async def turn_card(
    scene: Scene,
    stretch: Stretch,
    *,
    closed_dms: tuple[int, ...] = (),
    deadlines: Mapping[Seat, int] = MappingProxyType({}),
    current: bool = True,
) -> Draft:
    """What happened, the board, who owes what. A card that is no longer the latest has no buttons."""
    position, words = scene.position, scene.words
    owing = sorted(position.owing())
    draft = Draft(scene.colour)
    if current:
        draft.text(*(_ping(scene, seat) for seat in owing), clock_line(scene, deadlines), _absent(scene))
    draft.text(scene.told(stretch.events, LINES_ON_CARD))
    draft.gallery(await scene.board(state=stretch.after, since=stretch.before))
    if not current:
        return draft
    for person in closed_dms:
        draft.text(words.say("-# <@{person}>: your direct messages are closed; tap My hand.", person=person))
    buttons = table_buttons(position, words)
    if any(player.caretaker and not player.resigned for player in position.players):
        buttons += (button(Tap("back", position.code), words.say("I am back")),)
    if position.row.ply > 1:
        buttons += (button(Tap("recap", position.code), words.say("Since my last move")),)
    return draft.buttons(*buttons)


def table_buttons(position: Position, words: Words) -> tuple[discord.ui.Button[discord.ui.LayoutView], ...]:
    return (
        button(Tap("play", position.code), words.say("Play"), discord.ButtonStyle.primary),
        button(Tap("hand", position.code), words.say("My hand")),
        button(Tap("board", position.code), words.say("Board")),
    )


def first_words(scene: Scene) -> str:
    """How a game opens: the promise that its shuffle can be checked."""
    return scene.words.say(
        "-# Shuffle sealed as `{commitment}`: the seed is shown when the game ends.",
        commitment=(scene.position.row.commitment or "")[:16],
    )


async def final_card(scene: Scene, stretch: Stretch, earned: Sequence[db.Success]) -> Draft:
    """How the game ended: who won, what was achieved, the score sheet, the last board, the seed."""
    position, words = scene.position, scene.words
    outcome = position.outcome()
    assert outcome is not None
    people = position.people_at([player.seat for player in position.players])
    draft = Draft(NEUTRAL, mentions=people)
    draft.text(" ".join(f"<@{person}>" for person in people))
    draft.text("## " + scene.teller.outcome(outcome))
    draft.text(scene.told(stretch.events, LINES_ON_CARD))
    draft.text(*_achieved(scene, earned))
    draft.gallery(await scene.score_sheet())
    draft.gallery(await scene.board(state=stretch.after, since=stretch.before))
    seed = position.row.seed.hex() if position.row.seed else ""
    draft.buttons(button(Tap("rematch", position.code), words.say("Another round")))
    return draft.text(
        words.say(
            "-# Sealed as `{commitment}`; the seed was `{seed}`.",
            commitment=position.row.commitment or "",
            seed=seed,
        )
    )


def _achieved(scene: Scene, earned: Sequence[db.Success]) -> Iterator[str]:
    """A line for each person who achieved something for the first time."""
    for player in scene.position.players:
        mine = [scene.teller.word("success", one.success) for one in earned if one.person == player.person]
        if mine:
            name, news = scene.teller.people[player.seat], scene.words.listed(mine)
            yield scene.words.say("New for {who}: {successes}.", who=name, successes=news)


def hand_card(scene: Scene, hand: Shown) -> Draft:
    """A player's hand, with the way back to the table."""
    position, words = scene.position, scene.words
    thread = f" · <#{position.row.thread or position.row.channel}>"
    draft = Draft(scene.colour).text(scene.title + thread).gallery(hand)
    if position.running:
        draft.buttons(
            button(Tap("play", position.code), words.say("Play"), discord.ButtonStyle.primary),
            button(Tap("board", position.code), words.say("Board")),
        )
    return draft


def _absent(scene: Scene) -> str:
    """For whom the caretaker plays, apart from the moves he owes just now."""
    owing, people = scene.position.owing(), scene.teller.people
    names = [
        people[each.seat] for each in scene.position.players if each.caretaker and each.seat not in owing
    ]
    return (
        scene.words.say("-# The caretaker plays for {who}.", who=scene.words.listed(names)) if names else ""
    )


def _ping(scene: Scene, seat: Seat) -> str:
    player = scene.position.players[seat]
    person = player.person
    if player.caretaker:
        return scene.words.say(
            "-# The caretaker for {who}: {owed}.", who=scene.teller.people[seat], owed=scene.owed_by(seat)
        )
    return scene.words.say(
        "{who} {game}: {owed}.",
        who=f"<@{person}>" if person is not None else scene.teller.people[seat],
        game=scene.teller.game_name,
        owed=scene.owed_by(seat),
    )


def notice_card(notice: Notice, words: Words, *, code: str, heading: str = "") -> Draft:
    """A short word to a table or to a person, with the buttons that answer it."""
    draft = Draft(NEUTRAL, mentions=list(notice.mentions))
    pings = " ".join(f"<@{person}>" for person in notice.mentions)
    draft.text(heading, f"{pings} {words.say(notice.text, **notice.values)}".strip())
    return draft.buttons(*_buttons(notice.answers, words, code))


def vote_card(
    notice: Notice, words: Words, position: Position, vote: db.Vote, ballots: Mapping[int, str]
) -> Draft:
    """What the table is asked, what each has answered so far, and when it is over, what came of it."""
    draft = notice_card(notice, words, code=position.code)
    said = [
        words.say("{who}: {answer}", who=plain_name(player.name), answer=words.say(LABELS[choice]))
        for player in position.players
        if player.person is not None and (choice := ballots.get(player.person))
    ]
    if said:
        draft.text("-# " + " · ".join(said))
    return draft.text(words.say("-# This vote is over.")) if vote.closed is not None else draft


def _buttons(
    answers: Sequence[Answer], words: Words, code: str
) -> list[discord.ui.Button[discord.ui.LayoutView]]:
    primary, plain = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    return [
        button(
            Tap(answer.verb, code, words=answer.words),
            words.say(answer.label),
            primary if answer.primary else plain,
        )
        for answer in answers
    ]
