"""Reads a page as a browser without scripts does: its answers, its form, its links."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random

from aiohttp import ClientResponse, ClientSession

BACKWARD = ("undo", "reset", "unhold", "back", "page")


@dataclass
class Answer:
    """A button of the page's form, with its number in the picture, if it has one."""

    value: str
    text: str = ""
    disabled: bool = False
    number: int | None = None


@dataclass
class PageReader(HTMLParser):
    """The parts of one page."""

    text: str = ""
    answers: list[Answer] = field(default_factory=list)
    groups: list[list[Answer]] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    current: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)
    alert: bool = False
    status: str = ""
    heading: str = ""
    action: str = ""
    mark: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self._button: Answer | None = None
        self._reads_number = self._reads_summary = self._reads_status = False
        self._reads_current = self._reads_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.alert = self.alert or known.get("role") == "alert"
        self._reads_heading = self._reads_heading or tag == "h2"
        self._reads_summary = tag == "summary"
        self._reads_status = self._reads_status or known.get("class") == "status"
        if tag == "form":
            self.action = known["action"]
        elif tag == "input" and known.get("type") == "hidden":
            self.fields[known["name"]] = known["value"]
        elif tag == "input" and known.get("name") == "piece":
            self.pieces.append(known["value"])
        elif tag == "button" and known.get("name") == "do":
            self._button = Answer(known["value"], disabled="disabled" in known)
            self.answers.append(self._button)
            if "answer" in known["class"].split():
                self.groups[-1].append(self._button)
        elif known.get("class") == "number" and self._button is not None:
            self._reads_number = True
        elif "answers" in known.get("class", "").split():
            self.groups.append([])
        elif tag == "a" and known.get("href"):
            self.links.append(known["href"])
            self._reads_current = known.get("aria-current") == "true"
        elif tag == "img":
            self.pictures.append(known["src"])
        elif tag == "main":
            self.mark = known.get("data-mark", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._button = None
        elif tag == "div":
            self._reads_status = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._reads_heading:
            self.heading, self._reads_heading = data, False
        if self._reads_current:
            self.current.append(data)
            self._reads_current = False
        self.status += data if self._reads_status else ""
        if self._reads_summary:
            self.details.append(data)
            self._reads_summary = False
        if self._reads_number and self._button is not None:
            self._button.number, self._reads_number = int(data), False
        elif self._button is not None:
            self._button.text += data

    def enabled(self, *verbs: str) -> list[Answer]:
        found = (answer for answer in self.answers if not answer.disabled)
        return [answer for answer in found if not verbs or answer.value.split()[0] in verbs]


def read_page(text: str) -> PageReader:
    page = PageReader()
    page.feed(text)
    return page


async def open_page(browser: ClientSession, url: str) -> PageReader:
    async with browser.get(url) as response:
        assert response.status == 200, await response.text()
        return read_page(await response.text())


async def tap(browser: ClientSession, base: str, page: PageReader, value: str, *pieces: str) -> PageReader:
    """Submit an answer of the page. Returns the page that follows."""
    async with await send_tap(browser, base, page, value, *pieces) as response:
        assert response.status == 200, await response.text()
        return read_page(await response.text())


async def send_tap(
    browser: ClientSession, base: str, page: PageReader, value: str, *pieces: str, origin: str | None = None
) -> ClientResponse:
    data = [*page.fields.items(), ("do", value), *(("piece", piece) for piece in pieces)]
    return await browser.post(base + page.action, data=data, headers={"Origin": origin or base})


def assert_numbered_first(page: PageReader) -> None:
    """Of the answers that are not folded away, those with a number in the picture come first."""
    for answers in page.groups[:1]:
        without_number = [answer.number is None for answer in answers]
        assert without_number == sorted(without_number)


def forward_answers(page: PageReader) -> list[Answer]:
    answers = (answer for answer in page.enabled() if answer.value.split()[0] not in BACKWARD)
    return [answer for answer in answers if answer.text != "Back"]


def choose(page: PageReader, chance: Random) -> tuple[str, tuple[str, ...]]:
    """Choose a random answer, a confirmation first, and any pieces."""
    confirming = page.enabled("go", "short-go")
    if confirming:
        return confirming[0].value, ()
    if page.pieces:
        several = page.enabled("several")
        return several[0].value, (chance.choice(page.pieces),)
    return chance.choice(forward_answers(page)).value, ()
