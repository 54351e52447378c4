#!/usr/bin/env python3
"""Runs clang-tidy on groups of sources, much faster than on single files: third-party headers are parsed once per group.

tidy.py -p BUILD [-p BUILD] [--jobs N] FILE...

BUILD is a build directory with compile_commands.json; a file is checked with the flags of the first one that has it.
Groups that do not compile are split; every file is checked. Prints each finding once, and at the end the number of
checked files. Exit codes: 0 without findings, 1 with findings. docs/testing.md lists what groups cannot detect.
"""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # writes nothing to the source tree
import tidy_groups  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TIDY = "clang-tidy-14"
COMPILER = "clang++-14"


def output_of(command, folder):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", check=False)
    return done.returncode, done.stdout, done.stderr


def read_commands(builds):
    """{source: (folder, command line without file names...)}"""
    commands = {}
    for build in builds:
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as stream:
            for entry in json.load(stream):
                words = shlex.split(entry["command"])
                at = words.index("-o")
                words = [word for word in words[:at] + words[at + 2:] if word not in ("-c", entry["file"])]
                commands.setdefault(entry["file"], (entry["directory"], *words))
    return commands


class Configurations:
    """clang-tidy's configuration for each folder, as clang-tidy itself finds it. For groups the analyzer is removed,
    because it only follows paths in the main file, not in included files."""

    def __init__(self, folder):
        self.folder = folder
        self.by_text = {}
        self.by_folder = {}

    def of(self, source):
        """(configuration file for groups, all checks of the source)"""
        place = os.path.dirname(source)
        if place not in self.by_folder:
            checks = [line.strip() for line in self.query(source, "--list-checks").splitlines()[1:] if line.strip()]
            in_groups = [check for check in checks if not check.startswith(tidy_groups.ANALYZER)]
            text = self.configuration_text(source, in_groups)
            if text not in self.by_text:
                self.by_text[text] = os.path.join(self.folder, f"config_{len(self.by_text)}.yaml")
                with open(self.by_text[text], "w", encoding="utf-8") as stream:
                    stream.write(text)
            self.by_folder[place] = (self.by_text[text], checks)
        return self.by_folder[place]

    def configuration_text(self, source, checks):
        """The configuration of a source, with these checks instead of its own. Options with default values are left
        out: clang-tidy cannot read all options that it writes."""
        head, _, options = self.query(source, "--dump-config").partition("CheckOptions:")
        usual = self.query(source, "--dump-config", f"--config={{Checks: '{','.join(checks)}'}}")
        lines = ["CheckOptions:"]
        for option in re.findall(r"^  - key: .*\n    value: .*$", options, re.MULTILINE):
            if option not in usual:
                lines.append(option)
        text, count = re.subn(r"^Checks: .*$", f"Checks: '-*,{','.join(checks)}'", head, flags=re.MULTILINE)
        if count != 1 or not checks:
            sys.exit(f"{TIDY} --dump-config {source} lists no checks")
        return text + "\n".join(lines) + "\n"

    def query(self, source, *options):
        status, text, why = output_of([TIDY, *options, source, "--"], ROOT)
        if status != 0:
            sys.exit(f"{TIDY} {options[0]} {source}: exit code {status}\n{why}")
        return text


def read_sources(files, commands, configurations):
    include_folders = {word[2:] for command in commands.values() for word in command if word.startswith("-I")}
    includes = tidy_groups.Includes(sorted(folder for folder in include_folders if folder.startswith(ROOT + os.sep)))
    sources = []
    for file in files:
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
        configuration, checks = configurations.of(file)
        sources.append(tidy_groups.Source(file, (configuration, *commands[file]), text.count("\n"),
                                          frozenset(includes.of(file)), tidy_groups.own_names(text),
                                          tidy_groups.checks_alone(checks, text)))
    return sources


class Units:
    """Groups as source files that include their members, with a compile_commands.json in the same folder."""

    def __init__(self, folder):
        self.folder = folder
        self.made = {}

    def of(self, group):
        if len(group) == 1:
            return group[0].path
        key = tuple(source.path for source in group)
        if key not in self.made:
            self.made[key] = os.path.join(self.folder, f"group_{len(self.made)}.cpp")
            with open(self.made[key], "w", encoding="utf-8") as stream:
                for path in key:
                    stream.write(f'#include "{path}"  // NOLINT(bugprone-suspicious-include)\n')
        return self.made[key]

    def parse(self, group):
        """The errors of a group that is compiled as one unit: see tidy_groups.offenders. Warnings that are errors in the
        build are errors here too, since another member of the group may cause them."""
        unit = self.of(group)
        _, folder, _, *flags = group[0].kind
        status, out, said = output_of([COMPILER, *flags, "-fsyntax-only", "-ferror-limit=0", "-fno-caret-diagnostics",
                                       "-fno-color-diagnostics", unit], folder)
        found = tidy_groups.offenders(group, out + said, unit)
        if status != 0 and not found:
            found = {None: said.strip().splitlines()[-1] if said.strip() else f"exit code {status}"}
        return found

    def write_database(self, groups):
        """Writes entries for the groups and for each single source."""
        entries = []
        for group in groups:
            _, folder, *words = group[0].kind
            for file in {self.of(group), *(source.path for source in group)}:
                entries.append({"directory": folder, "file": file, "arguments": [*words, "-c", file]})
        with open(os.path.join(self.folder, "compile_commands.json"), "w", encoding="utf-8") as stream:
            json.dump(entries, stream, indent=1)


def look_at(group, units, checks=()):
    """clang-tidy's findings in a group, by all checks for groups or by `checks`. After a compiler error or an early end,
    the files of the group are checked one by one."""
    unit = units.of(group)
    command = [TIDY, "--quiet", f"--config-file={group[0].kind[0]}", "-p", units.folder, unit]
    status, out, said = output_of([*command, *([f"--checks=-*,{','.join(checks)}"] if checks else [])], ROOT)
    found = tidy_groups.findings(out, ROOT + "/")
    if len(group) > 1 and (tidy_groups.of_the_compiler(found) or (status != 0 and not found)):
        found = {}
        for source in group:
            found.update(look_at([source], units))
    elif status != 0 and not found:
        first = f"{os.path.relpath(group[0].path, ROOT)}:1:1: error: {TIDY} ended with exit code {status}"
        found[first] = [first, *(out + said).splitlines()[-10:]]
    return found


def look_at_all(groups, units, jobs):
    """The findings in groups, and those of some checks in single files."""
    work = [(tidy_groups.seconds(group), group, ()) for group in groups]
    work += [(tidy_groups.seconds_alone(source), [source], source.alone)
             for group in groups for source in group if source.alone]
    work.sort(key=lambda item: (-item[0], item[1][0].path))  # longest first, so that all cores are busy until the end
    found = {}
    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(look_at, group, units, checks): (group, checks) for _, group, checks in work}
        for number, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            group, checks = waiting[done]
            found.update(done.result())
            names = ", ".join(os.path.relpath(source.path, ROOT) for source in group)
            kind = ", some checks alone" if checks else ""
            print(f"[{number}/{len(work)}] after {time.monotonic() - begun:.0f} s{kind}: {names}", flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-p", dest="builds", action="append", required=True, metavar="BUILD")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("files", nargs="+", metavar="FILE")
    options = parser.parse_args()
    files = sorted({os.path.abspath(file) for file in options.files})
    commands = read_commands(options.builds)
    unknown = [file for file in files if file not in commands]
    files = [file for file in files if file in commands]

    folder = os.path.abspath(os.path.join(options.builds[0], "groups"))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    units = Units(folder)
    sources = read_sources(files, commands, Configurations(folder))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        groups, left = tidy_groups.settle(tidy_groups.share(sources), lambda some: list(pool.map(units.parse, some)))
    for path, why in sorted(left.items()):
        print(f"moved out of its group: {os.path.relpath(path, ROOT)}: {why}")
    looked_at = sorted(source.path for group in groups for source in group)
    if looked_at != files:
        sys.exit(f"{len(looked_at)} files are in groups, not {len(files)}")
    units.write_database(groups)

    found = look_at_all(groups, units, options.jobs)
    for file in unknown:
        name = os.path.relpath(file, ROOT)
        found[f"{name}:1:1: error: no compile_commands.json contains this file"] = []
    for first, lines in sorted(found.items()):
        print("\n".join(lines or [first]))
    print(f"{len(looked_at)} files in {len(groups)} groups")
    sys.exit(1 if found else 0)


main()
