// Reads 8-bit RGB and RGBA images from PNG files, as browsers and `phalanx shot` write them, and compares them.
import { inflateSync } from "node:zlib";

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

// Calls visit(r, g, b, x, y) for each pixel.
export function eachPixel({ width, height, channels, pixels }, visit) {
  for (let y = 0, i = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x, i += channels) visit(pixels[i], pixels[i + 1], pixels[i + 2], x, y);
  }
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

// Returns the mean difference of all channels, 0 to 255, and the part of the pixels with a channel that differs by more than 24.
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`images of ${a.width}x${a.height} and ${b.width}x${b.height}`);
  }
  let sum = 0, changed = 0;
  for (let i = 0, count = a.width * a.height; i < count; ++i) {
    let largest = 0;
    for (let c = 0; c < 3; ++c) {
      const d = Math.abs(a.pixels[i * a.channels + c] - b.pixels[i * b.channels + c]);
      sum += d;
      largest = Math.max(largest, d);
    }
    if (largest > 24) ++changed;
  }
  return { mean: sum / (a.width * a.height * 3), changed: changed / (a.width * a.height) };
}
