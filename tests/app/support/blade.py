#!/usr/bin/env python3
"""Writes a small skinned model: blade.py FILE.gltf. A ribbon 1.8 m high on three joints, one above the other, that bends
in the clip Sway and whips in the clip Lash."""
import base64
import json
import math
import struct
import sys

ROWS, JOINTS, HEIGHT = 31, 3, 1.8
chunks, views, accessors = bytearray(), [], []


def add(kind, component, values, **extra):
    code = {5126: "f", 5123: "H"}[component]
    data = b"".join(struct.pack(f"<{len(v)}{code}", *v) for v in values)
    views.append({"buffer": 0, "byteOffset": len(chunks), "byteLength": len(data)})
    chunks.extend(data + b"\0" * (-len(data) % 4))
    accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(values), "type": kind, **extra})
    return len(accessors) - 1


def turn(angle):  # about z
    return (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2))


places, joints, weights = [], [], []
for row in range(ROWS):
    along = row / (ROWS - 1) * JOINTS
    lower = min(int(along), JOINTS - 1)
    share = along - lower
    for side in (-0.2, 0.2):
        places.append((side, row / (ROWS - 1) * HEIGHT, 0.0))
        joints.append((lower, min(lower + 1, JOINTS - 1), 0, 0))
        weights.append((1.0 - share, share, 0.0, 0.0) if lower < JOINTS - 1 else (1.0, 0.0, 0.0, 0.0))
triangles = [(2 * r + a,) for r in range(ROWS - 1) for a in (0, 1, 2, 1, 3, 2)]
position = add("VEC3", 5126, places, min=[-0.2, 0.0, 0.0], max=[0.2, HEIGHT, 0.0])
normal = add("VEC3", 5126, [(0.0, 0.0, 1.0)] * len(places))
attributes = {"POSITION": position, "NORMAL": normal, "JOINTS_0": add("VEC4", 5123, joints),
              "WEIGHTS_0": add("VEC4", 5126, weights)}
indices = add("SCALAR", 5123, triangles)
bind = [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -HEIGHT / JOINTS * j, 0, 1) for j in range(JOINTS)]
inverse = add("MAT4", 5126, bind)


def clip(name, seconds, swing):
    keys = round(seconds * 15) + 1
    times = add("SCALAR", 5126, [(seconds * k / (keys - 1),) for k in range(keys)], min=[0.0], max=[seconds])
    samplers, channels = [], []
    for joint in range(JOINTS):
        turns = [turn(swing * math.sin(2 * math.pi * k / (keys - 1) - 0.7 * joint)) for k in range(keys)]
        samplers.append({"input": times, "output": add("VEC4", 5126, turns), "interpolation": "LINEAR"})
        channels.append({"sampler": joint, "target": {"node": 1 + joint, "path": "rotation"}})
    return {"name": name, "samplers": samplers, "channels": channels}


animations = [clip("Sway", 1.0, 0.25), clip("Lash", 0.8, 0.7)]
nodes = [{"name": "Blade", "mesh": 0, "skin": 0}]
for j in range(JOINTS):
    nodes.append({"name": ("Root", "Middle", "Tip")[j], "translation": [0, HEIGHT / JOINTS if j else 0, 0]})
    if j + 1 < JOINTS:
        nodes[-1]["children"] = [2 + j]
json.dump({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}], "nodes": nodes,
           "meshes": [{"primitives": [{"attributes": attributes, "indices": indices}]}],
           "skins": [{"joints": [1, 2, 3], "inverseBindMatrices": inverse}], "animations": animations,
           "buffers": [{"byteLength": len(chunks), "uri": "data:application/octet-stream;base64,"
                        + base64.b64encode(bytes(chunks)).decode()}],
           "bufferViews": views, "accessors": accessors}, open(sys.argv[1], "w"))
