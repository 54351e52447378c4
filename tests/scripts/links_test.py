#!/usr/bin/env python3
"""Checks the links of the repository's Markdown: files, headings and images that exist, and documents and pictures
that a reader can reach from README.md. Sources that Markdown names as code, and CMake by a path, exist, too.

    links_test.py            all tests
    links_test.py Tree       only the repository's files: prints FILE:LINE: what is wrong
"""

import os
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "scripts", "lib"))
import markdown_links  # noqa: E402

CODE_BLOCK = re.compile(r"(?m)^(?P<fence>```|~~~).*?^(?P=fence)[^\S\n]*$", re.DOTALL)
HEADING = re.compile(r"(?m)^#{1,6}[^\S\n]+(.+?)[^\S\n]*#*[^\S\n]*$")
# `src/a.h` in Markdown, ${PROJECT_SOURCE_DIR}/src/a.cpp in CMake. Capitals stand for several names.
NAMED_SOURCE = re.compile(r"(?:`|\$\{PROJECT_SOURCE_DIR\}/)((?:src|shaders|tests|tools|scripts|web|examples)/[a-z0-9_/.-]+\.(?:cpp|h|glsl|sh|py|mjs))(?=[`\s)@\"]|$)",
                          re.MULTILINE)
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:")


def anchor(heading):
    """The name that GitHub gives a heading."""
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def anchors(text):
    names = {}
    for heading in HEADING.findall(markdown_links.blanked(text, CODE_BLOCK)):
        name = anchor(heading)
        count = names.get(name, 0)
        names[name] = count + 1
        if count:
            names[f"{name}-{count}"] = 1
    return set(names)


def links(text):
    """Pairs of a line's number and a target. Links may span lines; those in code are none."""
    return [(text.count("\n", 0, match.start()) + 1, match["target"]) for match in markdown_links.links(text)]


def findings(read, exists, documents):
    """What is wrong with the links of `documents`; read: path to text, exists: whether a path is tracked."""
    found = []
    reached = {"README.md"}
    to_visit = ["README.md"]
    targets = {}
    for path in documents:
        targets[path] = []
        for line, target in links(read(path)):
            if OUTSIDE.match(target):
                continue
            file, _, name = target.partition("#")
            full = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not exists(full):
                found.append(f"{path}:{line}: {target}: no such file")
                continue
            # GitHub shows a folder's README.md below its files.
            targets[path] += [full, f"{full}/README.md"]
            if name and full.endswith(".md") and name not in anchors(read(full)):
                found.append(f"{path}:{line}: {target}: no such heading")
    while to_visit:
        for target in targets.get(to_visit.pop(), []):
            if target not in reached:
                reached.add(target)
                to_visit.append(target)
    found += [f"{path}:1: no link leads here from README.md" for path in documents if path not in reached]
    return found


def missing_sources(path, text, exists):
    """Sources that a text names and that do not exist."""
    return [f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match.group(1)}: no such file"
            for match in NAMED_SOURCE.finditer(text) if not exists(match.group(1))]


class Rules(unittest.TestCase):
    def wrong(self, **texts):
        files = {name.replace("__", "/") + ".md": text for name, text in texts.items()}
        return findings(files.__getitem__, files.__contains__, list(files))

    def test_good_links(self):
        self.assertEqual([], self.wrong(
            README="# One\n[a](docs/a.md) [b](docs/a.md#two-words-and-code) [c](#one) [d](https://example.org/x#y)",
            docs__a="## Two words, and `code`\n[up](../README.md#one)\n## Twice\n## Twice\n[t](#twice-1)"))

    def test_missing_file(self):
        self.assertEqual(["README.md:2: docs/b.md: no such file"], self.wrong(README="# One\n[b](docs/b.md)"))

    def test_missing_heading(self):
        self.assertEqual(["README.md:1: #two: no such heading"], self.wrong(README="[b](#two)\n# One"))

    def test_image_in_a_link_that_spans_lines(self):
        self.assertEqual(["README.md:2: no.png: no such file"], self.wrong(README="# One\n![a\nb](no.png)"))

    def test_code_has_no_links(self):
        self.assertEqual([], self.wrong(README="`[a](b)`\n\n    [a](b)\n\n```\n[a](b)\n# C\n```\n"))

    def test_heading_in_code_is_none(self):
        self.assertEqual(["README.md:1: #c: no such heading"], self.wrong(README="[a](#c)\n```\n# C\n```\n"))

    def test_document_without_a_way_to_it(self):
        self.assertEqual(["docs/a.md:1: no link leads here from README.md"], self.wrong(README="# One", docs__a="# A"))

    def test_missing_sources(self):
        text = "`src/a.h` and `src/b.h`, `src/*/c.h`\nset(x ${PROJECT_SOURCE_DIR}/src/d.cpp)\n"
        self.assertEqual(["x.md:1: src/b.h: no such file", "x.md:2: src/d.cpp: no such file"],
                         missing_sources("x.md", text, lambda file: file == "src/a.h"))


def files_of_tree():
    """Paths of the repository's files; without git, of all files but those of builds."""
    try:
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True)
        if listed.returncode == 0:
            return set(listed.stdout.split("\0"))
    except FileNotFoundError:
        pass
    files = set()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("build", "node_modules") and not name.startswith(".")]
        files |= {os.path.relpath(os.path.join(folder, name), ROOT) for name in names}
    return files


class Tree(unittest.TestCase):
    def test_links(self):
        files = files_of_tree()
        folders = {os.path.dirname(file) for file in files}
        folders |= {os.path.dirname(folder) for folder in folders}

        def read(path):
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                return file.read()

        documents = sorted(file for file in files if file.endswith(".md"))
        found = findings(read, lambda path: path in files or path in folders, documents)
        # The history names files that are gone.
        for path in sorted(file for file in files if file.endswith((".md", "CMakeLists.txt", ".cmake")) and file != "CHANGELOG.md"):
            found += missing_sources(path, read(path), lambda name: name in files)
        self.assertEqual([], found, "\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main()
