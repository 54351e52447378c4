#!/usr/bin/env python3
"""Measures the figures of a release on this machine's GPU and prints them as Markdown, for docs/release.md.

    scripts/measure_release.py PHALANX [--parts PART,...] [--rounds N] [--keep FOLDER] [MODEL...]

Parts, all by default: techniques, flights, falls, battles, start, models (the MODELs, and the soldier).
Flights whose times are compared run in turn, N times each (default 3); the tables have medians over the runs. The JSON that
the program wrote is kept in FOLDER. One flight precedes each table, so that the GPU's clocks are up and shaders compiled.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

FLIGHT = ("--technique", "auto", "--shadows", "--encoding", "rgba16f", "--fetch", "buffer", "--frames-ahead", "1",
          "--size", "1920x1080")
ON_GPU = ("--select", "gpu")
WITHIN_3_3 = ("--gl", "3.3", "--select", "cpu")
PARTS = ("techniques", "flights", "falls", "battles", "start", "models")


class Runs:
    def __init__(self, phalanx, folder):
        self.phalanx = phalanx
        self.folder = folder
        self.count = 0
        self.machine = ""

    def json(self, *arguments, environment=None):
        """What the program writes to --json, or None after a line about what went wrong."""
        self.count += 1
        file = self.folder / f"{self.count:03}_{arguments[0]}.json"
        done = subprocess.run([self.phalanx, *arguments, "--json", file], capture_output=True, text=True,
                              env={**os.environ, **(environment or {})})
        if done.returncode != 0:
            print(f"{' '.join(map(str, arguments))}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            return None
        result = json.loads(file.read_text())
        self.machine = result.get("machine", self.machine)
        return result

    def flight(self, *arguments, model=None, frames=1000):
        """frames: None for as many as the scene has."""
        models = [model] if model else []
        count = ["--frames", str(frames)] if frames else []
        result = self.json("flight", *models, *FLIGHT, *count, *arguments)
        return result["rows"][0] if result else None


def line(cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(*cells):
    print()
    line(cells)
    print("|" + "---|" * len(cells))


def times(rows, digits=2):
    """Medians over the runs of p50, p95 and p99."""
    return " / ".join(
        f"{statistics.median(row['frame_ms'][part] for row in rows):.{digits}f}" for part in ("p50", "p95", "p99"))


def error(row):
    of = row["lod_error_in_force_px"]
    return f"{of['p50']:.2f}, {of['p95']:.2f}"


def flights(runs, title, cases, rounds, frames=1000, digits=2, model=None):
    """A table of flights, which run in turn. cases: pairs of a name and options."""
    runs.flight(*cases[0][1], model=model, frames=300)
    rows = {name: [] for name, _ in cases}
    for _ in range(rounds):
        for name, options in cases:
            row = runs.flight(*options, model=model, frames=frames)
            if row:
                rows[name].append(row)
    head(title, "options", "frame p50 / p95 / p99, ms", "current LOD error p50, p95, px", "triangles, mean")
    for name, options in cases:
        if rows[name]:
            last = rows[name][-1]
            line([name, "`" + " ".join(options) + "`", times(rows[name], digits), error(last),
                  f"{last['triangles']['mean'] / 1e6:.1f} M"])


def techniques(runs, _):
    result = runs.json("bench", "--units", "1000,10000", "--encoding", "rgba16f", "--fetch", "buffer")
    if not result:
        return
    head("units", "technique", "draw, GPU ms", "ratio to `static`", "submit, CPU ms", "draw calls", "uploaded per frame")
    for row in result["rows"]:
        if row.get("skipped"):
            line([f"{row['units']:,}", row["technique"], row["skipped"], "", "", "", ""])
            continue
        line([f"{row['units']:,}", row["technique"], f"{row['draw_gpu_ms']['p50']:.2f}" if row["draw_gpu_ms"] else "",
              f"{row['ratio_to_static']:.2f}", f"{row['submit_ms']['p50']:.3f}", f"{row['unit_draws']:,}",
              f"{row['bytes_uploaded']:,} B"])


def armies(runs, rounds):
    cases = []
    for units in ("10000", "100000", "1000000"):
        of = ("--units", units)
        cases += [(f"{int(units):,}", (*of, *ON_GPU)), (f"{int(units):,}, pace free", (*of, *ON_GPU, "--pace", "free")),
                  (f"{int(units):,}, OpenGL 3.3", (*of, *WITHIN_3_3))]
    cases.append(("1,000,000, four samples", ("--units", "1000000", *ON_GPU, "--samples", "4")))
    cases.append(("100,000 on hills", ("--units", "100000", *ON_GPU, "--ground", "hills")))
    flights(runs, "soldiers", cases, rounds)


def falls(runs, rounds):
    of = ("--units", "100000", *ON_GPU)
    flights(runs, "of 100,000", [("all alive", of), ("200 fall in one frame", (*of, "--falls", "200")),
                                 ("4,096 lie", (*of, "--corpses", "4096")),
                                 # Without the pace, which holds p95 where it is.
                                 ("all alive, pace free", (*of, "--pace", "free")),
                                 ("4,096 lie, pace free", (*of, "--corpses", "4096", "--pace", "free"))],
            max(rounds, 4), digits=3)


def battles(runs, _):
    scene = ("--scene", "counter-march")
    flights(runs, "battle", [("counter-march", (*scene, *ON_GPU)), ("counter-march, OpenGL 3.3", (*scene, *WITHIN_3_3))],
            1, frames=None)


def start(runs, _):
    head("growing to a million", "first frame after, ms", "longest frame, ms", "median of each size's longest, ms")
    with tempfile.TemporaryDirectory() as cache:
        environment = {"__GL_SHADER_DISK_CACHE_PATH": cache, "MESA_SHADER_CACHE_DIR": cache}
        for name in ("the driver's cache of shaders is empty", "a later run"):
            result = runs.json("grow", "--units", "1,1000000", "--shadows", "--frames", "5", "--size", "1920x1080",
                               environment=environment)
            if result:
                frames = [step["longest_ms"] for step in result["steps"]]
                line([name, f"{result['first_frame_ms']:.0f}", f"{result['longest_frame_ms']:.0f}",
                      f"{statistics.median(frames):.1f}"])


def models(runs, rounds, files):
    for file in [None, *files]:
        name = pathlib.Path(file).stem if file else "soldier"
        cases = []
        for units in ("100000", "1000000"):
            of = ("--units", units, *ON_GPU)
            cases += [(f"{name}, {int(units):,}", of), (f"{name}, {int(units):,}, pace free", (*of, "--pace", "free"))]
        flights(runs, "model", cases, rounds, model=file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phalanx")
    parser.add_argument("models", nargs="*", metavar="MODEL")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_intermixed_args()
    parts = options.parts.split(",")
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        parser.error(f"unknown part {unknown[0]}; parts are {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        runs = Runs(options.phalanx, folder)
        work = {"techniques": techniques, "flights": armies, "falls": falls, "battles": battles, "start": start,
                "models": lambda runs, rounds: models(runs, rounds, options.models)}
        for part in PARTS:
            if part in parts:
                work[part](runs, options.rounds)
        print(f"\n{runs.machine}")


if __name__ == "__main__":
    main()
