#!/usr/bin/env python3
"""make_banner.py OUT.glb: writes the banner that soldiers carry on their backs, assets/banner.glb.

The origin is the joint between the shoulder blades (UpperChest of the soldier), Y is up, the carrier faces +Z and its left
is +X; metres. A pole rises behind the back, and a cloth hangs from a bar to the left of it. One mesh, one material, one
texture, whose alpha is the mask of the team's colour.
"""

import json
import math
import struct
import sys
import zlib

POLE_Z = -0.21  # behind the soldier's pack
POLE_LOW, POLE_HIGH = -0.42, 1.36
POLE_RADIUS, BAR_RADIUS = 0.014, 0.010
CLOTH_LEFT, CLOTH_RIGHT = 0.03, 0.56  # along X, from the pole
CLOTH_TOP, CLOTH_BOTTOM = 1.28, 0.40
CLOTH_COLUMNS, CLOTH_ROWS = 4, 6
WAVE = 0.045  # depth of the folds at the lower edge

WIDTH, HEIGHT = 128, 192  # texels
CLOTH_TEXELS = 112  # columns of the cloth; the others are wood
SAMPLES = 4  # per texel and axis


class Mesh:
    def __init__(self):
        self.positions, self.normals, self.uvs, self.indices = [], [], [], []

    def add(self, position, normal, uv):
        length = math.sqrt(sum(c * c for c in normal))
        self.positions.append(position)
        self.normals.append(tuple(c / length for c in normal))
        self.uvs.append(uv)
        return len(self.positions) - 1

    def quad(self, a, b, c, d):
        self.indices += [a, b, c, a, c, d]


WOOD_U = (CLOTH_TEXELS + 0.5 * (WIDTH - CLOTH_TEXELS)) / WIDTH


def add_rod(mesh, low, high, axis, radius, sides=5):
    """A prism from `low` to `high` along an axis (0: x, 1: y), closed by a point at its far end."""
    first_axis, second_axis = (1, 2) if axis == 0 else (2, 0)
    rings = []
    for end, v in ((low, 1.0), (high, 0.0)):
        ring = []
        for i in range(sides):
            angle = 2.0 * math.pi * i / sides
            normal = [0.0, 0.0, 0.0]
            normal[first_axis], normal[second_axis] = math.cos(angle), math.sin(angle)
            ring.append(mesh.add(tuple(e + radius * n for e, n in zip(end, normal)), tuple(normal), (WOOD_U, v)))
        rings.append(ring)
    tip = list(high)
    tip[axis] += 2.5 * radius
    direction = [0.0, 0.0, 0.0]
    direction[axis] = 1.0
    top = mesh.add(tuple(tip), tuple(direction), (WOOD_U, 0.0))
    for i in range(sides):
        j = (i + 1) % sides
        mesh.quad(rings[0][i], rings[0][j], rings[1][j], rings[1][i])
        mesh.indices += [rings[1][i], rings[1][j], top]


def cloth_point(s, t):
    """s: 0 at the pole, 1 at the free edge; t: 0 at the bar, 1 at the lower edge. The folds run downwards and outwards."""
    x = CLOTH_LEFT + (CLOTH_RIGHT - CLOTH_LEFT) * s
    y = CLOTH_TOP + (CLOTH_BOTTOM - CLOTH_TOP) * t
    z = POLE_Z + WAVE * t * math.sin(2.0 * math.pi * (1.15 * s + 0.25 * t)) * (0.35 + 0.65 * s)
    return (x, y, z)


def add_cloth(mesh):
    """Two-sided; the front, with its normals, faces +Z."""
    step = 1e-4
    grid = []
    for row in range(CLOTH_ROWS + 1):
        for column in range(CLOTH_COLUMNS + 1):
            s, t = column / CLOTH_COLUMNS, row / CLOTH_ROWS
            here = cloth_point(s, t)
            along = [b - a for a, b in zip(here, cloth_point(s + step, t))]
            down = [b - a for a, b in zip(here, cloth_point(s, t + step))]
            normal = (down[1] * along[2] - down[2] * along[1], down[2] * along[0] - down[0] * along[2],
                      down[0] * along[1] - down[1] * along[0])
            inset = 0.5 / WIDTH
            u = inset + (CLOTH_TEXELS / WIDTH - 2.0 * inset) * s
            grid.append(mesh.add(here, normal, (u, t)))
    for row in range(CLOTH_ROWS):
        for column in range(CLOTH_COLUMNS):
            a = grid[row * (CLOTH_COLUMNS + 1) + column]
            b = grid[(row + 1) * (CLOTH_COLUMNS + 1) + column]
            mesh.quad(a, b, b + 1, a + 1)


def make_mesh():
    mesh = Mesh()
    add_rod(mesh, (0.0, POLE_LOW, POLE_Z), (0.0, POLE_HIGH, POLE_Z), 1, POLE_RADIUS)
    add_rod(mesh, (-0.03, CLOTH_TOP, POLE_Z), (CLOTH_RIGHT + 0.02, CLOTH_TOP, POLE_Z), 0, BAR_RADIUS)
    add_cloth(mesh)
    return mesh


# sRGB and the mask of the team's colour.
FIELD = (186, 184, 180, 255)
BORDER = (120, 118, 114, 255)
EMBLEM = (232, 226, 210, 0)
WOOD = (92, 66, 44, 0)


def cloth_color(x, y):
    """x and y: metres from the middle of the cloth, y downwards."""
    half_width, half_height = 0.5 * (CLOTH_RIGHT - CLOTH_LEFT), 0.5 * (CLOTH_TOP - CLOTH_BOTTOM)
    to_edge = min(half_width - abs(x), half_height - abs(y))
    if 0.022 < to_edge < 0.042:
        return EMBLEM
    if to_edge <= 0.022:
        return BORDER
    # A ring around a lambda, the letter on the shields of a phalanx.
    if 0.165 < math.hypot(x, y) < 0.190:
        return EMBLEM
    leg = abs(x) - 0.45 * (y + 0.115)  # both legs meet at the top
    if -0.115 < y < 0.105 and -0.045 < leg < 0.0:
        return EMBLEM
    return FIELD


def texel(column, row):
    if column >= CLOTH_TEXELS:
        return WOOD
    sums = [0, 0, 0, 0]
    for i in range(SAMPLES * SAMPLES):
        s = (column + (i % SAMPLES + 0.5) / SAMPLES) / CLOTH_TEXELS
        t = (row + (i // SAMPLES + 0.5) / SAMPLES) / HEIGHT
        color = cloth_color((s - 0.5) * (CLOTH_RIGHT - CLOTH_LEFT), (t - 0.5) * (CLOTH_TOP - CLOTH_BOTTOM))
        sums = [a + b for a, b in zip(sums, color)]
    return tuple(round(a / (SAMPLES * SAMPLES)) for a in sums)


def make_texels():
    return bytes(value for row in range(HEIGHT) for column in range(WIDTH) for value in texel(column, row))


def encode_png(rgba):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + rgba[4 * WIDTH * row:4 * WIDTH * (row + 1)] for row in range(HEIGHT))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) +
            chunk(b"IEND", b""))


def rounded(values):
    """As floats of 32 bits, so that minimum and maximum equal an element exactly."""
    return list(struct.unpack(f"<{len(values)}f", struct.pack(f"<{len(values)}f", *values)))


def make_glb():
    mesh = make_mesh()
    blob, views = b"", []

    def view(data, target=None):
        nonlocal blob
        blob += b"\0" * (-len(blob) % 4)
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(data)} |
                     ({"target": target} if target else {}))
        blob += data
        return len(views) - 1

    def floats(vectors):
        flat = [c for vector in vectors for c in vector]
        return view(struct.pack(f"<{len(flat)}f", *flat), 34962)

    corners = [rounded(position) for position in mesh.positions]
    accessors = [
        {"bufferView": floats(mesh.positions), "componentType": 5126, "count": len(corners), "type": "VEC3",
         "min": [min(c) for c in zip(*corners)], "max": [max(c) for c in zip(*corners)]},
        {"bufferView": floats(mesh.normals), "componentType": 5126, "count": len(corners), "type": "VEC3"},
        {"bufferView": floats(mesh.uvs), "componentType": 5126, "count": len(corners), "type": "VEC2"},
        {"bufferView": view(struct.pack(f"<{len(mesh.indices)}H", *mesh.indices), 34963), "componentType": 5123,
         "count": len(mesh.indices), "type": "SCALAR"}]
    image = view(encode_png(make_texels()))
    gltf = {
        "asset": {"version": "2.0", "generator": "Phalanx make_banner.py", "copyright": "CC0 1.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "banner", "mesh": 0, "extras": {"phalanx_tint_mask": "alpha"}}],
        "meshes": [{"name": "banner", "primitives": [
            {"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3, "material": 0}]}],
        "materials": [{"name": "Banner", "doubleSided": True, "pbrMetallicRoughness": {
            "baseColorTexture": {"index": 0}, "metallicFactor": 0, "roughnessFactor": 0.9}}],
        "textures": [{"source": 0}],
        "images": [{"name": "banner", "mimeType": "image/png", "bufferView": image}],
        "accessors": accessors,
        "bufferViews": views}
    blob += b"\0" * (-len(blob) % 4)
    gltf["buffers"] = [{"byteLength": len(blob)}]
    text = json.dumps(gltf, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(blob)) +
            struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob)


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: make_banner.py OUT.glb", file=sys.stderr)
        return 2
    with open(arguments[0], "wb") as file:
        file.write(make_glb())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
