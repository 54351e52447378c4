#!/usr/bin/env python3
"""Tests of suite.sh: each test gets its own result out of the process of its suite, and none is lost if that fails."""

import os
import subprocess
import tempfile
import unittest

SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts", "lib", "suite.sh")

# A GoogleTest program of the suite Some with Good, Bad and Not, which is skipped. $BREAK breaks the process of all tests.
PROGRAM = r"""#!/usr/bin/env bash
echo "$*" >>"$FOLDER/calls"
filter=${1#--gtest_filter=}
one() { [[ $filter == Some.'*' || $filter == "Some.$1" ]]; }
status=0
if one Good; then printf '[ RUN      ] Some.Good\nsays good\n[       OK ] Some.Good (1 ms)\n'; fi
if [[ $filter == *'*' && ${BREAK:-} == crash ]]; then exit 139; fi
if one Bad; then printf '[ RUN      ] Some.Bad\nx.cpp:1: Failure\n[  FAILED  ] Some.Bad (1 ms)\n' && status=1; fi
if one Not; then printf '[ RUN      ] Some.Not\nno file\n[  SKIPPED ] Some.Not (0 ms)\n'; fi
echo "[==========] 3 tests from 1 test suite ran. (2 ms total)"
if [[ $filter == *'*' && ${BREAK:-} == leak ]]; then echo "LeakSanitizer: leaks" && status=23; fi
exit $status
"""


class SuiteTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = holder.name
        self.program = os.path.join(self.folder, "program")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        os.chmod(self.program, 0o755)

    def run_test(self, name, **environment):
        """Returns (exit code, output)."""
        environment.setdefault("PHALANX_SUITES", os.path.join(self.folder, "suites"))
        done = subprocess.run(["bash", SUITE, self.program, f"--gtest_filter={name}", "--gtest_also_run_disabled_tests"],
                              env={**os.environ, "FOLDER": self.folder, **environment}, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout

    def calls(self):
        with open(os.path.join(self.folder, "calls"), encoding="utf-8") as file:
            return [line.split()[0].removeprefix("--gtest_filter=") for line in file]

    def test_each_test_gets_its_own_result_of_one_process(self):
        code, output = self.run_test("Some.Good")
        self.assertEqual(code, 0)
        self.assertIn("says good", output)
        self.assertNotIn("SKIPPED", output)
        code, output = self.run_test("Some.Bad")
        self.assertEqual(code, 1)
        self.assertIn("x.cpp:1: Failure", output)
        code, output = self.run_test("Some.Not")
        self.assertEqual(code, 0)
        self.assertIn("[  SKIPPED ] Some.Not", output)
        self.assertEqual(self.calls(), ["Some.*"])

    def test_without_a_folder_each_test_is_a_process(self):
        self.assertEqual(self.run_test("Some.Good", PHALANX_SUITES="")[0], 0)
        self.assertEqual(self.calls(), ["Some.Good"])

    def test_filters_of_more_tests_are_passed_on(self):
        self.run_test("-Other.*")
        self.assertEqual(self.calls(), ["-Other.*"])

    def test_a_crash_is_reported_and_the_tests_run_alone(self):
        code, output = self.run_test("Some.Good", BREAK="crash")
        self.assertEqual(code, 1)
        self.assertIn("status 139", output)
        self.assertEqual(self.run_test("Some.Bad", BREAK="crash")[0], 1)
        code, output = self.run_test("Some.Not", BREAK="crash")
        self.assertIn("[  SKIPPED ] Some.Not", output)
        self.assertEqual(self.calls(), ["Some.*", "Some.Bad", "Some.Not"])

    def test_a_leak_is_a_failure_though_all_tests_passed(self):
        code, output = self.run_test("Some.Not", BREAK="leak")
        self.assertEqual(code, 1)
        self.assertIn("LeakSanitizer", output)
        self.assertNotIn("[  SKIPPED ]", output)
        self.assertEqual(self.run_test("Some.Good", BREAK="leak")[0], 0)
        self.assertEqual(self.calls(), ["Some.*", "Some.Good"])


if __name__ == "__main__":
    unittest.main()
