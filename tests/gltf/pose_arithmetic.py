"""Layered poses by their own arithmetic: reads a glTF file and evaluates the JSON form of docs/pose.md (without aims and
IK) in plain Python, as a second implementation that shares nothing with the program.

A transform is (translation, quaternion x y z w, scale); a matrix is a list of four columns."""
import base64
import json
import math
import os
import struct

FORMATS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
MOST = {5120: 127.0, 5121: 255.0, 5122: 32767.0, 5123: 65535.0}
COUNTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def scaled(v, factor):
    return [factor * x for x in v]


def added(a, b):
    return [x + y for x, y in zip(a, b)]


def normalized(v):
    return scaled(v, 1.0 / math.sqrt(dot(v, v)))


def turned(a, b):
    """The product of two quaternions: b first."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def matrix_of(transform):
    t, (x, y, z, w), s = transform
    columns = [[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0.0],
               [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0.0],
               [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0.0]]
    return [scaled(column, factor) for column, factor in zip(columns, s)] + [[*t, 1.0]]


def product(a, b):
    return [[sum(a[k][row] * column[k] for k in range(4)) for row in range(4)] for column in b]


def inverse(m):
    """Of an affine matrix, by cofactors."""
    a, b, c, t = (column[:3] for column in m)

    def cross(u, v):
        return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]

    rows = [cross(b, c), cross(c, a), cross(a, b)]
    determinant = dot(a, rows[0])
    rows = [scaled(row, 1.0 / determinant) for row in rows]
    columns = [[row[i] for row in rows] + [0.0] for i in range(3)]
    return columns + [[-dot(row, t) for row in rows] + [1.0]]


def transform_of(m):
    """Of a matrix without shear; a mirror becomes a negative first scale."""
    scale = [math.sqrt(dot(column[:3], column[:3])) for column in m[:3]]
    axes = [scaled(column[:3], 1.0 / size) for column, size in zip(m[:3], scale)]
    cross = [axes[1][1] * axes[2][2] - axes[1][2] * axes[2][1], axes[1][2] * axes[2][0] - axes[1][0] * axes[2][2],
             axes[1][0] * axes[2][1] - axes[1][1] * axes[2][0]]
    if dot(axes[0], cross) < 0.0:
        scale[0], axes[0] = -scale[0], scaled(axes[0], -1.0)
    (m00, m10, m20), (m01, m11, m21), (m02, m12, m22) = axes
    # Of the four ways to the quaternion, the one that divides by its largest component.
    options = [([1 + m00 - m11 - m22, m10 + m01, m20 + m02, m21 - m12], 1 + m00 - m11 - m22),
               ([m10 + m01, 1 - m00 + m11 - m22, m21 + m12, m02 - m20], 1 - m00 + m11 - m22),
               ([m20 + m02, m21 + m12, 1 - m00 - m11 + m22, m10 - m01], 1 - m00 - m11 + m22),
               ([m21 - m12, m02 - m20, m10 - m01, 1 + m00 + m11 + m22], 1 + m00 + m11 + m22)]
    return m[3][:3], normalized(max(options, key=lambda option: option[1])[0]), scale


class Gltf:
    """Nodes and clips of a file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        binary = None
        if data[:4] == b"glTF":
            length = struct.unpack("<I", data[12:16])[0]
            self.json = json.loads(data[20:20 + length])
            binary = data[20 + length + 8:]
        else:
            self.json = json.loads(data)
        self.buffers = []
        for buffer in self.json["buffers"]:
            uri = buffer.get("uri")
            if uri is None:
                self.buffers.append(binary)
            elif uri.startswith("data:"):
                self.buffers.append(base64.b64decode(uri.split(",", 1)[1]))
            else:
                with open(os.path.join(os.path.dirname(path), uri), "rb") as file:
                    self.buffers.append(file.read())
        self.nodes = self.json["nodes"]
        self.parents = [-1] * len(self.nodes)
        for index, node in enumerate(self.nodes):
            for child in node.get("children", ()):
                self.parents[child] = index
        self.clips = {clip.get("name"): self.read_clip(clip) for clip in self.json.get("animations", ())}

    def values(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        kind, count = accessor["componentType"], COUNTS[accessor["type"]]
        pattern = "<" + FORMATS[kind] * count
        stride = view.get("byteStride") or struct.calcsize(pattern)
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        items = [struct.unpack_from(pattern, self.buffers[view["buffer"]], start + i * stride)
                 for i in range(accessor["count"])]
        if accessor.get("normalized"):
            items = [tuple(max(x / MOST[kind], -1.0) for x in item) for item in items]
        return items

    def read_clip(self, clip):
        tracks = []
        for channel in clip["channels"]:
            sampler = clip["samplers"][channel["sampler"]]
            if channel["target"]["path"] == "weights":
                continue
            times = [time for (time,) in self.values(sampler["input"])]
            tracks.append((channel["target"]["node"], channel["target"]["path"], sampler.get("interpolation", "LINEAR"),
                           times, self.values(sampler["output"])))
        first = min(times[0] for *_, times, _ in tracks)
        return [(node, path, way, [time - first for time in times], values) for node, path, way, times, values in tracks]

    def duration(self, clip):
        return max(times[-1] for *_, times, _ in self.clips[clip])

    def rest(self):
        result = []
        for node in self.nodes:
            if "matrix" in node:
                flat = node["matrix"]
                result.append(transform_of([flat[4 * c:4 * c + 4] for c in range(4)]))
            else:
                result.append((list(node.get("translation", (0, 0, 0))), list(node.get("rotation", (0, 0, 0, 1))),
                               list(node.get("scale", (1, 1, 1)))))
        return result

    def sample(self, clip, time):
        """Local transforms of a clip; `time` between its first and last key."""
        result = self.rest()
        slots = {"translation": 0, "rotation": 1, "scale": 2}
        for node, path, way, times, values in self.clips[clip]:
            parts = list(result[node])
            value = self.interpolated(way, times, values, time, path == "rotation")
            parts[slots[path]] = normalized(value) if path == "rotation" else value
            result[node] = tuple(parts)
        return result

    @staticmethod
    def interpolated(way, times, values, time, rotation):
        cubic = way == "CUBICSPLINE"
        keys = values[1::3] if cubic else values
        if time <= times[0]:
            return list(keys[0])
        if time >= times[-1]:
            return list(keys[-1])
        after = next(i for i, key_time in enumerate(times) if key_time > time)
        span = times[after] - times[after - 1]
        u = (time - times[after - 1]) / span
        a, b = list(keys[after - 1]), list(keys[after])
        if way == "STEP":
            return a
        if cubic:
            out, into = values[3 * (after - 1) + 2], values[3 * after]
            result = [x * (2 * u**3 - 3 * u**2 + 1) + p * span * (u**3 - 2 * u**2 + u) + y * (3 * u**2 - 2 * u**3)
                      + q * span * (u**3 - u**2) for x, p, y, q in zip(a, out, b, into)]
            return normalized(result) if rotation else result
        if not rotation:
            return added(scaled(a, 1 - u), scaled(b, u))
        a, b = normalized(a), normalized(b)
        if dot(a, b) < 0.0:
            b = scaled(b, -1.0)
        angle = math.atan2(math.sqrt(max(dot(added(a, scaled(b, -1.0)), added(a, scaled(b, -1.0))), 0.0)),
                           math.sqrt(dot(added(a, b), added(a, b)))) * 2.0
        if angle < 1e-9:
            return normalized(added(scaled(a, 1 - u), scaled(b, u)))
        return added(scaled(a, math.sin((1 - u) * angle) / math.sin(angle)), scaled(b, math.sin(u * angle) / math.sin(angle)))

    def called(self, name):
        """The nodes of a name, or node K for #K."""
        if name.startswith("#"):
            return [int(name[1:])]
        return [index for index, node in enumerate(self.nodes) if node.get("name") == name]


def matrices(locals_, parents):
    result = [None] * len(locals_)

    def of(node):
        if result[node] is None:
            own = matrix_of(locals_[node])
            result[node] = own if parents[node] < 0 else product(of(parents[node]), own)
        return result[node]

    return [of(node) for node in range(len(locals_))]


def blended(items):
    """[(weight, transform)]: weighted means, and the normalized sum of rotations beside the heaviest."""
    items = [(weight, transform) for weight, transform in items if weight > 0.0]
    if len(items) == 1:
        return items[0][1]
    total = sum(weight for weight, _ in items)
    heaviest = max(items, key=lambda item: item[0])[1][1]
    t, q, s = [0.0] * 3, [0.0] * 4, [0.0] * 3
    for weight, (each_t, each_q, each_s) in items:
        weight /= total
        t, s = added(t, scaled(each_t, weight)), added(s, scaled(each_s, weight))
        q = added(q, scaled(each_q, weight if dot(each_q, heaviest) >= 0.0 else -weight))
    return t, normalized(q), s


def with_difference(base, clip, reference, weight):
    (t, q, s), (clip_t, clip_q, clip_s), (ref_t, ref_q, ref_s) = base, clip, reference
    turn = turned([-ref_q[0], -ref_q[1], -ref_q[2], ref_q[3]], clip_q)
    if turn[3] < 0.0:
        turn = scaled(turn, -1.0)
    step = normalized(added([0.0, 0.0, 0.0, 1.0 - weight], scaled(turn, weight)))
    return (added(t, scaled(added(clip_t, scaled(ref_t, -1.0)), weight)), turned(q, step),
            [x * (1.0 + weight * (c / r - 1.0)) for x, c, r in zip(s, clip_s, ref_s)])


class Evaluator:
    """Base, layers, additive and reparent of a form, for one file."""

    def __init__(self, gltf, form):
        self.gltf, self.form = gltf, form
        self.parents = list(gltf.parents)
        self.moved = []
        for item in form.get("reparent", ()):
            (to,) = gltf.called(item["to"])
            for joint in gltf.called(item["joint"]):
                self.moved.append((joint, to))
                self.parents[joint] = to

    def sampled(self, clip, time):
        locals_ = self.gltf.sample(clip, time)
        models = matrices(locals_, self.gltf.parents)
        for joint, to in self.moved:
            locals_[joint] = transform_of(product(inverse(models[to]), models[joint]))
        return locals_

    def weights(self, item):
        weight = item.get("weight", 1.0)
        if "mask" not in item:
            return [weight] * len(self.parents)
        own = {node: value for name, value in item["mask"].items() for node in self.gltf.called(name)}

        def of(node):
            if node < 0:
                return 0.0
            return own[node] if node in own else of(self.parents[node])

        return [weight * of(node) for node in range(len(self.parents))]

    def locals(self):
        base = [(item.get("weight", 1.0), self.sampled(item["clip"], item.get("time", 0.0))) for item in self.form["base"]]
        pose = [blended([(weight, locals_[node]) for weight, locals_ in base]) for node in range(len(self.parents))]
        for item in self.form.get("layers", ()):
            over = self.sampled(item["clip"], item.get("time", 0.0))
            pose = [blended([(1.0 - weight, below), (weight, above)])
                    for weight, below, above in zip(self.weights(item), pose, over)]
        for item in self.form.get("additive", ()):
            clip = self.sampled(item["clip"], item.get("time", 0.0))
            reference = self.sampled(item["reference"]["clip"], item["reference"].get("time", 0.0))
            pose = [with_difference(below, to, start, weight) if weight != 0.0 else below
                    for weight, below, to, start in zip(self.weights(item), pose, clip, reference)]
        return pose

    def matrices(self):
        return matrices(self.locals(), self.parents)
