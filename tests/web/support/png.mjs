// Reads 8-bit RGB and RGBA images from PNG files, as browsers and Phalanx write them, compares them, and writes RGB images.
import { deflateSync, inflateSync } from "node:zlib";

function paeth(left, up, corner) {
  const p = left + up - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

// Returns { width, height, channels, pixels }, rows from the top.
export function readPng(bytes) {
  const file = Buffer.from(bytes);
  if (file.readUInt32BE(0) !== 0x89504e47) throw new Error("not a PNG file");
  const data = [];
  let header = null;
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const kind = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") header = body;
    if (kind === "IDAT") data.push(body);
    at += 12 + length;
  }
  const [width, height, depth, color, , , interlaced] =
    [header.readUInt32BE(0), header.readUInt32BE(4), ...header.subarray(8, 13)];
  const channels = { 2: 3, 6: 4 }[color];
  if (depth !== 8 || !channels || interlaced) throw new Error(`PNG of ${depth} bits, colour type ${color}`);
  const stride = width * channels;
  const raw = inflateSync(Buffer.concat(data));
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; ++x) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x] + predicted;
    }
  }
  return { width, height, channels, pixels };
}

const kCrcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; ++bit) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), body]);
  let crc = 0xffffffff;
  for (const byte of named) crc = (crc >>> 8) ^ kCrcTable[(crc ^ byte) & 255];
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([length, named, check]);
}

// pixels: RGB or RGBA, rows from the top. Returns the bytes of a PNG file.
export function writePng({ width, height, channels = 3, pixels }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, { 3: 2, 4: 6 }[channels]], 8);  // bits, colour type
  const stride = width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; ++y) rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header),
                        chunk("IDAT", deflateSync(rows, { level: 1 })), chunk("IEND", Buffer.alloc(0))]);
}

// Calls visit(r, g, b, x, y) for each pixel.
export function eachPixel({ width, height, channels, pixels }, visit) {
  for (let y = 0, i = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x, i += channels) visit(pixels[i], pixels[i + 1], pixels[i + 2], x, y);
  }
}

// The part of an image from x0, y0 to before x1, y1.
export function crop({ width, channels, pixels }, x0, y0, x1, y1) {
  const rows = [];
  for (let y = y0; y < y1; ++y) rows.push(pixels.subarray((y * width + x0) * channels, (y * width + x1) * channels));
  return { width: x1 - x0, height: y1 - y0, channels, pixels: Buffer.concat(rows) };
}

// Standard deviation of the luminance, 0 to 127.5: near 0 for an empty image.
export function contrast(image) {
  let sum = 0, squares = 0;
  eachPixel(image, (r, g, b) => {
    const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    sum += luminance;
    squares += luminance * luminance;
  });
  const count = image.width * image.height;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

// Returns the mean difference of all channels, 0 to 255, the part of the pixels with a channel that differs by more than 24,
// and an RGB image of a, b, and their difference 4 times as bright, side by side.
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`images of ${a.width}x${a.height} and ${b.width}x${b.height}`);
  }
  const { width, height } = a;
  const beside = { width: 3 * width, height, pixels: Buffer.alloc(9 * width * height) };
  let sum = 0, changed = 0;
  for (let i = 0, count = width * height; i < count; ++i) {
    const at = 3 * (Math.floor(i / width) * beside.width + i % width);
    let largest = 0;
    for (let c = 0; c < 3; ++c) {
      const [of_a, of_b] = [a.pixels[i * a.channels + c], b.pixels[i * b.channels + c]];
      const d = Math.abs(of_a - of_b);
      sum += d;
      largest = Math.max(largest, d);
      beside.pixels[at + c] = of_a;
      beside.pixels[at + 3 * width + c] = of_b;
      beside.pixels[at + 6 * width + c] = Math.min(255, 4 * d);
    }
    if (largest > 24) ++changed;
  }
  return { mean: sum / (width * height * 3), changed: changed / (width * height), beside };
}
