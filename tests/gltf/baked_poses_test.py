#!/usr/bin/env python3
"""Poses that the shader of technique `texture` draws against exact poses, of a file with every interpolation.

Between two frames of the bake a pose must be within the error that the bake measured or, in a clip with steps, within the
limit that its rate keeps. A step between two frames becomes a ramp, so there the drawn pose must be the mix of the exact
poses at both frames.
"""
import json
import math
import os
import subprocess
import sys

import robot

NO_CONTEXT = 4  # exit code of phalanx
SKIPPED = 77
BETWEEN_QUARTERS = 1.3  # the error is measured at the quarters of each interval
LIMIT_MM = 1.0  # of the automatic rate
PACKING = 3e-5  # of the diagonal: positions of 16 bits per axis and weights of 13 bits


def phalanx(*arguments):
    result = subprocess.run([os.environ["PHALANX"], *arguments], capture_output=True, text=True, check=False)
    if result.returncode == NO_CONTEXT:
        print(f"skipped: {result.stderr.strip()}")
        sys.exit(SKIPPED)
    if result.returncode != 0:
        raise RuntimeError(result.stderr)


def pose(model, clip, time_s, obj, *options):
    phalanx("pose", model, "--clip", clip, "--time", f"{time_s:.9f}", "-o", obj, *options)
    with open(obj, encoding="utf-8") as file:
        return [tuple(map(float, line.split()[1:])) for line in file if line.startswith("v ")]


def main():
    output = os.environ["OUTPUT"]
    os.makedirs(output, exist_ok=True)
    model, obj, report = (os.path.join(output, name) for name in ("robot.glb", "pose.obj", "bake.json"))
    robot.write(model)
    phalanx("bake", model, "--json", report)
    with open(report, encoding="utf-8") as file:
        baked = json.load(file)
    phalanx("info", model, "--json", report)
    with open(report, encoding="utf-8") as file:
        height = json.load(file)["height_m"]
    failed = False
    for name, steps in (("Walk", []), ("Wave", robot.STEP_TIMES)):
        clip = next(each for each in baked["clips"] if each["name"] == name)
        intervals, duration_s = clip["frames"] - 1, clip["seconds"]
        # Spread moments, and one in the frame of each step.
        frames = [intervals * (i + 0.5) / 7 for i in range(7)]
        frames += [math.ceil(step / duration_s * intervals) - 0.3 for step in steps]
        for frame in frames:
            before, after = (k / intervals * duration_s for k in (math.floor(frame), math.floor(frame) + 1))
            time_s = frame / intervals * duration_s
            drawn = pose(model, name, time_s, obj)
            size = math.dist(*([f(axis) for axis in zip(*drawn)] for f in (min, max)))
            stepped = any(before < step <= after for step in steps)
            if stepped:
                mix = frame - math.floor(frame)
                exact = [[a + (b - a) * mix for a, b in zip(p, q)] for p, q in
                         zip(pose(model, name, before, obj, "--exact"), pose(model, name, after, obj, "--exact"))]
                limit = PACKING * size
            else:
                exact = pose(model, name, time_s, obj, "--exact")
                limit_mm = LIMIT_MM if steps else BETWEEN_QUARTERS * clip["error_mm"]["max"]
                limit = limit_mm / 1000 * height / 1.8 + PACKING * size  # millimetres of a model 1.8 m tall
            worst = max(math.dist(p, q) for p, q in zip(drawn, exact, strict=True))
            print(f"{name} at {time_s:.4f} s{', a step' if stepped else ''}: {worst:.2e}, at most {limit:.2e}")
            failed = failed or worst > limit
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
