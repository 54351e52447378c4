#!/usr/bin/env python3
"""The regression gate that needs no GPU: what fixed frames issue, and how many of our own instructions they take.

gate.py counts        --program PHALANX                                      compares with counts.json
gate.py instructions  --program PHALANX_GATE_FRAMES --build BUILD_DIRECTORY  compares with instructions.json

--record writes the numbers instead of comparing them. docs/testing.md explains what is compared, and when to record.
Exit codes: 0 as recorded, 1 different, 77 cannot be compared on this machine.
"""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True  # keep the source tree clean
import records  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77
BANNER = os.path.join(HERE, "..", "..", "assets", "banner.glb")

# The soldier, with a fixed number of units, seed, camera (the default of bench) and size. Options replace everything that
# a measurement at the start would decide. Small enough for software rendering to draw all of it in seconds.
BENCH = ["bench", "--units", "12", "--seed", "7", "--size", "48x48", "--rate", "30", "--frames", "5"]
SCENES = {
    "as it starts": ["--technique", "all", "--fetch", "2d"],
    "marching, fading by itself, with shadows": ["--technique", "all", "--fetch", "2d", "--crossfade", "1", "--shadows"],
    "rotations, from a buffer, one clip": ["--technique", "texture,palette,compute,uniform,cpu", "--encoding", "trs",
                                           "--fetch", "buffer", "--single-clip"],
    "nearest frames, one weight, half floats": ["--technique", "texture,palette,compute,vertex-texture", "--fetch",
                                                "2d", "--encoding", "rgba16f", "--lookup", "nearest", "--weights", "1",
                                                "--vertex-format", "half"],
    "with banners": ["--technique", "all", "--fetch", "2d", "--attach", f"{BANNER}@UpperChest:every=4"],
    "in batches": ["--technique", "texture-draws", "--fetch", "2d", "--batches", "1,5,12", "--multi-draw"],
}

# Without `compute`: llvmpipe compiles its shader in each run, which takes a minute under callgrind.
TECHNIQUES = ["texture", "palette", "vertex-texture", "texture-draws", "uniform", "cpu", "static"]


def skip(why):
    print(f"Skipped: {why}", file=sys.stderr)
    sys.exit(SKIPPED)


def run(command, log, environment=None):
    """Runs the command; on failure prints the end of its output. Exit code 4: this machine lacks something it needs."""
    with open(log, "w", encoding="utf-8") as out:
        status = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                env={**os.environ, **(environment or {})}, check=False).returncode
    if status == 0:
        return
    with open(log, encoding="utf-8", errors="replace") as output:
        tail = "".join(output.readlines()[-15:])
    if status == 4:
        skip(f"no OpenGL on this machine: {tail}")
    sys.exit(f"exit code {status} of: {' '.join(command)}\n{tail}")


def read_json(file):
    with open(file, encoding="utf-8") as stream:
        return json.load(stream)


def write_record(file, record):
    with open(file, "w", encoding="utf-8") as stream:
        json.dump(record, stream, indent=2)
        stream.write("\n")
    print(f"recorded in {file}")


def judge(failures, file):
    if not failures:
        return
    for line in failures:
        print(f"FAILED: {line}", file=sys.stderr)
    sys.exit(f"{len(failures)} numbers differ from the record. If that is intended, run tests/gate/record.sh to rewrite "
             f"tests/gate/{os.path.basename(file)}, and give the reason in the commit.")


def bench(options, scene):
    """The JSON of one scene."""
    name = re.sub(r"[^a-z0-9]+", "_", scene)
    output = os.path.join(options.folder, f"{name}.json")
    run([options.program, *BENCH, *SCENES[scene], "--json", output], os.path.join(options.folder, f"{name}.log"))
    return read_json(output)


def counts(options):
    measured = {"frames": {}, "vertex_shader_runs": {}}
    key = ""
    for scene in SCENES:
        output = bench(options, scene)
        key = records.renderer_key(output)
        frames, runs = records.counts_of_bench(output)
        measured["frames"][scene] = frames
        measured["vertex_shader_runs"].setdefault(key, {})[scene] = runs
    file = os.path.join(HERE, "counts.json")
    if options.record:
        # Keep the numbers of other renderers.
        if os.path.exists(file):
            known = read_json(file)["vertex_shader_runs"]
            measured["vertex_shader_runs"] = {**known, **measured["vertex_shader_runs"]}
        write_record(file, measured)
        return
    failures, notes = records.compare_counts(read_json(file), measured, key)
    for line in notes:
        print(line)
    judge(failures, file)
    rows = sum(len(rows) for rows in measured["frames"].values())
    print(f"{rows} frames match the record: draw calls, dispatches, triangles, bytes uploaded"
          + ("" if notes else ", vertex shader runs"))


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def tools(options, drawn):
    """What the number of instructions depends on, besides our sources."""
    cache = {}
    with open(os.path.join(options.build, "CMakeCache.txt"), encoding="utf-8") as stream:
        for line in stream:
            match = re.match(r"([A-Za-z_]+):[A-Z]+=(.*)", line)
            if match:
                cache[match.group(1)] = match.group(2)
    kind = cache.get("CMAKE_BUILD_TYPE", "")
    flags = f"{cache.get('CMAKE_CXX_FLAGS', '')} {cache.get('CMAKE_CXX_FLAGS_' + kind.upper(), '')}"
    # Debug information does not change instructions.
    flags = " ".join(flag for flag in flags.split() if not re.fullmatch(r"-g\d?", flag))
    if cache.get("PHALANX_SANITIZE") == "ON":
        flags += " (sanitizers)"
    compiler = cache["CMAKE_CXX_COMPILER"]
    library = subprocess.run([compiler, "-E", "-x", "c++", "-"], input="#include <version>\n__GLIBCXX__\n",
                             capture_output=True, text=True, check=True).stdout.split()[-1]
    return {"machine": os.uname().machine, "compiler": first_line([compiler, "--version"]), "flags": flags,
            "libstdc++": library, "renderer": records.renderer_key(drawn),
            "valgrind": first_line(["valgrind", "--version"])}


def instructions(options):
    if not options.program:
        skip("this build has no phalanx_gate_frames: valgrind's headers were missing when it was configured")
    if not shutil.which("valgrind"):
        skip("valgrind is not installed")
    file = os.path.join(HERE, "instructions.json")
    # Software rendering draws on the calling thread, so that runs are repeatable.
    environment = {"LP_NUM_THREADS": "0", "PHALANX_GL_DEBUG": "0",
                   "MESA_SHADER_CACHE_DIR": os.path.join(options.folder, "shader_cache")}
    result = os.path.join(options.folder, "frames.json")
    log = os.path.join(options.folder, "frames.log")
    # First without callgrind: the driver caches the compiled shaders. Compiling takes minutes under callgrind.
    run([options.program, result, *TECHNIQUES], log, environment)
    drawn = read_json(result)
    here = tools(options, drawn)
    record = {} if options.record else read_json(file)
    why = "" if options.record else records.difference_of_tools(record["tools"], here)
    if why:
        skip(f"instructions cannot be compared: {why}")
    profile = os.path.join(options.folder, "profile")
    for old in glob.glob(profile + "*"):
        os.remove(old)
    run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--instr-atstart=no", options.program, result,
         *TECHNIQUES], log, environment)
    measured = {}
    for number, technique in enumerate(TECHNIQUES, 1):
        with open(f"{profile}.{number}", encoding="utf-8") as stream:
            spent = records.own_instructions(stream, options.program)
        if not spent:
            sys.exit(f"technique {technique}: no instruction of {options.program} in {profile}.{number}")
        measured[technique] = round(sum(spent.values()) / drawn["frames"])
        if options.verbose:
            print(f"{technique}: {measured[technique]} instructions per frame")
            for name, count in sorted(spent.items(), key=lambda item: -item[1])[:10]:
                print(f"    {count / drawn['frames']:>10.0f}  {name[:120]}")
    if options.record:
        write_record(file, {"tools": here, "instructions_per_frame": measured})
        return
    failures, lines = records.compare_instructions(record["instructions_per_frame"], measured)
    print("\n".join(lines))
    judge(failures, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["counts", "instructions"])
    parser.add_argument("--program", help="the program to measure; without it, instructions are skipped")
    parser.add_argument("--build", help="the CMake build directory, needed by instructions")
    parser.add_argument("--folder", required=True, help="output folder")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="also print the functions with the most instructions")
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)
    options.program = options.program and os.path.abspath(options.program)
    os.makedirs(options.folder, exist_ok=True)
    if options.what == "instructions" and not options.build:
        parser.error("instructions need --build")
    if options.what == "counts" and not options.program:
        parser.error("counts need --program")
    {"counts": counts, "instructions": instructions}[options.what](options)


if __name__ == "__main__":
    main()
