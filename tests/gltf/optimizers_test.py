#!/usr/bin/env python3
"""Files that optimisers write must load, with the poses of the original within what their quantisation explains.

Three models in six forms each. Optimisers merge, split and reorder vertices, so poses are compared as clouds: every
vertex of one pose must have a vertex of the other pose nearby, both ways. The moments are those that gltfpack samples
when it resamples all clips at 30 Hz, and a microsecond later, because there may be a step.
"""
import json
import math
import os
import subprocess
import sys

import node_packages
import robot

# Parts of the diagonal of the model's box. An axis of a box with extent e that is stored with n bits has an error of at
# most e / (2^n - 1) / 2.
POSITION_BITS = 14  # the default of gltfpack, and of gltf-transform's draco, quantize and meshopt
POSITIONS = math.sqrt(3) / 2 / (2**POSITION_BITS - 1)
# Four weights of 8 bits are each off by up to 1/255 / 2, and the joints place a vertex up to a tenth of the diagonal apart.
WEIGHTS = 4 / 255 / 2 / 10
# A component of a rotation with n bits is off by up to 1 / 2^n, the angle by 2 sqrt(3) / 2^n. The distances from a vertex
# to the joints between it and the root add up to one diagonal at most.
GLTFPACK_ROTATIONS = 2 * math.sqrt(3) / 2**12
MESHOPT_ROTATIONS = 2 * math.sqrt(3) / 2**16

# What a form adds to the error, as a part of the diagonal of the model's box.
FORMS = {
    # Floats whose mantissa has the bits of the default.
    "gltfpack -cc -noq": POSITIONS + GLTFPACK_ROTATIONS,
    "gltfpack": POSITIONS + WEIGHTS + GLTFPACK_ROTATIONS,
    "gltf-transform draco": POSITIONS + WEIGHTS,
    "gltf-transform quantize": POSITIONS + WEIGHTS,
    "gltf-transform sparse": 1e-6,  # stores the same numbers in another way
    "gltf-transform meshopt": POSITIONS + WEIGHTS + MESHOPT_ROTATIONS,
}


class Failures:
    count = 0

    @classmethod
    def add(cls, text):
        cls.count += 1
        print(f"FAILED: {text}")


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr.strip() or result.stdout.strip()}")
    return result.stdout


def optimize(packages, form, model, output):
    tool, *options = form.split()
    program = os.path.join(packages, "node_modules", ".bin", tool)
    if tool == "gltfpack":
        run([program, "-i", model, "-o", output, *options])
    else:
        run([program, *options, model, output])


def clouds(model, moments, output):
    """The places of the vertices at each moment, exactly sampled, in the file's units, by one run for all moments."""
    arguments, results = [], []
    for i, (clip, frame) in enumerate(moments):
        form = os.path.join(output, f"moment{i}.json")
        with open(form, "w", encoding="utf-8") as file:
            json.dump({"base": [{"clip": f"#{clip}", "time": round(frame / 30 + 1e-6, 9)}]}, file)
        arguments += ["--pose", form]
    run([os.environ["PHALANX"], "pose", model, "--exact", *arguments, "-o", output])
    for i in range(len(moments)):
        with open(os.path.join(output, f"moment{i}.obj"), encoding="utf-8") as file:
            results.append({tuple(map(float, line.split()[1:])) for line in file if line.startswith("v ")})
    return results


def diagonal(points):
    return math.dist([min(axis) for axis in zip(*points)], [max(axis) for axis in zip(*points)])


def farthest(points, others, limit):
    """The largest distance from a point to the nearest other one; infinite if it is above the limit."""
    cells = {}
    for other in others:
        cells.setdefault(tuple(math.floor(x / limit) for x in other), []).append(other)
    worst = 0.0
    for point in points:
        x, y, z = (math.floor(c / limit) for c in point)
        nearest = min((math.dist(point, other) for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1)
                       for k in (z - 1, z, z + 1) for other in cells.get((i, j, k), ())), default=math.inf)
        worst = max(worst, nearest if nearest <= limit else math.inf)
    return worst


def models(output):
    """The models that exist here, with the clips and frames (at 30 Hz) to compare."""
    source = os.environ["PHALANX_SOURCE_DIR"]
    shared = os.environ.get("PHALANX_TEST_MODELS") or os.path.join(os.path.dirname(source), "shared", "models")
    made = os.path.join(output, "robot.glb")
    robot.write(made)
    found = [(os.path.join(source, "assets", "soldier.glb"), [(0, 0), (2, 11), (6, 13)]),
             (made, [(0, 7), (1, 13), (1, 30)])]
    for path, moments in (("khronos_fox_glb/Fox.glb", [(0, 40), (1, 9), (2, 20)]),
                          ("RobotExpressive.glb", [(0, 10), (6, 20), (10, 8)])):
        if os.path.exists(os.path.join(shared, path)):
            found.append((os.path.join(shared, path), moments))
        else:
            print(f"left out: there is no {path} among the test models")
    return found


def main():
    packages = node_packages.folder()
    output = os.environ["OUTPUT"]
    os.makedirs(output, exist_ok=True)
    for model, moments in models(output):
        name = os.path.splitext(os.path.basename(model))[0]
        originals = clouds(model, moments, output)
        size = diagonal(originals[0])
        for form, tolerance in FORMS.items():
            made = os.path.join(output, f"{name}.{form.replace(' ', '_')}.glb")
            worst = 0.0
            try:
                optimize(packages, form, model, made)
                limit = tolerance * size
                for original, other in zip(originals, clouds(made, moments, output), strict=True):
                    worst = max(worst, farthest(original, other, limit), farthest(other, original, limit))
            except RuntimeError as error:
                Failures.add(f"{name}, {form}: {error}")
                continue
            print(f"{name}, {form}: {worst / size:.1e} of the diagonal, at most {tolerance:.1e}")
            if worst > tolerance * size:
                Failures.add(f"{name}, {form}: a pose differs")
    return 1 if Failures.count else 0


if __name__ == "__main__":
    sys.exit(main())
