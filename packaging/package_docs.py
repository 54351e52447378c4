#!/usr/bin/env python3
"""Writes the documents of a package: package_docs.py SOURCE DESTINATION

A package has the texts and neither pictures nor sources: an image becomes its description, and a link to a file that is not there
its text. README.md begins with a note about that.
"""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "scripts" / "lib"))
import markdown_links  # noqa: E402

NOTE = """*This is the text of a package: the program is called `phalanx`, and models named `assets/...` are found wherever it runs. Pictures and
files of the source are not part of it, nor are commands that begin with `scripts/`.*
"""


def without_dead_links(text, folder, packaged):
    parts = []
    end = 0
    for match in markdown_links.links(text):
        image, target = match["image"], match["target"]
        label = text[match.start("label") : match.end("label")]  # may be code
        path = target.partition("#")[0]
        there = not path or "://" in path or (folder / path).resolve() in packaged
        parts.append(text[end : match.start()])
        parts.append(f"*Picture: {label}.*" if image else f"[{label}]({target})" if there else label)
        end = match.end()
    return "".join(parts) + text[end:]


def main(source, destination):
    readme = source / "README.md"
    documents = [readme, *sorted((source / "docs").glob("*.md"))]
    packaged = {path.resolve() for path in [*documents, source / "LICENSE"]}
    for document in documents:
        text = without_dead_links(document.read_text(encoding="utf-8"), document.parent, packaged)
        if document == readme:
            title, _, rest = text.partition("\n")
            text = f"{title}\n\n{NOTE}{rest}"
        written = destination / document.relative_to(source)
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
