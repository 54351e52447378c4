#!/usr/bin/env python3
"""Tests of the grouping of sources for clang-tidy: each source is checked once, whatever happens to its group."""

import os
import random
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # keep the source tree clean
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "lib"))
import tidy_groups  # noqa: E402
from tidy_groups import Source  # noqa: E402


def paths(groups):
    return sorted(source.path for group in groups for source in group)


def many(count, kinds=3):
    return [Source(f"/p/src/{number}.cpp", (f"kind {number % kinds}",), 50 + 13 * (number % 20),
                   frozenset({"vector", "nlohmann/json.hpp"} if number % 5 == 0 else {"vector"}),
                   frozenset({f"kName{number % 40}"})) for number in range(count)]


class Sharing(unittest.TestCase):
    def setUp(self):
        self.sources = many(200)
        self.groups = tidy_groups.share(self.sources)

    def test_each_source_is_in_one_group(self):
        self.assertEqual(paths(self.groups), sorted(source.path for source in self.sources))
        self.assertLess(len(self.groups), 40)

    def test_a_group_has_one_kind_and_no_name_twice(self):
        for group in self.groups:
            self.assertEqual(len({source.kind for source in group}), 1)
            self.assertEqual(len(frozenset.union(*(source.names for source in group))), len(group))

    def test_groups_have_a_limit_that_one_large_source_may_exceed(self):
        for group in self.groups:
            self.assertLessEqual(sum(source.lines for source in group), tidy_groups.MAX_LINES)
        large = Source("/p/large.cpp", ("kind 0",), 2 * tidy_groups.MAX_LINES)
        self.assertIn([large], tidy_groups.share([*self.sources, large]))

    def test_sources_with_a_heavy_header_share_a_group(self):
        sources = [Source(f"/p/{number}.cpp", ("kind",), 100,
                          frozenset({"CLI/CLI.hpp"} if number % 10 == 0 else {"vector"})) for number in range(100)]
        with_it = [group for group in tidy_groups.share(sources) if "CLI" in tidy_groups.heavy(
            header for source in group for header in source.headers)]
        self.assertEqual(len(with_it), 1)


class Splitting(unittest.TestCase):
    def settled(self, sources, found_in):
        groups, left = tidy_groups.settle(tidy_groups.share(sources),
                                          lambda asked: [found_in(group) for group in asked])
        self.assertEqual(paths(groups), sorted(source.path for source in sources))
        return groups, left

    def test_sources_that_conflict_are_split(self):
        draw = random.Random(7)
        names = {source.path: draw.randrange(30) for source in many(120)}

        def found_in(group):  # like a compiler: reports the second definition
            seen, found = set(), {}
            for source in group:
                if names[source.path] in seen:
                    found[source.path] = "redefinition"
                seen.add(names[source.path])
            return found

        groups, left = self.settled(many(120), found_in)
        self.assertGreater(len(left), 10)
        self.assertEqual([found_in(group) for group in groups if found_in(group)], [])
        self.assertLess(len(groups), 60)

    def test_a_source_that_conflicts_with_all_is_alone(self):
        bad = "/p/src/17.cpp"
        groups, left = self.settled(many(60), lambda group: {bad: "error"} if bad in paths([group]) else {})
        self.assertEqual(list(left), [bad])
        self.assertIn([bad], [paths([group]) for group in groups])

    def test_without_an_offender_halves_are_tried(self):
        two = set(paths(tidy_groups.share(many(60))[:1])[:2])
        groups, left = self.settled(many(60), lambda group: {None: "crash"} if two <= set(paths([group])) else {})
        self.assertTrue(two <= set(left))
        self.assertFalse(any(two <= set(paths([group])) for group in groups))

    def test_if_every_group_fails_all_are_alone(self):
        groups, _ = self.settled(many(40), lambda group: {source.path: "error" for source in group})
        self.assertEqual(len(groups), 40)
        groups, _ = self.settled(many(40), lambda group: {None: "no compiler"})
        self.assertEqual(len(groups), 40)


class Reading(unittest.TestCase):
    def test_names_of_a_source(self):
        text = "\n".join(["constexpr int kShared = 1;", "namespace {", "", "constexpr float kMargin = 4.0F;  // far",
                          "const std::array<int, 2> kCorners = {1, 2};", "struct Axis : public Base {",
                          "    int inside = 3;", "};",
                          "using Json = nlohmann::json;", "std::vector<int> sumOf(const Axis& axis,",
                          "                       int other) {", "    return {};", "}", "TEST(Part, DoesIt) {", "}",
                          "}  // namespace", "void notOwn() {", "}"])
        self.assertEqual(tidy_groups.own_names(text), {"kMargin", "kCorners", "Axis", "sumOf"})

    def test_checks_that_groups_would_silence(self):
        checks = ["bugprone-x", "clang-analyzer-y", "misc-unused-using-decls"]
        self.assertEqual(tidy_groups.checks_alone(checks, "int x;\nusing A = b::c;\n"), ("clang-analyzer-y",))
        self.assertEqual(tidy_groups.checks_alone(checks, "int x;\n    using std::map;\n"), tuple(checks[1:]))
        self.assertEqual(tidy_groups.checks_alone(checks[:1], "using std::map;\n"), ())

    def test_headers_of_headers(self):
        with tempfile.TemporaryDirectory() as folder:
            texts = {"a.cpp": '#include "part/a.h"\n#include <vector>\n', "part/a.h": '#include "b.h"\n',
                     "part/b.h": '#include "part/a.h"\n#include <CLI/CLI.hpp>\n#include "not_there.h"\n'}
            for name, text in texts.items():
                file = os.path.join(folder, name)
                os.makedirs(os.path.dirname(file), exist_ok=True)
                with open(file, "w", encoding="utf-8") as stream:
                    stream.write(text)
            includes = tidy_groups.Includes([folder])
            self.assertEqual(includes.of(os.path.join(folder, "a.cpp")), {"vector", "CLI/CLI.hpp"})

    def test_errors_are_those_of_a_member(self):
        group = [Source("/p/a.cpp", ()), Source("/p/b.cpp", ()), Source("/p/c.cpp", ())]
        said = "\n".join(["In file included from /g/group_0.cpp:2:", "/p/b.cpp:7:3: error: redefinition of 'kMargin'",
                          "/p/a.cpp:5:1: note: previous definition is here", "/p/b.cpp:9:3: error: no such thing",
                          "In file included from /g/group_0.cpp:3:", "In file included from /p/c.cpp:1:",
                          "/p/c.h:2:1: error: redefinition of 'Rig'", "3 errors generated."])
        self.assertEqual(tidy_groups.offenders(group, said, "/g/group_0.cpp"),
                         {"/p/b.cpp": "redefinition of 'kMargin'", "/p/c.cpp": "redefinition of 'Rig'"})
        self.assertEqual(tidy_groups.offenders(group, "clang: error: crash\n/x.h:1:1: fatal error: gone", "/g"),
                         {None: "gone"})

    def test_a_finding_is_reported_once(self):
        first = "src/a.h:3:5: error: use nullptr [modernize-use-nullptr,-warnings-as-errors]"
        said = f"/p/{first}\n    int* p = 0;\n/p/src/a.h:1:1: note: here\n"
        other = "/p/src/b.cpp:1:1: error: no such thing [clang-diagnostic-error]\n"
        found = tidy_groups.findings(said + other + said, "/p/")
        self.assertEqual(list(found), [first, other[3:].strip()])
        self.assertEqual(found[first], [first, "    int* p = 0;", "src/a.h:1:1: note: here"])
        self.assertTrue(tidy_groups.of_the_compiler(found))
        self.assertFalse(tidy_groups.of_the_compiler([first]))


if __name__ == "__main__":
    unittest.main()
