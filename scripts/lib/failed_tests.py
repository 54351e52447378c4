#!/usr/bin/env python3
"""Summarizes failed tests for the end of a log: failed_tests.py LOG

LOG is the output of `ctest --output-on-failure`. Prints the tests that failed in the last run in LOG, each with the last
lines of its output.
"""

import re
import sys

LINES = 15   # output lines per test
TESTS = 10   # tests with output; the others are listed by name only


def failed_tests(log):
    """[(name, reason)] of the last run in the log."""
    last = log.rpartition("The following tests FAILED:")[2] if "The following tests FAILED:" in log else ""
    return re.findall(r"^\s*\d+ - (\S+) \(([^)]*)\)", last, re.MULTILINE)


def outputs(log):
    """{test: its output lines}; if a test ran twice, those of the second run."""
    said = {}
    lines = []
    for line in log.splitlines():
        result = re.match(r"\s*\d+/\d+ Test\s+#\d+: (\S+) \.*", line)
        if result:
            lines = said[result.group(1)] = []
        elif re.match(r"\s+Start\s+\d+: |\d+% tests passed, ", line):
            lines = []  # between tests
        elif line.strip():
            lines.append(line)
    return said


def report(log):
    said = outputs(log)
    lines = []
    for number, (name, why) in enumerate(failed_tests(log)):
        lines.append(f"  {name} ({why})")
        if number < TESTS:
            lines += [f"    {line}" for line in said.get(name, [])[-LINES:]]
    return lines


def main():
    with open(sys.argv[1], encoding="utf-8", errors="replace") as stream:
        print("\n".join(report(stream.read())))


if __name__ == "__main__":
    main()
