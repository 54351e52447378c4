#!/usr/bin/env python3
"""Tests of the gate: every difference from the record must be detected."""

import copy
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True  # keep the source tree clean
import records  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as stream:
        return json.load(stream)


class Counts(unittest.TestCase):
    """Compares the record with itself, with one number changed at a time."""

    def setUp(self):
        self.record = read("counts.json")
        self.key = sorted(self.record["vertex_shader_runs"])[0]

    def failures(self, measured, key=None):
        return records.compare_counts(self.record, measured, key or self.key)[0]

    def test_the_record_passes(self):
        self.assertEqual(self.failures(self.record), [])
        self.assertGreater(sum(len(rows) for rows in self.record["frames"].values()), 20)

    def test_each_number_is_compared(self):
        corrupted = 0
        for scene, rows in self.record["frames"].items():
            for row, counts in rows.items():
                if isinstance(counts, str):
                    continue
                for name in records.FRAME_COUNTS:
                    measured = copy.deepcopy(self.record)
                    measured["frames"][scene][row][name] += 1
                    found = self.failures(measured)
                    self.assertEqual(len(found), 1, f"{scene}, {row}, {name}")
                    self.assertIn(name, found[0])
                    corrupted += 1
        for scene, rows in self.record["vertex_shader_runs"][self.key].items():
            for row in rows:
                measured = copy.deepcopy(self.record)
                measured["vertex_shader_runs"][self.key][scene][row] -= 1
                self.assertEqual(len(self.failures(measured)), 1, f"{scene}, {row}")
                corrupted += 1
        self.assertGreater(corrupted, 100)

    def test_what_is_missing_or_new_fails(self):
        measured = copy.deepcopy(self.record)
        scene = next(iter(measured["frames"]))
        row = measured["frames"][scene].pop("texture")
        self.assertEqual(len(self.failures(measured)), 1)
        measured["frames"][scene]["texture"] = row
        measured["frames"][scene]["another"] = row
        self.assertEqual(len(self.failures(measured)), 1)
        measured["frames"][scene].pop("another")
        measured["frames"]["another scene"] = {}
        self.assertEqual(len(self.failures(measured)), 1)

    def test_a_skipped_row_fails_only_for_the_recorded_renderer(self):
        measured = copy.deepcopy(self.record)
        scene = next(iter(measured["frames"]))
        measured["frames"][scene]["compute"] = "needs OpenGL 4.3"
        self.assertEqual(len(self.failures(measured)), 1)
        failures, notes = records.compare_counts(self.record, measured, "another renderer")
        self.assertEqual(failures, [])
        self.assertEqual(len(notes), 2, "vertex shader runs, and the skipped row")


PROFILE = """# callgrind format
version: 1
positions: line
events: Ir

ob=(1) /lib/ld-linux.so.2
fn=(1) lookup
0 1000

ob=(2) /somewhere/phalanx
fl=(1) renderer.cpp
fn=(2) phalanx::Renderer::draw()
12 7
cob=(3) /lib/libGL.so
cfn=(3) glDrawElements
calls=2 0
+3 5000
* 4
-1 2

ob=(3)
fn=(3)
0 5000

ob=(2)
fn=(4) phalanx::Crowd::advance(unsigned)
cfn=(2)
calls=1 0
0 5013
0 30
"""


class Instructions(unittest.TestCase):
    def test_only_own_object_code_is_counted(self):
        spent = records.own_instructions(PROFILE.splitlines(keepends=True), "/built/bin/phalanx")
        self.assertEqual(spent, {"phalanx::Renderer::draw()": 13, "phalanx::Crowd::advance(unsigned)": 30})
        self.assertEqual(records.own_instructions(PROFILE.splitlines(), "/built/bin/other"), {})

    def test_half_a_percent_is_detected(self):
        record = {"texture": 100000, "cpu": 200000}
        self.assertEqual(records.compare_instructions(record, {"texture": 100499, "cpu": 199001})[0], [])
        more = records.compare_instructions(record, {"texture": 100501, "cpu": 200000})[0]
        self.assertEqual(len(more), 1)
        self.assertIn("more", more[0])
        fewer = records.compare_instructions(record, {"texture": 100000, "cpu": 198999})[0]
        self.assertEqual(len(fewer), 1)
        self.assertIn("fewer", fewer[0])
        self.assertEqual(len(records.compare_instructions(record, {"texture": 100000})[0]), 1)

    def test_other_tools_are_named(self):
        tools = read("instructions.json")["tools"]
        self.assertEqual(records.difference_of_tools(tools, tools), "")
        for name in tools:
            self.assertIn(name, records.difference_of_tools(tools, {**tools, name: "another"}))


class Keys(unittest.TestCase):
    def test_the_key_leaves_out_the_width_of_vectors(self):
        wide = {"renderer": "llvmpipe (LLVM 15.0.6, 256 bits)", "driver": "4.5 (Core Profile) Mesa 22.3.6"}
        narrow = {"renderer": "llvmpipe (LLVM 15.0.6, 128 bits)", "driver": "4.5 (Core Profile) Mesa 22.3.6"}
        newer = {"renderer": "llvmpipe (LLVM 15.0.6, 256 bits)", "driver": "4.5 (Core Profile) Mesa 23.0.0"}
        self.assertEqual(records.renderer_key(wide), records.renderer_key(narrow))
        self.assertNotEqual(records.renderer_key(wide), records.renderer_key(newer))


if __name__ == "__main__":
    unittest.main()
