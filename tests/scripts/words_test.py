#!/usr/bin/env python3
"""Checks the words of the repository's text against words.txt: comments, strings, documentation, and names
of several words in code.

    words_test.py               all tests
    words_test.py Tree          only the repository's files: prints FILE:LINE: "phrase": write "words" instead

A phrase that words.txt forbids must be wrong wherever it is written, so there is no mark that permits it in one place. If it
is right somewhere, narrow its pattern.
"""

import bisect
import os
import re
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDERS = ("docs", "src", "shaders", "tests", "tools", "examples", "scripts", "assets", "third_party", "packaging")
TOP_FILES = ("README.md", "CHANGELOG.md", "CMakeLists.txt")
LIST = "tests/scripts/words.txt"
NOT_READ = (LIST, "tests/scripts/words_test.py")

# What a token is. `skip` is code that must not be taken for the start of a comment or a string.
C_TOKEN = re.compile(r"""
    (?P<comment> // (?: \\\n | [^\n] )* | /\* .*? (?: \*/ | \Z ) )
  | (?<!\w) (?:u8|[uUL])? R" (?P<mark> [^()\\\s]* ) \( (?P<raw> .*? ) \) (?P=mark) "
  | " (?P<string> (?: \\. | [^"\\\n] )* ) "
  | (?P<skip> ^ [ \t]* \# [ \t]* include \s* (?: <[^>\n]*> | "[^"\n]*" )
            | \.? \d (?: '? \w | \. )*      # numbers such as 1'000, whose ' starts no character
            | \w+
            | ' (?: \\. | [^'\\\n] )+ ' )
    """, re.VERBOSE | re.DOTALL | re.MULTILINE)
PYTHON_TOKEN = re.compile(r"""
    (?P<comment> \# [^\n]* )
  | (?P<mark> \"{3} | '{3} ) (?P<raw> (?: \\. | . )*? ) (?P=mark)
  | (?P<quote> ["'] ) (?P<string> (?: \\. | (?! (?P=quote) ) [^\\\n] )* ) (?P=quote)
    """, re.VERBOSE | re.DOTALL)
NAME = re.compile(r"[A-Za-z_]\w*")
WORD_OF_NAME = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
ESCAPE = re.compile(r"""\\(?:x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|.)""", re.DOTALL)
URL = re.compile(r"https?://[^\s)>\"]+")


class Text:
    """A file's text without its code: blocks, each one line of `joined`, in which white space is one space."""

    def __init__(self):
        self.joined = ""
        self.starts = []  # offsets in `joined` of the pieces, ascending
        self.lines = []   # their lines in the file
        self.parts = []

    def add(self, line, text, glue):
        """Adds a piece of a line, after `glue`: "" or " " continues the block, a line break starts another."""
        text = re.sub(r"\s+", " ", URL.sub("", text))
        after_space = not self.parts or self.parts[-1].endswith(" ")
        if glue or after_space:
            text = text.lstrip()
        if glue == " " and after_space or not self.parts:
            glue = ""
        self.parts.append(glue + text)
        self.lines.append(line)

    def done(self):
        offset = 0
        for part in self.parts:
            self.starts.append(offset)
            offset += len(part)
        self.joined = "".join(self.parts)
        return self

    def line_at(self, offset):
        return self.lines[bisect.bisect_right(self.starts, offset) - 1]


def add_lines(text, first_line, lines, glue):
    """Adds lines that belong together. An empty line ends a block."""
    for number, line in enumerate(lines, first_line):
        if line.strip():
            text.add(number, line, glue)
            glue = " "
        else:
            glue = "\n"
    return glue


def unescaped(string):
    return ESCAPE.sub(lambda found: found[0][1] if found[0][1] in "\"'" else " ", string)


def from_tokens(source, token):
    """Comments and strings. Comments one below the other are joined, and so are strings with only white space between."""
    text = Text()
    previous = None  # kind, end and column of the last comment or string
    line, counted = 1, 0
    for found in token.finditer(source):
        kind = found.lastgroup
        if kind in ("skip", None):
            continue
        kind = "comment" if found["comment"] is not None else "string"
        start = found.start()
        line += source.count("\n", counted, start)
        counted = start
        column = start - source.rfind("\n", 0, start)
        glue = "\n"
        if previous is not None and previous[0] == kind:
            gap = source[previous[1]:start]
            if not gap.strip() and (kind == "string" or gap.count("\n") <= 1 and column == previous[2]):
                glue = "" if kind == "string" else " "
        if kind == "comment":
            lines = [re.sub(r"^\s*(?://[/!<]*|/\*+|\*+/|\*|#+!?)", "", part) for part in found[0].split("\n")]
            glue = add_lines(text, line, [re.sub(r"\*/$|\\$", "", part) for part in lines], glue)
        elif found["raw"] is not None:
            add_lines(text, line, found["raw"].split("\n"), glue)
        else:
            text.add(line, unescaped(found["string"]), glue)
        # An empty comment line ends a block.
        previous = (None if kind == "comment" and glue == "\n" else kind, found.end(), column)
    return text.done()


def from_c(source):
    return from_tokens(source, C_TOKEN)


def from_python(source):
    return from_tokens(source, PYTHON_TOKEN)


def from_lines(source):
    """Whole lines of shell scripts and CMake files. Consecutive lines are joined: comments, or code."""
    text = Text()
    glue, was_comment = "\n", False
    for number, line in enumerate(source.split("\n"), 1):
        stripped = line.strip()
        is_comment = stripped.startswith("#")
        if is_comment != was_comment:
            glue = "\n"
        was_comment = is_comment
        glue = add_lines(text, number, [stripped.lstrip("#!") if is_comment else stripped.removesuffix("\\")], glue)
    return text.done()


def from_markdown(source):
    """Paragraphs without code blocks and inline code."""
    lines = source.split("\n")
    fence, after_blank, in_code, content = "", True, False, 0  # content: the column of a list's text
    for number, line in enumerate(lines):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        opened = re.match(r"`{3,}|~{3,}", stripped)
        if fence or opened:
            if not fence:
                fence = opened[0]
            elif opened and opened[0].startswith(fence) and stripped == opened[0]:
                fence = ""
            lines[number] = ""
            after_blank = True
            continue
        if not stripped:
            after_blank = True
            continue
        if after_blank or in_code:
            in_code = indent >= content + 4
        marker = re.match(r"\s*(?:[-*+]|\d+[.)])\s+", line)
        if in_code:
            lines[number] = ""
        elif marker:
            content = len(marker[0])
        elif after_blank and indent == 0:
            content = 0
        after_blank = False

    def keep_breaks(found):
        return "`" + "\n" * found[0].count("\n")

    prose = re.sub(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)", keep_breaks, "\n".join(lines), flags=re.DOTALL)
    prose = re.sub(r"\]\([^)\s]*\)", "]", prose)
    text = Text()
    add_lines(text, 1, [re.sub(r"^\s*>+", "", line) for line in prose.split("\n")], "\n")
    return text.done()


READERS = {".cpp": from_c, ".h": from_c, ".in": from_c, ".glsl": from_c, ".vert": from_c, ".frag": from_c, ".comp": from_c,
           ".py": from_python, ".sh": from_lines, ".txt": from_lines, ".cmake": from_lines, ".md": from_markdown}


def names_of(source, known):
    """Names of several words in code, as words: kBytesAFrame is "bytes a frame". Skips names in `known` and adds them."""
    text = Text()
    for number, line in enumerate(source.split("\n"), 1):
        for name in NAME.findall(line):
            words = [word.lower() for word in WORD_OF_NAME.findall(name)]
            if words[:1] == ["k"]:
                words = words[1:]
            if len(words) > 1 and name not in known:
                known.add(name)
                text.add(number, " ".join(words), "\n")
    return text.done()


def texts_of(path, source, known_names):
    """The texts of a file: what its reader gives, and in code the names."""
    texts = [reader_of(path)(source)]
    return texts if path.endswith(".md") else [*texts, names_of(source, known_names)]


def reader_of(path):
    return READERS.get(os.path.splitext(path)[1])


def read_list(text):
    """The patterns of words.txt with what to write instead. Throws ValueError for a line of another form."""
    words, parts = [], {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, value = (part.strip() for part in line.partition("\t"))
        if not name or not value:
            raise ValueError(f"{LIST}:{number}: expected a pattern, a tab, and what to write instead")
        try:
            if re.fullmatch(r"@[a-z]+", name):
                parts[name] = value
                continue
            words.append((re.compile(re.sub(r"@[a-z]+", lambda part: parts[part[0]], name), re.IGNORECASE | re.MULTILINE), value))
        except (re.error, KeyError) as error:
            raise ValueError(f"{LIST}:{number}: not a pattern: {error}") from error
    return words


def findings(path, source, words, known_names=None):
    """`known_names`: names that were read in other files, which are not read again."""
    known_names = set() if known_names is None else known_names
    found = {(text.line_at(match.start()), match[0].strip(), match.expand(instead))
             for text in texts_of(path, source, known_names) for pattern, instead in words for match in pattern.finditer(text.joined)}
    return [f'{path}:{line}: "{phrase}": write "{instead}" instead' for line, phrase, instead in sorted(found)]


def repository_files(root):
    """The tracked files with text; without git, all files of the same folders."""
    listed = b""
    try:
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--", *TOP_FILES, *FOLDERS], capture_output=True, check=True).stdout
    except (FileNotFoundError, subprocess.CalledProcessError):
        pass  # no git on this machine, or no repository
    if listed:
        files = listed.decode().split("\0")
    else:
        files = [*TOP_FILES]
        for folder in FOLDERS:
            for parent, _, names in os.walk(os.path.join(root, folder)):
                files += [os.path.relpath(os.path.join(parent, name), root).replace(os.sep, "/") for name in names]
    return sorted(file for file in files if reader_of(file) and file not in NOT_READ and os.path.isfile(os.path.join(root, file)))


def read(root, file):
    with open(os.path.join(root, file), encoding="utf-8") as stream:
        return stream.read()


BAD_C = """#include "mend.h"  // whom it serves
// Uploads 256 bytes a
// frame, and
//
/* The bench
 * is made anew. */
int mend = 1'000;  // '"' is a quotation mark: mended
char c = '"';      // men
char e = '\\\\';     // his
const char* s = "\\"fine\\" // whom " /* code */ "mends";
const char* t = "{} joints "
                "a vertex";
const char* u = R"x(first
two)" of whom)x";
// Joined with nothing here.
float v;  // 64 bytes

// a unit
float w;  // 64 bytes
// a unit
"""
GOOD_C = """#include "he/him.h"
#include <anew>
int he = mend(anew, 1'0, 'h');  // renders it again
#define HIS "its" // https://example.org/whom/his
// Draws a unit. 3 draws a unit cannot see: at 1 pixel a soldier becomes an impostor.
// The renderer calls a frame finished once 4 joints a vertex shader reads are ready.
// Which attribute gives the joints a vertex follows; 16 bytes a vertex shader reads in turns keep their shape.
const char* s = "held to 30 frames per second, as far as the army reaches, likewise amended recommended menders";
"""
BAD_PYTHON = """# Kept by
# whom
x = 'mended # his' + "he"  # anew
def f():
    \"\"\"Counts 5 draw calls a
    frame.\"\"\"
"""
GOOD_PYTHON = """he = his + mend[whom]
x = '#', "it's", 'say "its"'  # "again"
y = he
"""
BAD_SHELL = """#!/bin/sh
# All in their places: 12 joints
# a vertex.
fail "the unit and his shield"
cat <<HELP
made
anew
HELP
"""
GOOD_SHELL = """for name in "$@"; do draws_a=3; done # ${#name}
# 12 joints

# a vertex
amends_it || fail "64 bytes per unit"
"""
BAD_MARKDOWN = """# Men

Text of `code` in which
he stands: 24 bytes a
vertex.

1. Item

   continued anew

| column | 4 ms a frame |
"""
GOOD_MARKDOWN = """# Units

    whom code

Text with `his code`, ``he ` him`` and [a link](whom.md), https://example.org/anew.

```
mend
```

- Item

      anew in code
"""


class Readers(unittest.TestCase):
    def setUp(self):
        self.words = read_list(read(ROOT, LIST))

    def found(self, path, source):
        """Line and phrase of each finding."""
        pattern = re.compile(r'[^:]+:(\d+): "(.*)": write "[^"]+" instead')
        matches = [pattern.fullmatch(finding) for finding in findings(path, source, self.words)]
        return [(int(match[1]), match[2]) for match in matches]

    def test_comments_and_strings_of_cpp_and_glsl(self):
        bad = [(1, "whom"), (2, "bytes a frame"), (6, "anew"), (7, "mended"), (8, "men"), (9, "his"), (10, "mends"),
               (10, "whom"), (11, "} joints a vertex"), (14, "whom")]
        for path in ("src/a.cpp", "src/a.h", "shaders/a.glsl", "shaders/a.vert", "shaders/a.frag", "shaders/a.comp"):
            self.assertEqual(self.found(path, BAD_C), bad, path)
            self.assertEqual(self.found(path, GOOD_C), [], path)

    def test_comments_and_strings_of_python(self):
        self.assertEqual(self.found("a.py", BAD_PYTHON), [(2, "whom"), (3, "anew"), (3, "he"), (3, "his"), (3, "mended"),
                                                          (5, "5 draw calls a frame")])
        self.assertEqual(self.found("a.py", GOOD_PYTHON), [])

    def test_lines_of_shell_and_cmake(self):
        for path in ("a.sh", "CMakeLists.txt"):
            self.assertEqual(self.found(path, BAD_SHELL), [(2, "12 joints a vertex"), (4, "his"), (7, "anew")])
            self.assertEqual(self.found(path, GOOD_SHELL), [])

    def test_names_in_code(self):
        for path in ("src/a.cpp", "a.py", "a.sh"):
            self.assertEqual(self.found(path, "x = kBytesAUnit\nbaked_anew\ntellRow(x)\n"),
                             [(1, "bytes a unit"), (2, "anew"), (3, "tell")])
            self.assertEqual(self.found(path, "x = draw(kDrawsAll, bytes_per_unit, whole, theirMeshes)\n"), [])

    def test_prose_of_markdown(self):
        self.assertEqual(self.found("a.md", BAD_MARKDOWN), [(1, "Men"), (4, "bytes a vertex"), (4, "he"), (9, "anew"),
                                                            (11, "ms a frame")])
        self.assertEqual(self.found("a.md", GOOD_MARKDOWN), [])

    def test_what_to_write_instead_may_repeat_a_part_of_the_phrase(self):
        self.assertEqual(findings("a.md", "It uploads\n256 bytes a\nunit.", self.words),
                         ['a.md:2: "bytes a unit": write "per unit" instead'])


class List(unittest.TestCase):
    def test_a_line_of_another_form_is_an_error(self):
        self.assertEqual(len(read_list("# comment\n\n@it\t(?:a|b)\n@it c\tx\nd\ty\n")), 2)
        for bad in ("word", "word\t", "\tinstead", "wo(rd\tinstead", "@none\t(\n@other word\tinstead"):
            with self.assertRaisesRegex(ValueError, f"^{LIST}:"):
                read_list("# comment\n" + bad)


class Tree(unittest.TestCase):
    def test_files_without_git(self):
        with tempfile.TemporaryDirectory() as root:
            for file in ("README.md", "docs/a/page.md", "docs/data.json", "src/b.cpp", "build/c.cpp", LIST):
                os.makedirs(os.path.dirname(os.path.join(root, file)), exist_ok=True)
                with open(os.path.join(root, file), "w", encoding="utf-8"):
                    pass
            self.assertEqual(repository_files(root), ["README.md", "docs/a/page.md", "src/b.cpp"])

    def test_the_repository(self):
        files = repository_files(ROOT)
        for start in (*TOP_FILES, *FOLDERS):
            self.assertTrue(any(file.startswith(start) for file in files), start)
        words = read_list(read(ROOT, LIST))
        names = set()
        found = [finding for file in files for finding in findings(file, read(ROOT, file), words, names)]
        if found:
            self.fail("\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main()
