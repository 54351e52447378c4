#!/usr/bin/env python3
"""No includes in circles: between the files of src/, between its modules (the folders directly below it), and between its
folders."""

import os
import re
import unittest

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def includes_of(source):
    """{file: {included file}} of all headers and sources below the folder `source`, paths relative to it."""
    graph = {}
    for folder, _, names in os.walk(source):
        for name in names:
            if not name.endswith((".h", ".cpp")):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as file:
                found = INCLUDE.findall(file.read())
            here = os.path.relpath(path, source)
            graph[here] = {each for each in found if os.path.exists(os.path.join(source, each))}
    return graph


def grouped(graph, group_of):
    """The same graph between groups of files; `group_of` gives the group of a path."""
    groups = {}
    for file, included in graph.items():
        group = group_of(file)
        groups.setdefault(group, set()).update(group_of(other) for other in included)
        groups[group].discard(group)
    return groups


def module_of(path):
    return path.split("/")[0]


def circle_in(graph):
    """A list of nodes, each of which points to the next and the last to the first; None if there is no circle."""
    finished = set()
    for start in sorted(graph):
        path, on_path = [], set()
        open_nodes = [(start, False)]
        while open_nodes:
            node, leaving = open_nodes.pop()
            if leaving:
                path.pop()
                on_path.discard(node)
                finished.add(node)
            elif node in on_path:
                return path[path.index(node):]
            elif node not in finished:
                path.append(node)
                on_path.add(node)
                open_nodes.append((node, True))
                open_nodes.extend((other, False) for other in sorted(graph.get(node, ())))
    return None


class Circles(unittest.TestCase):
    def test_a_circle_is_found(self):
        self.assertEqual(circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}), ["b", "c"])
        self.assertEqual(circle_in({"a": {"a"}}), ["a"])
        self.assertIsNone(circle_in({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()}))

    def test_files(self):
        graph = includes_of(os.path.join(ROOT, "src"))
        self.assertGreater(sum(map(len, graph.values())), 500)
        self.assertIsNone(circle_in(graph))

    def test_modules(self):
        modules = grouped(includes_of(os.path.join(ROOT, "src")), module_of)
        self.assertIn("asset", modules["app"])
        self.assertIsNone(circle_in(modules))

    def test_folders(self):
        folders = grouped(includes_of(os.path.join(ROOT, "src")), os.path.dirname)
        self.assertIn("ui/toolkit", folders["ui/main"])
        self.assertIsNone(circle_in(folders))


if __name__ == "__main__":
    unittest.main()
