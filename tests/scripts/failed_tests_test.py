#!/usr/bin/env python3
"""Tests of the list of failed tests that test.sh prints at its end, made from ctest's log."""

import os
import sys
import unittest

sys.dont_write_bytecode = True  # keep the source tree clean
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "lib"))
import failed_tests  # noqa: E402

LOG = """Test project /p/build/ci
      Start  1: app.window
      Start  2: cpu.Good.Works
 1/4 Test  #2: cpu.Good.Works ...................   Passed    0.01 sec
      Start  3: cpu.Bad.Works
 2/4 Test  #3: cpu.Bad.Works ....................***Failed    0.02 sec
Running main() from gtest_main.cc

bad_test.cpp:7: Failure
Expected 1, is 2

      Start  4: gl.Slow.Works
 3/4 Test  #1: app.window .......................***Skipped   0.01 sec
no display
 4/4 Test  #4: gl.Slow.Works ....................***Timeout 300.00 sec
LINES
67% tests passed, 2 tests failed out of 4

The following tests did not run:
\t  1 - app.window (Skipped)

The following tests FAILED:
\t  3 - cpu.Bad.Works (Failed)
\t  4 - gl.Slow.Works (Timeout)
Errors while running CTest
"""


class Report(unittest.TestCase):
    def test_each_failed_test_is_listed_with_its_last_lines(self):
        log = LOG.replace("LINES", "\n".join(f"line {number}" for number in range(40)))
        self.assertEqual(failed_tests.report(log),
                         ["  cpu.Bad.Works (Failed)", "    Running main() from gtest_main.cc",
                          "    bad_test.cpp:7: Failure", "    Expected 1, is 2", "  gl.Slow.Works (Timeout)",
                          *(f"    line {number}" for number in range(25, 40))])

    def test_only_the_last_run_counts(self):
        again = """      Start  3: cpu.Bad.Works
1/1 Test  #3: cpu.Bad.Works ....................***Failed    0.02 sec
still wrong
0% tests passed, 1 tests failed out of 1
The following tests FAILED:
\t  3 - cpu.Bad.Works (SEGFAULT)
"""
        self.assertEqual(failed_tests.report(LOG + again), ["  cpu.Bad.Works (SEGFAULT)", "    still wrong"])

    def test_output_is_limited_to_the_first_tests(self):
        count = failed_tests.TESTS + 5
        log = "".join(f"{n}/99 Test #{n}: cpu.T{n} ...***Failed  0.1 sec\nsaid {n}\n" for n in range(1, count + 1))
        log += "The following tests FAILED:\n" + "".join(f"\t {n} - cpu.T{n} (Failed)\n" for n in range(1, count + 1))
        lines = failed_tests.report(log)
        self.assertEqual(len([line for line in lines if line.startswith("  cpu.T")]), count)
        self.assertEqual(len([line for line in lines if line.startswith("    said")]), failed_tests.TESTS)

    def test_a_log_without_failures_gives_nothing(self):
        self.assertEqual(failed_tests.report("No tests were found!!!\n"), [])


if __name__ == "__main__":
    unittest.main()
