"""The frame of every page: head, link preview, header, and figures with their texts."""

from dataclasses import dataclass, field

from bot.i18n import Locale
from bot.views.picture_file import PictureFile
from bot.web.html import Content, Html, tag
from bot.web.static_files import STATIC_PATH
from render.kit.regions import Region

SITE_NAME = "Skald"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """Open Graph tags: how the link unfurls in a chat."""

    url: str
    description: str
    image: str
    image_alt: str
    width: int
    height: int

    def tags(self, title: str) -> list[Html]:
        properties = {
            "og:site_name": SITE_NAME,
            "og:type": "website",
            "og:title": title,
            "og:description": self.description,
            "og:url": self.url,
            "og:image": self.image,
            "og:image:alt": self.image_alt,
            "og:image:width": str(self.width),
            "og:image:height": str(self.height),
        }
        return [
            *(tag("meta", property=name, content=value) for name, value in properties.items()),
            tag("meta", name="twitter:card", content="summary_large_image"),
            tag("meta", name="description", content=self.description),
        ]


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page: its title, its main part, and the scripts it needs.

    `live` is the path of its events, `mark` what it shows now; both are empty for a page that stands still.
    """

    title: str
    main: Content
    kind: str = "plain"
    scripts: tuple[str, ...] = ()
    preview: LinkPreview | None = None
    live: str = ""
    mark: str = ""
    status: int = 200
    header: Content = field(default=None)


def render_page(page: WebPage, locale: Locale) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="robots", content="noindex"),
        tag("title", f"{page.title} · {SITE_NAME}"),
        page.preview.tags(page.title) if page.preview else None,
        tag("link", rel="icon", href=f"{STATIC_PATH}/icon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href=f"{STATIC_PATH}/board.css"),
        (tag("script", type="module", src=f"{STATIC_PATH}/{name}") for name in page.scripts),
    )
    main = tag(
        "main", page.main, id="main", data_live=page.live or None, data_mark=page.mark or None, tabindex="-1"
    )
    skip = tag("a", locale.t("Skip to the board"), href="#main", class_="skip")
    words = {
        "data_zoom_in": locale.t("Zoom in"),
        "data_zoom_out": locale.t("Zoom out"),
        "data_on_board": locale.t("Tap a highlighted place, or choose here"),
    }
    news = tag("p", id="news", role="status", class_="unseen")
    body = tag("body", skip, page.header, main, news, class_=page.kind, **words)
    return "<!doctype html>\n" + tag("html", head, body, lang=locale.language)


def figure(file: PictureFile, src: str, locale: Locale, *, lazy: bool = False) -> Html:
    """Returns a picture with its text below it, for readers who do not see it."""
    picture = file.picture
    image = tag(
        "img",
        src=src,
        alt=file.alt,
        width=picture.width,
        height=picture.height,
        loading="lazy" if lazy else None,
        decoding="async",
        draggable="false",
    )
    stage = tag("div", tag("div", image, class_="sheet"), class_="stage", data_name=file.name)
    words = tag("details", tag("summary", locale.t("In words")), tag("p", file.alt), class_="words")
    return tag("figure", stage, words, class_=f"picture {file.name}")


_ICONS = {
    "first": "M6 5h3v14H6zM19 5v14L9 12z",
    "back": "M15 4l2 2-6 6 6 6-2 2-8-8z",
    "play": "M7 5v14l11-7z",
    "pause": "M7 5h4v14H7zM13 5h4v14h-4z",
    "on": "M9 4L7 6l6 6-6 6 2 2 8-8z",
    "last": "M15 5h3v14h-3zM5 5v14l10-7z",
}


def icon(name: str) -> Html:
    """Returns a sign of a player's controls."""
    path = tag("path", d=_ICONS[name])
    return tag("svg", path, viewBox="0 0 24 24", class_=f"icon {name}", aria_hidden="true")


def outline_text(region: Region) -> str:
    """Returns the corners of a region as `x,y x,y`, in pixels of its picture."""
    return " ".join(f"{x},{y}" for x, y in region.outline)
