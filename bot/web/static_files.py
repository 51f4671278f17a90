"""Style sheets, scripts and fonts, read once. Their path has a digest of all, so browsers keep them."""

import importlib.resources
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}
FONTS = {
    "cinzel.ttf": ("fontpkg_cinzel", "files/Cinzel[wght].ttf"),
    "atkinson.ttf": ("fontpkg_atkinson_hyperlegible", "files/AtkinsonHyperlegible-Regular.ttf"),
    "atkinson-bold.ttf": ("fontpkg_atkinson_hyperlegible", "files/AtkinsonHyperlegible-Bold.ttf"),
}
"""Fonts of the boards, by file name: package and path."""


def _read_files() -> dict[str, bytes]:
    files = {file.name: file.read_bytes() for file in FOLDER.iterdir() if file.is_file()}
    fonts = {
        name: (importlib.resources.files(package) / path).read_bytes()
        for name, (package, path) in FONTS.items()
    }
    return files | fonts


FILES = _read_files()
DIGEST = sha256(b"".join(FILES[name] for name in sorted(FILES))).hexdigest()[:12]
STATIC_PATH = f"/static/{DIGEST}"
