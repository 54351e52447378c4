"""Which sources clang-tidy looks at together: tidy.py runs it, tests/scripts/tidy_groups_test.py holds the rules.

A group is one translation unit that includes some sources. What costs most, the headers of others, is then read and
matched once for all of them. Only sources with one command line and one configuration stand in a group.
"""

import collections
import dataclasses
import os
import re

# Seconds of clang-tidy-14 on a file that includes this alone, by name or by folder. They only tell who stands with whom
# and what to begin with: where they are wrong, it takes longer.
HEADER_SECONDS = {"CLI": 15, "nlohmann": 7, "gtest": 4, "spdlog": 4, "fmt": 3, "assimp": 1, "glm": 2, "filesystem": 2,
                  "functional": 2, "algorithm": 2, "iostream": 1, "sstream": 1, "thread": 1, "chrono": 1}
ANALYZER = "clang-analyzer-"
UNUSED_USING = "misc-unused-using-decls"

GROUP_SECONDS = 1.0
LINE_SECONDS = 0.006
MAX_LINES = 3000  # in one group: 15 to 20 files. Larger groups save little more, and are hard to share out evenly


@dataclasses.dataclass(frozen=True)
class Source:
    path: str
    kind: tuple           # the command line but for file names, and the configuration
    lines: int = 0
    headers: frozenset = frozenset()  # those of others that it includes, directly or by headers of ours
    names: frozenset = frozenset()    # what it defines for itself
    alone: tuple = ()                 # checks that look at it by itself, as they look at main files only


def own_names(text):
    """What a text defines in unnamed namespaces: two sources that both define a name cannot stand in one unit."""
    names = set()
    for block in re.findall(r"^namespace \{$(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL):
        # At the start of a line, as nothing is indented there.
        names.update(re.findall(r"^(?:struct|class|enum|enum class) (\w+)", block, re.MULTILINE))
        # The word before what opens a body or a value; a macro, such as TEST(Part, DoesIt), is none.
        names.update(re.findall(r"^(?!template|namespace|struct|class|enum|using)[a-z][^({=;/]*?\b(\w+)(?: =|[({;])",
                                block, re.MULTILINE))
    return frozenset(names)


class Includes:
    """The headers of others that a source needs. Quoted names are ours: looked for beside the file and in `folders`."""

    def __init__(self, folders):
        self.folders = folders
        self.known = {}

    def of(self, file):
        if file not in self.known:
            self.known[file] = set()  # until it is known: for headers in a circle
            with open(file, encoding="utf-8") as stream:
                text = stream.read()
            found = set(re.findall(r"^\s*#\s*include <([^>]+)>", text, re.MULTILINE))
            for name in re.findall(r'^\s*#\s*include "([^"]+)"', text, re.MULTILINE):
                for folder in [os.path.dirname(file), *self.folders]:
                    path = os.path.join(folder, name)
                    if os.path.exists(path):
                        found |= self.of(path)
                        break
            self.known[file] = found
        return self.known[file]


def heavy(headers):
    """Their parts that take long, by name: {"glm": 2}."""
    parts = {header.split("/")[0] for header in headers}
    return {part: HEADER_SECONDS[part] for part in parts if part in HEADER_SECONDS}


def seconds(group):
    """What clang-tidy may take for a group, on a machine like that of HEADER_SECONDS."""
    headers = heavy(header for source in group for header in source.headers)
    return GROUP_SECONDS + sum(headers.values()) + LINE_SECONDS * sum(source.lines for source in group)


def seconds_alone(source):
    """The same for the checks that look at a source by itself."""
    return 4 + (0.02 * source.lines if any(check.startswith(ANALYZER) for check in source.alone) else 0)


def checks_alone(checks, text):
    """Those of the checks that look at a main file only, where the text may have what they look for."""
    declares = re.search(r"^\s*using [\w:]+::\w+;", text, re.MULTILINE)
    return tuple(check for check in checks if check.startswith(ANALYZER) or (declares and check == UNUSED_USING))


def share(sources):
    """Groups of sources that may stand together: of one kind, none defining what another defines."""
    kinds = collections.defaultdict(list)
    # Those with the heaviest headers first, so that they meet, and then by folder.
    for source in sorted(sources, key=lambda one: (-sum(heavy(one.headers).values()), one.path)):
        kinds[source.kind].append(source)
    groups = []
    for members in kinds.values():
        groups += share_one_kind(members)
    return groups


def share_one_kind(sources):
    groups = []
    for source in sources:
        best, least = None, None
        for group in groups:
            if (sum(one.lines for one in group) + source.lines > MAX_LINES
                    or any(one.names & source.names for one in group)):
                continue
            more = seconds([*group, source]) - seconds(group)
            if least is None or more < least:
                best, least = group, more
        if best is None:
            groups.append([source])
        else:
            best.append(source)
    return groups


def offenders(group, said, unit):
    """The members of a group that a compiler's errors are about, as {path: first message}. `said` is what it printed
    for the group's unit, whose line N includes member N. An error in a header belongs to the member that included it.
    Errors that belong to nobody have the key None."""
    paths = {source.path for source in group}
    found = {}
    member = None
    for line in said.splitlines():
        chain = re.match(r"(?:In file included from|\s+from) (.+?):(\d+)[:,]", line)
        if chain:
            if chain.group(1) == unit:
                member = group[int(chain.group(2)) - 1].path
            continue
        error = re.match(r"(.+?):(\d+):\d+: (?:fatal )?error: (.*)", line)
        if error:
            path = error.group(1)
            found.setdefault(path if path in paths else member, error.group(3))
    return found


def settle(groups, parse):
    """Parts groups until each stands. parse(groups) says for each group what offenders() says. Returns the groups that
    stand and, as {path: message}, who had to leave one. Who is alone is not asked: the check itself tells what is wrong
    with it."""
    standing = []
    left = {}
    while groups:
        standing += [group for group in groups if len(group) == 1]
        asked = [group for group in groups if len(group) > 1]
        groups = []
        homeless = []
        for group, found in zip(asked, parse(asked)):
            if None in found:
                # Who is to blame is not known: both halves are asked again.
                left.update((source.path, found[None]) for source in group)
                middle = len(group) // 2
                groups += [group[:middle], group[middle:]]
                continue
            stays = [source for source in group if source.path not in found]
            leaves = [source for source in group if source.path in found]
            left.update(found)
            if stays:
                standing.append(stays)
                homeless += leaves
            else:
                standing += [[source] for source in leaves]
        groups += share(homeless)
    return standing, left


def findings(said, root):
    """What clang-tidy printed, as {first line: all lines of the finding}. Paths lose the project's root."""
    found = {}
    lines = []
    for line in said.splitlines():
        line = line.removeprefix(root)
        if re.match(r".+?:\d+:\d+: (warning|error): ", line):
            lines = []
            found.setdefault(line, lines)  # a header's once, whatever includes it
        lines.append(line)
    return found


def of_the_compiler(found):
    """Whether a compiler's own errors are among the findings: then the rest says little."""
    return any("[clang-diagnostic-" in line for line in found)
