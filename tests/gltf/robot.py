#!/usr/bin/env python3
"""robot.py OUT.glb: writes a rigged model with everything that optimisers treat in a way of their own: rigid parts that
nodes move, a skinned part, morph targets with animated weights, and tracks with every interpolation."""
import json
import math
import struct
import sys

FLOAT, UBYTE, USHORT = 5126, 5121, 5123
VERTICES, INDICES = 34962, 34963  # targets of buffer views
STEP_TIMES = [0.41, 0.77, 1.21]  # of the steps in clip "Wave"
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def as_float(value):
    """The value as a file stores it."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Writer:
    """Collects accessors and writes the file."""

    def __init__(self):
        self.json = {"asset": {"version": "2.0", "generator": "Phalanx robot.py"}, "scene": 0, "accessors": [],
                     "bufferViews": []}
        self.binary = bytearray()

    def accessor(self, values, kind, component=FLOAT, target=None, bounds=False):
        """Appends a list of numbers and returns the accessor's index."""
        code = {FLOAT: "f", UBYTE: "B", USHORT: "H"}[component]
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": 0}
        self.binary += struct.pack(f"<{len(values)}{code}", *values)
        view["byteLength"] = len(self.binary) - view["byteOffset"]
        if target:
            view["target"] = target
        self.binary += bytes(-len(self.binary) % 4)
        self.json["bufferViews"].append(view)
        width = WIDTHS[kind]
        entry = {"bufferView": len(self.json["bufferViews"]) - 1, "componentType": component,
                 "count": len(values) // width, "type": kind}
        if bounds:
            stored = [as_float(value) for value in values]
            entry["min"] = [min(stored[c::width]) for c in range(width)]
            entry["max"] = [max(stored[c::width]) for c in range(width)]
        self.json["accessors"].append(entry)
        return len(self.json["accessors"]) - 1

    def save(self, path):
        self.json["buffers"] = [{"byteLength": len(self.binary)}]
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        with open(path, "wb") as file:
            file.write(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(self.binary)))
            file.write(struct.pack("<I", len(text)) + b"JSON" + text)
            file.write(struct.pack("<I", len(self.binary)) + b"BIN\0" + self.binary)


def ellipsoid(center, radii, rings=10, columns=16):
    """Positions, unit normals and triangles."""
    positions, normals, triangles = [], [], []
    for r in range(rings + 1):
        for c in range(columns + 1):
            up, around = math.pi * r / rings, 2 * math.pi * c / columns
            unit = [math.sin(up) * math.sin(around), math.cos(up), math.sin(up) * math.cos(around)]
            normal = [unit[i] / radii[i] for i in range(3)]
            length = math.sqrt(sum(n * n for n in normal))
            positions += [center[i] + radii[i] * unit[i] for i in range(3)]
            normals += [n / length for n in normal]
    for r in range(rings):
        for c in range(columns):
            a, b = r * (columns + 1) + c, (r + 1) * (columns + 1) + c
            triangles += ([a, b, a + 1] if r > 0 else []) + ([a + 1, b, b + 1] if r < rings - 1 else [])
    return positions, normals, triangles


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    return [math.sin(half) if i == axis else 0.0 for i in range(3)] + [math.cos(half)]


class Robot:
    """Nodes by name; every body part is an ellipsoid that hangs on its own node."""

    def __init__(self):
        self.writer = Writer()
        self.nodes = []
        self.index = {}
        self.meshes = []

    def node(self, name, parent=None, **properties):
        self.index[name] = len(self.nodes)
        self.nodes.append({"name": name, **properties})
        if parent:
            self.nodes[self.index[parent]].setdefault("children", []).append(self.index[name])

    def mesh(self, name, shape, material, more=None, targets=None):
        positions, normals, triangles = shape
        write = self.writer.accessor
        attributes = {"POSITION": write(positions, "VEC3", target=VERTICES, bounds=True),
                      "NORMAL": write(normals, "VEC3", target=VERTICES), **(more or {})}
        primitive = {"attributes": attributes, "indices": write(triangles, "SCALAR", USHORT, INDICES),
                     "material": material}
        mesh = {"name": name, "primitives": [primitive]}
        if targets:
            primitive["targets"] = [
                {"POSITION": write(moved, "VEC3", target=VERTICES, bounds=True),
                 "NORMAL": write([0.0] * len(moved), "VEC3", target=VERTICES)} for moved in targets]
            mesh["weights"] = [0.0] * len(targets)
        self.meshes.append(mesh)
        return len(self.meshes) - 1

    def build(self):
        self.node("Robot")
        self.node("Hips", "Robot", translation=[0.0, 1.0, 0.0])
        self.nodes[-1]["mesh"] = self.mesh("Hips", ellipsoid([0, 0, 0], [0.2, 0.12, 0.14]), 0)
        self.node("Chest", "Hips", translation=[0.0, 0.35, 0.0])
        self.nodes[-1]["mesh"] = self.mesh("Chest", ellipsoid([0, 0, 0], [0.28, 0.3, 0.2]), 1)
        for side, x in (("Left", 1), ("Right", -1)):
            self.node(f"{side}Leg", "Hips", translation=[0.14 * x, -0.05, 0.0])
            self.nodes[-1]["mesh"] = self.mesh(f"{side}Leg", ellipsoid([0, -0.45, 0.02], [0.1, 0.5, 0.12]), 0)
            self.node(f"{side}Arm", "Chest", translation=[0.3 * x, 0.15, 0.0], scale=[1.0, 0.9, 1.1])
            self.nodes[-1]["mesh"] = self.mesh(f"{side}Arm", ellipsoid([0.05 * x, -0.35, 0], [0.08, 0.4, 0.08]), 1)
        self.node("Head", "Chest", translation=[0.0, 0.45, 0.0])
        shape = ellipsoid([0, 0.1, 0], [0.2, 0.2, 0.18], 14, 24)
        face = shape[0]
        smile = [0.08 * math.sin(9 * face[i]) if i % 3 == 1 and face[i + 1] > 0.1 else 0.0 for i in range(len(face))]
        frown = [-0.1 * face[i] if i % 3 != 1 and face[i - i % 3 + 1] > 0.1 else 0.0 for i in range(len(face))]
        self.nodes[-1]["mesh"] = self.mesh("Face", shape, 1, targets=[smile, frown])
        self.addAntenna()

    def addAntenna(self):
        """A skinned tube on four joints above the head."""
        joints = []
        for k in range(4):
            name = f"Antenna{k}"
            self.node(name, f"Antenna{k - 1}" if k else "Head", translation=[0.0, 0.12 if k else 0.28, 0.0])
            joints.append(self.index[name])
        shape = ellipsoid([0, 0.2, 0], [0.04, 0.22, 0.04], 12, 8)
        at, weights = [], []
        for y in shape[0][1::3]:
            place = min(2.999, max(0.0, y / 0.12))
            upper = place % 1.0
            at += [int(place), int(place) + 1 if upper > 0.0 else 0, 0, 0]
            weights += [1.0 - upper, upper, 0.0, 0.0]
        write = self.writer.accessor
        more = {"JOINTS_0": write(at, "VEC4", UBYTE, VERTICES), "WEIGHTS_0": write(weights, "VEC4", target=VERTICES)}
        mesh = self.mesh("Antenna", shape, 0, more)
        self.nodes.append({"name": "Antenna", "mesh": mesh, "skin": 0})
        binds = []
        for k in range(4):
            binds += [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.12 * k, 0, 1]
        self.writer.json["skins"] = [{"joints": joints, "inverseBindMatrices": write(binds, "MAT4")}]

    def clip(self, name, tracks):
        """tracks: (node, path, interpolation, times, values); of a spline in-tangent, value, out-tangent per key."""
        channels, samplers = [], []
        kinds = {"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3", "weights": "SCALAR"}
        for node, path, interpolation, times, values in tracks:
            channels.append({"sampler": len(samplers), "target": {"node": self.index[node], "path": path}})
            samplers.append({"input": self.writer.accessor(times, "SCALAR", bounds=True),
                             "output": self.writer.accessor([x for value in values for x in value], kinds[path]),
                             "interpolation": interpolation})
        return {"name": name, "channels": channels, "samplers": samplers}

    def animate(self):
        times = [k / 24 for k in range(25)]
        swing = [math.sin(2 * math.pi * t) for t in times]
        walk = [("Hips", "translation", "LINEAR", times, [[0, 1 + 0.04 * s * s, 0] for s in swing])]
        for side, sign in (("Left", 1), ("Right", -1)):
            walk.append((f"{side}Leg", "rotation", "LINEAR", times, [turn(0, 35 * s * sign) for s in swing]))
            walk.append((f"{side}Arm", "rotation", "LINEAR", times, [turn(0, -30 * s * sign) for s in swing]))
        for k in range(4):
            walk.append((f"Antenna{k}", "rotation", "LINEAR", times, [turn(0, 12 * s) for s in swing]))
        walk.append(("Head", "weights", "LINEAR", times, [[abs(s), 0.5 - 0.5 * s] for s in swing]))
        keys = [0.0, *STEP_TIMES, 1.5]
        # No spline of rotations: gltf-transform's meshopt stores its tangents as unit quaternions, so they are lost.
        wave = [("RightArm", "rotation", "LINEAR", keys, [turn(2, d) for d in (0, 140, 90, 140, 0)]),
                ("LeftArm", "rotation", "STEP", keys, [turn(2, d) for d in (0, -20, -60, -20, 0)]),
                ("Chest", "scale", "STEP", keys, [[1, 1, 1], [1, 1.1, 1], [1.1, 1, 1.1], [1, 1.1, 1], [1, 1, 1]]),
                ("Hips", "translation", "CUBICSPLINE", keys,
                 [v for y in (1, 0.9, 1.05, 0.95, 1) for v in ([0, 0.2, 0], [0, y, 0], [0, 0.2, 0])]),
                # Linear: where joints and weights step at the same time, a drawn pose is no mix of the poses at both frames.
                ("Head", "weights", "LINEAR", keys, [[0, 0], [1, 0], [0, 1], [0.5, 0.5], [0, 0]])]
        self.writer.json["animations"] = [self.clip("Walk", walk), self.clip("Wave", wave)]

    def save(self, path):
        self.build()
        self.animate()
        self.writer.json.update(nodes=self.nodes, meshes=self.meshes,
                                scenes=[{"nodes": [self.index["Robot"], len(self.nodes) - 1]}],
                                materials=[{"name": name, "pbrMetallicRoughness": {"baseColorFactor": color}}
                                           for name, color in (("Steel", [0.5, 0.5, 0.6, 1]), ("Paint", [0.8, 0.3, 0.1, 1]))])
        self.writer.save(path)


def write(path):
    Robot().save(path)


if __name__ == "__main__":
    write(sys.argv[1])
