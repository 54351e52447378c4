// A model of our own with textures: a post that bends at a joint, painted by an image, and a banner with holes.
import { writePng } from "./png.mjs";

const kHeight = 1.8;  // metres
const kHalf = 0.14;   // half the width of the post, metres
const kRows = 12;     // of the post

// 64x64 pixels: squares in a different colour each, so that a swapped axis or channel shows.
function paint() {
  const pixels = Buffer.alloc(64 * 64 * 3);
  for (let y = 0; y < 64; ++y) {
    for (let x = 0; x < 64; ++x) {
      const bright = (x >> 3) + (y >> 3) & 1 ? 255 : 110;
      pixels.set([bright, (bright * (64 - y)) >> 6, (bright * x) >> 6], 3 * (64 * y + x));
    }
  }
  return writePng({ width: 64, height: 64, pixels });
}

// 64x64 pixels: a lattice with holes, alpha 0 or 255.
function lattice() {
  const pixels = Buffer.alloc(64 * 64 * 4);
  for (let y = 0; y < 64; ++y) {
    for (let x = 0; x < 64; ++x) {
      const hole = Math.hypot((x & 15) - 7.5, (y & 15) - 7.5) < 5;
      pixels.set([40, 90 + 2 * y, 230 - 2 * x, hole ? 0 : 255], 4 * (64 * y + x));
    }
  }
  return writePng({ width: 64, height: 64, channels: 4, pixels });
}

// Vertices of one primitive. The joint's share grows from 0 at the lower third of the height to 1 at the upper one.
class Mesh {
  vertices = [];
  triangles = [];

  vertex(position, normal, uv) {
    const share = Math.min(1, Math.max(0, position[1] / kHeight * 3 - 1));
    this.vertices.push({ position, normal, uv, weights: [1 - share, share, 0, 0] });
    return this.vertices.length - 1;
  }

  // Corners a b c d around the quad, counterclockwise.
  quad(a, b, c, d) {
    this.triangles.push(a, b, c, a, c, d);
  }
}

function post() {
  const mesh = new Mesh();
  for (let side = 0; side < 4; ++side) {
    const normal = [Math.round(Math.cos(side * Math.PI / 2)), 0, Math.round(Math.sin(side * Math.PI / 2))];
    const along = [-normal[2], 0, normal[0]];
    const at = (row, end) => mesh.vertex(
      [kHalf * (normal[0] + end * along[0]), kHeight * row / kRows, kHalf * (normal[2] + end * along[2])], normal,
      [(side + (end + 1) / 2) / 4, 1 - row / kRows]);
    for (let row = 0; row < kRows; ++row) mesh.quad(at(row, 1), at(row, -1), at(row + 1, -1), at(row + 1, 1));
  }
  return mesh;
}

function banner() {
  const mesh = new Mesh();
  const at = (x, y) => mesh.vertex([kHalf + 0.8 * x, kHeight * (0.55 + 0.4 * y), 0], [0, 0, 1], [x, 1 - y]);
  mesh.quad(at(0, 0), at(1, 0), at(1, 1), at(0, 1));
  return mesh;
}

// Returns the bytes of a .glb file.
export function bannerModel() {
  const json = { asset: { version: "2.0" }, scene: 0, accessors: [], bufferViews: [], buffers: [] };
  const parts = [];
  let size = 0;
  const view = (bytes) => {
    json.bufferViews.push({ buffer: 0, byteOffset: size, byteLength: bytes.length });
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    parts.push(padded);
    size += padded.length;
    return json.bufferViews.length - 1;
  };
  const accessor = (type, componentType, numbers, more = {}) => {
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    const Numbers = { 5121: Uint8Array, 5123: Uint16Array, 5126: Float32Array }[componentType];
    json.accessors.push({ bufferView: view(Buffer.from(Numbers.from(numbers).buffer)), componentType, type,
                          count: numbers.length / width, ...more });
    return json.accessors.length - 1;
  };
  const primitive = ({ vertices, triangles }, material) => {
    const all = (name) => vertices.flatMap((vertex) => vertex[name]);
    const bound = (pick) => [0, 1, 2].map((axis) => pick(...vertices.map(({ position }) => Math.fround(position[axis]))));
    return {
      material,
      indices: accessor("SCALAR", 5123, triangles),
      attributes: {
        POSITION: accessor("VEC3", 5126, all("position"), { min: bound(Math.min), max: bound(Math.max) }),
        NORMAL: accessor("VEC3", 5126, all("normal")),
        TEXCOORD_0: accessor("VEC2", 5126, all("uv")),
        JOINTS_0: accessor("VEC4", 5121, vertices.flatMap(() => [0, 1, 0, 0])),
        WEIGHTS_0: accessor("VEC4", 5126, all("weights")),
      },
    };
  };
  json.images = [paint(), lattice()].map((bytes) => ({ bufferView: view(bytes), mimeType: "image/png" }));
  json.textures = [{ source: 0 }, { source: 1 }];
  const painted = (index) => ({ baseColorTexture: { index }, metallicFactor: 0, roughnessFactor: 1 });
  json.materials = [{ name: "paint", pbrMetallicRoughness: painted(0) },
                    { name: "lattice", pbrMetallicRoughness: painted(1), alphaMode: "MASK", doubleSided: true }];
  json.meshes = [{ primitives: [primitive(post(), 0), primitive(banner(), 1)] }];
  json.nodes = [{ name: "Foot", children: [1] }, { name: "Top", translation: [0, kHeight / 2, 0] },
                { name: "Banner", mesh: 0, skin: 0 }];
  json.scenes = [{ nodes: [0, 2] }];
  const moved = (y) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1];
  json.skins = [{ joints: [0, 1], inverseBindMatrices: accessor("MAT4", 5126, [...moved(0), ...moved(kHeight / 2)]) }];
  const times = [0, 0.5, 1, 1.5, 2];
  const turns = [0, 0.35, 0, -0.35, 0].flatMap((half) => [0, 0, Math.sin(half), Math.cos(half)]);
  json.animations = [{
    name: "Bend",
    channels: [{ sampler: 0, target: { node: 1, path: "rotation" } }],
    samplers: [{ input: accessor("SCALAR", 5126, times, { min: [0], max: [2] }), output: accessor("VEC4", 5126, turns) }],
  }];
  json.buffers = [{ byteLength: size }];
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - text.length % 4) % 4, " ")]);
  const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  return Buffer.concat([words(0x46546c67, 2, 28 + padded.length + size, padded.length, 0x4e4f534a), padded,
                        words(size, 0x004e4942), ...parts]);
}
