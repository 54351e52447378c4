// The player for three.js that `phalanx export` writes draws what the program draws: the same soldier in the same pose, from
// the same place. Needs the program of this machine, and three from npm.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Skipped, Tab, check } from "./support/browser.mjs";
import { readPng, writePng } from "./support/png.mjs";
import { serve } from "./support/server.mjs";

const size = { width: 360, height: 480 };
const eye = "1.2,1.4,3.4";
const target = "0,0.9,0";
const moments = { walk: { clip: "Walk", time: 0.35 }, fire: { clip: "Fire", time: 0.9 } };

// The part of the silhouettes that both have, and the mean difference of the colours there. Edges are smoothed by other
// samples, and Phalanx varies the brightness of units and the tone of skin a little. Measured: 99.8 %, 4.9 of 255.
const kLeastOverlap = 0.985;  // intersection / union
const kMostDifference = 8;      // of 255

function threeFolder() {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve("three")));
  } catch {
    throw new Skipped("three is not installed (npm)");
  }
}

function pixelsOf(image, isUnit) {
  const mask = new Uint8Array(image.width * image.height);
  for (let i = 0; i < mask.length; ++i) mask[i] = isUnit(image.pixels, i * image.channels, i) ? 1 : 0;
  return mask;
}

function overlapOf(a, b) {
  let both = 0, either = 0;
  for (let i = 0; i < a.length; ++i) {
    both += a[i] & b[i];
    either += a[i] | b[i];
  }
  return both / either;
}

function colourDifference(a, b, mask_a, mask_b) {
  let sum = 0, count = 0;
  for (let i = 0; i < mask_a.length; ++i) {
    if (!(mask_a[i] & mask_b[i])) continue;
    for (let c = 0; c < 3; ++c) sum += Math.abs(a.pixels[i * a.channels + c] - b.pixels[i * b.channels + c]);
    count += 3;
  }
  return sum / count;
}

// The program's image, and which of its pixels show the soldier: those that differ from the image in which it is sunk.
async function shot(native, soldier, file, { clip, time }) {
  const draw = async (name, lift) => {
    await promisify(execFile)(native, [
      "shot", soldier, "--hide", "beret", "--hide", "medic", "--hide", "officer", "--units", "1", "--formation", "grid", "--stand", "--clip", clip,
      "--blend-clip", clip, "--crossfade", "0", "--offset-spread", "0", "--speed-spread", "0", "--height-spread", "0",
      "--position-jitter", "0", "--heading-jitter", "0", "--no-team-colors", "--no-shadows", "--encoding", "rgba16f",
      "--camera", `${eye}:${target}`, "--size", `${size.width}x${size.height}`, "--time", String(time), "--lift", lift,
      "-o", name]);
    return readPng(readFileSync(name));
  };
  const image = await draw(`${file}.png`, "file");
  const empty = await draw(`${file}-empty.png`, "-50");
  const mask = pixelsOf(image, (pixels, at) => [0, 1, 2].some((c) => Math.abs(pixels[at + c] - empty.pixels[at + c]) > 2));
  return { image, mask };
}

export const tests = [
  {
    name: "the exported player draws in three.js what the program draws",
    async run({ browser, browserName, native, outputs, file }) {
      if (!native) throw new Skipped("there is no program of this machine to compare with");
      const three = threeFolder();
      const soldier = join(process.env.PHALANX_DATA, "assets", "soldier.glb");
      const folder = `${outputs}/players-${browserName}`;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      await promisify(execFile)(native, ["export", soldier, "--encoding", "rgba16f", "-o", folder]);
      mkdirSync(`${folder}/node_modules`);
      symlinkSync(three, `${folder}/node_modules/three`);
      check(existsSync(`${folder}/node_modules/three/build/three.module.js`), "three has no build/three.module.js");
      const server = await serve(folder);
      const notes = [];
      const found = {};
      try {
        for (const [name, moment] of Object.entries(moments)) {
          const tab = await Tab.open(browser, server.address, { units: 1, ...moment, eye, target }, size);
          try {
            const calls = await tab.until("three draws", () => window.drawn);
            const drawn = await tab.image();
            await tab.checkNoErrors();
            const [r, g, b] = [0x9f, 0xb0, 0xbd];  // the page's background
            const mask = pixelsOf(drawn, (pixels, at) => pixels[at] !== r || pixels[at + 1] !== g || pixels[at + 2] !== b);
            const ours = await shot(native, soldier, `${file}-${name}`, moment);
            writeFileSync(`${file}-${name}-three.png`, writePng(drawn));
            const overlap = overlapOf(mask, ours.mask);
            const difference = colourDifference(drawn, ours.image, mask, ours.mask);
            const note = `${name}: silhouettes overlap by ${(100 * overlap).toFixed(1)} %, colours differ by ${difference.toFixed(1)} of 255`;
            check(overlap > kLeastOverlap && difference < kMostDifference, note);
            notes.push(note);
            check(calls === 5, `${calls} draw calls, not one per part of the rifleman`);
            found[name] = { mask, ours };
          } finally {
            await tab.close();
          }
        }
      } finally {
        server.close();
      }
      check(server.missing.length === 0, `not on the server: ${server.missing.join(", ")}`);
      // The comparison itself: another pose overlaps clearly less.
      const other = overlapOf(found.walk.mask, found.fire.ours.mask);
      check(other < 0.9, `poses of two clips overlap by ${other}`);
      return notes.join("; ");
    },
  },
];
