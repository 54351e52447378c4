#!/usr/bin/env python3
"""What failed, for whoever sees the end of a log alone: failed_tests.py LOG

LOG is what `ctest --output-on-failure` printed. Names the tests that failed in the last run in it, each with the last
lines that it printed.
"""

import re
import sys

LINES = 15   # of each test
TESTS = 10   # of the others the names alone


def failed_tests(log):
    """[(name, why)] of the last run in the log."""
    last = log.rpartition("The following tests FAILED:")[2] if "The following tests FAILED:" in log else ""
    return re.findall(r"^\s*\d+ - (\S+) \(([^)]*)\)", last, re.MULTILINE)


def outputs(log):
    """{test: the lines that it printed}; of one that ran twice those of the second time."""
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
