"""Groups the sources that clang-tidy checks together. Used by tidy.py, tested by tests/scripts/tidy_groups_test.py.

A group is one translation unit that includes several sources. Third-party headers, which take most of the time, are then
parsed and matched once for all of them. A group only has sources with the same command line and configuration.
"""

import collections
import dataclasses
import os
import re

# Seconds of clang-tidy-14 for a file that includes only this header or a header of this folder. They only affect which
# sources are grouped and the order of work: wrong values cost time.
HEADER_SECONDS = {"CLI": 15, "nlohmann": 7, "gtest": 4, "spdlog": 4, "fmt": 3, "assimp": 1, "glm": 2, "filesystem": 2,
                  "functional": 2, "algorithm": 2, "iostream": 1, "sstream": 1, "thread": 1, "chrono": 1}
ANALYZER = "clang-analyzer-"
UNUSED_USING = "misc-unused-using-decls"

GROUP_SECONDS = 1.0
LINE_SECONDS = 0.006
MAX_LINES = 3000  # per group: 15 to 20 files. Larger groups save little more time, and divide unevenly among cores


@dataclasses.dataclass(frozen=True)
class Source:
    path: str
    kind: tuple           # the configuration and the command line without file names
    lines: int = 0
    headers: frozenset = frozenset()  # third-party headers that it includes, directly or through our headers
    names: frozenset = frozenset()    # those of its unnamed namespaces
    alone: tuple = ()                 # checks that must run on this source alone, because they check main files only


def own_names(text):
    """Names that a text defines in unnamed namespaces: sources that define the same name cannot be in one unit."""
    names = set()
    for block in re.findall(r"^namespace \{$(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL):
        # At the start of a line: namespaces are not indented.
        names.update(re.findall(r"^(?:struct|class|enum|enum class) (\w+)", block, re.MULTILINE))
        # The word before a body or a value; macros such as TEST(Part, DoesIt) do not match.
        names.update(re.findall(r"^(?!template|namespace|struct|class|enum|using)[a-z][^({=;/]*?\b(\w+)(?: =|[({;])",
                                block, re.MULTILINE))
    return frozenset(names)


class Includes:
    """The third-party headers that a source needs. Quoted includes are ours: searched in the file's folder and `folders`."""

    def __init__(self, folders):
        self.folders = folders
        self.known = {}

    def of(self, file):
        if file not in self.known:
            self.known[file] = set()  # stops cyclic includes
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
    """The seconds of those that take long, by name: {"glm": 2}."""
    parts = {header.split("/")[0] for header in headers}
    return {part: HEADER_SECONDS[part] for part in parts if part in HEADER_SECONDS}


def seconds(group):
    """The estimated time of clang-tidy for a group, on the machine of HEADER_SECONDS."""
    headers = heavy(header for source in group for header in source.headers)
    return GROUP_SECONDS + sum(headers.values()) + LINE_SECONDS * sum(source.lines for source in group)


def seconds_alone(source):
    """The estimated time of the checks that run on a source alone."""
    return 4 + (0.02 * source.lines if any(check.startswith(ANALYZER) for check in source.alone) else 0)


def checks_alone(checks, text):
    """Those of `checks` that check main files only, if the text may contain what they look for."""
    declares = re.search(r"^\s*using [\w:]+::\w+;", text, re.MULTILINE)
    return tuple(check for check in checks if check.startswith(ANALYZER) or (declares and check == UNUSED_USING))


def share(sources):
    """Groups of sources of the same kind, in which no name is defined twice."""
    kinds = collections.defaultdict(list)
    # Sorted by the cost of their headers, so that sources with expensive headers are grouped, then by path.
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
    """The members of a group with compiler errors, as {path: first message}. `said` is the compiler's output for the
    group's unit, whose line N includes member N. An error in a header is assigned to the member that included it.
    Errors without a member have the key None."""
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
    """Splits groups until each compiles. parse(groups) returns the offenders() of each group. Returns the final groups
    and, as {path: message}, the sources that were moved out of one. Single sources are not parsed: clang-tidy itself
    reports their errors."""
    standing = []
    left = {}
    while groups:
        standing += [group for group in groups if len(group) == 1]
        asked = [group for group in groups if len(group) > 1]
        groups = []
        homeless = []
        for group, found in zip(asked, parse(asked)):
            if None in found:
                # The member with the error is unknown: both halves are parsed again.
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
    """clang-tidy's output as {first line: all lines of the finding}, with paths relative to the project's root."""
    found = {}
    lines = []
    for line in said.splitlines():
        line = line.removeprefix(root)
        if re.match(r".+?:\d+:\d+: (warning|error): ", line):
            lines = []
            found.setdefault(line, lines)  # a finding in a header counts once, however many sources include it
        lines.append(line)
    return found


def of_the_compiler(found):
    """True if compiler errors are among the findings: the other findings are then unreliable."""
    return any("[clang-diagnostic-" in line for line in found)
