"""`python -m tests.render.approve` draws the approved pictures that have changed, or only those named."""

from sys import argv

from tests.render.approved_pictures import FOLDER, TOLERANCE, approved_pictures, encode, visible_difference


def main() -> None:
    pictures = approved_pictures()
    for name, draw in pictures.items():
        file, data = FOLDER / name, encode(draw())
        if argv[1:] and not any(word in name for word in argv[1:]):
            continue
        if not file.exists() or visible_difference(file.read_bytes(), data)[0] > TOLERANCE:
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(data)
            print(file)
    for file in FOLDER.rglob("*.webp"):
        if file.relative_to(FOLDER).as_posix() not in pictures:
            file.unlink()
            print(f"deleted {file}")


if __name__ == "__main__":
    main()
