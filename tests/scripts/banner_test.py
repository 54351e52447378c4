#!/usr/bin/env python3
"""assets/banner.glb is what tools/banner/make_banner.py writes. The image is compared by its texels, because versions of zlib
compress differently."""

import json
import os
import struct
import sys
import unittest
import zlib

sys.dont_write_bytecode = True  # keep the source tree clean
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tools", "banner"))
import make_banner  # noqa: E402


def parts(glb):
    """The JSON without sizes and places of bytes, the bytes of each view that is not an image, and the image's texels."""
    length = struct.unpack_from("<I", glb, 12)[0]
    gltf = json.loads(glb[20:20 + length])
    blob = glb[28 + length:]
    images = {image["bufferView"] for image in gltf["images"]}
    views = []
    for number, view in enumerate(gltf["bufferViews"]):
        data = blob[view["byteOffset"]:view["byteOffset"] + view["byteLength"]]
        if number in images:
            at = data.index(b"IDAT")
            data = zlib.decompress(data[at + 4:at + 4 + struct.unpack_from(">I", data, at - 4)[0]])
        views.append(data)
    del gltf["bufferViews"], gltf["buffers"]
    return gltf, views


class Banner(unittest.TestCase):
    def test_the_file_is_what_the_generator_writes(self):
        with open(os.path.join(ROOT, "assets", "banner.glb"), "rb") as file:
            kept = parts(file.read())
        made = parts(make_banner.make_glb())
        self.assertEqual(kept[0]["meshes"], made[0]["meshes"])
        self.assertEqual([len(view) for view in kept[1]], [len(view) for view in made[1]])
        self.assertEqual(kept[1][3:], made[1][3:])  # indices and texels
        for a, b in zip(kept[1][:3], made[1][:3]):  # sines may differ in the last bit
            for x, y in zip(struct.unpack(f"<{len(a) // 4}f", a), struct.unpack(f"<{len(b) // 4}f", b)):
                self.assertAlmostEqual(x, y, places=6)

    def test_triangles_face_their_normals(self):
        mesh = make_banner.make_mesh()
        for i in range(0, len(mesh.indices), 3):
            a, b, c = (mesh.positions[k] for k in mesh.indices[i:i + 3])
            u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
            face = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            normals = [sum(mesh.normals[k][axis] for k in mesh.indices[i:i + 3]) for axis in range(3)]
            self.assertGreater(sum(p * q for p, q in zip(face, normals)), 0.0, i)


if __name__ == "__main__":
    unittest.main()
