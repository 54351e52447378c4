"""Compares recorded numbers with measured ones, and reads callgrind profiles. Nothing here runs a program."""

import os
import re

# The change in instructions that is tolerated. Runs repeat to some 0.001 %.
INSTRUCTION_TOLERANCE = 0.005

# What a frame issues, independent of the driver.
FRAME_COUNTS = ("draws", "unit_draws", "dispatches", "triangles", "bytes_uploaded")


def renderer_key(bench):
    """The renderer that counted vertex shader runs, without the width of the CPU's vectors, which does not affect them."""
    renderer = re.sub(r", \d+ bits", "", bench["renderer"])
    return f"{renderer}, {bench['driver']}"


def _names(recorded, measured, what, failures):
    """The names that both have; names in only one of them are failures."""
    for name in recorded:
        if name not in measured:
            failures.append(f"{what}{name} is recorded but was not measured")
    for name in measured:
        if name not in recorded:
            failures.append(f"{what}{name} was measured but is not recorded")
    return [name for name in recorded if name in measured]


def compare_counts(record, measured, key):
    """Both are {"frames": {scene: {row: {count: n}}}, "vertex_shader_runs": {renderer: {scene: {row: n}}}}. A row that
    was skipped holds the reason as a string. Returns failures and notes as readable lines."""
    failures = []
    notes = []
    known = record["vertex_shader_runs"].get(key)
    if known is None:
        notes.append(f"vertex shader runs are not compared: none are recorded for {key}, only for "
                     + "; ".join(sorted(record["vertex_shader_runs"])))
    for scene in _names(record["frames"], measured["frames"], "scene ", failures):
        rows = record["frames"][scene]
        for row in _names(rows, measured["frames"][scene], f"{scene}: ", failures):
            there = measured["frames"][scene][row]
            where = f"{scene}, {row}"
            if isinstance(there, str):
                # The recorded renderer must still be able to draw this row.
                (notes if known is None else failures).append(f"{where} was skipped: {there}")
                continue
            for name in FRAME_COUNTS:
                if there[name] != rows[row][name]:
                    failures.append(f"{where}: {name} {there[name]} instead of {rows[row][name]}")
    if known is None:
        return failures, notes
    runs = measured["vertex_shader_runs"][key]
    for scene in _names(known, runs, "vertex shader runs of scene ", failures):
        for row in _names(known[scene], runs[scene], f"vertex shader runs of {scene}: ", failures):
            if runs[scene][row] != known[scene][row]:
                failures.append(f"{scene}, {row}: {runs[scene][row]} vertex shader runs instead of "
                                f"{known[scene][row]}")
    return failures, notes


def counts_of_bench(bench):
    """One scene of a record: the frames and vertex shader runs in the JSON of `phalanx bench`."""
    frames = {}
    runs = {}
    for row in bench["rows"]:
        if "skipped" in row:
            frames[row["label"]] = row["skipped"]
            continue
        frames[row["label"]] = {name: row[name] for name in FRAME_COUNTS}
        if row["vertex_shader_runs"] > 0:
            runs[row["label"]] = row["vertex_shader_runs"]
    return frames, runs


def own_instructions(profile, program):
    """Instructions spent in the program's own object code, by function, read from one file of callgrind. Excludes
    calls into libraries and the driver."""
    objects = {}
    functions = {}

    def resolve(names, text):
        match = re.match(r"\((\d+)\)(?: (.*))?$", text)
        if not match:
            return text
        if match.group(2) is not None:
            names[match.group(1)] = match.group(2)
        return names[match.group(1)]

    spent = {}
    ours = False
    function = ""
    skip = False
    name = os.path.basename(program)
    for line in profile:
        line = line.rstrip("\n")
        if line.startswith(("ob=", "cob=")):
            own, text = line.split("=", 1)
            path = resolve(objects, text)
            if own == "ob":
                ours = os.path.basename(path) == name
        elif line.startswith(("fn=", "cfn=")):
            own, text = line.split("=", 1)
            path = resolve(functions, text)
            if own == "fn":
                function = path
        elif line.startswith("calls="):
            # The next line is the cost of the callee, which is counted in the callee.
            skip = True
        elif line and line[0] in "0123456789+-*":
            if skip:
                skip = False
            elif ours:
                spent[function] = spent.get(function, 0) + int(line.split()[1])
    return spent


def difference_of_tools(record, here):
    """Why instructions cannot be compared: the first tool that differs from the record, or ""."""
    for name, version in record.items():
        if here.get(name) != version:
            return f"{name} is '{here.get(name)}', but was '{version}' when recorded"
    return ""


def compare_instructions(record, measured):
    """Both are {technique: instructions per frame}. Returns failures and readable lines."""
    failures = []
    lines = []
    for technique in _names(record, measured, "technique ", failures):
        was = record[technique]
        now = measured[technique]
        change = (now - was) / was
        lines.append(f"{technique:<16} {now:>12} {change:>+9.3%}")
        if abs(change) > INSTRUCTION_TOLERANCE:
            word = "more" if now > was else "fewer"
            failures.append(f"{technique}: {now} instructions per frame instead of {was}, {abs(change):.2%} {word}; "
                            f"{INSTRUCTION_TOLERANCE:.1%} are tolerated")
    return failures, lines
