// The page draws what the program draws on the desktop by OpenGL ES 3.0.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Skipped, check } from "./support/browser.mjs";
import { difference, readPng } from "./support/png.mjs";

const kTicksPerSecond = 4096;  // PH_TICKS_PER_SECOND in shaders/include/layouts.h
// The drivers' rasterizers and functions differ in last bits, which move edges by a pixel here and there.
const kMostMean = 1.5;      // of 255
const kMostChanged = 0.03;  // part of the pixels
// SwiftShader interpolates the corners of the ground, kilometres away, less exactly: the ground and the shadows on it are moved by
// up to 4 pixels, while soldiers and sky are equal. Measured: 2.3 to 3.7. An army that is not drawn makes 14 and 16 %.
const kMostMeanOfSwiftShader = 4.5;

const scenes = {
  "a phalanx": { units: 50, seed: 7 },
  "a scattered crowd by palette": { units: 120, seed: 3, formation: "scatter", technique: "palette", stand: "" },
  "close up, without shadows": { units: 6, seed: 2, "no-shadows": "", stand: "", camera: "1.5,1.7,4:0,1,0" },
  "a grid by vertex-texture": { units: 30, seed: 5, technique: "vertex-texture", stand: "", formation: "grid", blend: 0.5,
                                crossfade: 0 },
};

export const tests = Object.entries(scenes).map(([name, scene]) => ({
  name: `draws like the desktop: ${name}`,
  async run({ open, native, file }) {
    if (!native) throw new Skipped("there is no program of this machine to compare with");
    const options = { ...scene, samples: 1, pace: "free" };
    const size = { width: 1280, height: 720 };
    const tab = await open({ ...options, "no-ui": "" }, size);
    await tab.ready();
    await tab.page.keyboard.press(" ");
    await tab.stateUntil("paused", (state) => state.get("paused") === "1");
    // A picture of one moment, with the camera at rest and without the notice of the pause.
    const state = await tab.stateUntil("rest", (found) =>
      found.get("standing") === "1" && found.get("notice") === "" && found.get("impostors_busy") === "0");
    await tab.frames(3);
    const image = await tab.image();
    const still = await tab.state();
    check(still.get("ticks") === state.get("ticks"), "the clock runs while paused");
    const point = (which) => still.get(which).replaceAll(" ", ",");
    const words = Object.entries({ ...options, pace: undefined, camera: `${point("eye")}:${point("target")}` })
      .filter(([, value]) => value !== undefined)
      .map(([option, value]) => value === "" ? `--${option}` : `--${option}=${value}`);
    await promisify(execFile)(native, ["shot", "--gl", "es3.0", "--output", `${file}-desktop.png`, "--size", "1280x720",
                                       "--time", String(Number(still.get("ticks")) / kTicksPerSecond), ...words]);
    const found = difference(image, readPng(readFileSync(`${file}-desktop.png`)));
    const note = `mean ${found.mean.toFixed(2)} of 255, ${(100 * found.changed).toFixed(2)} % of the pixels by more than 24`;
    const most = (await tab.output()).join("\n").includes("SwiftShader") ? kMostMeanOfSwiftShader : kMostMean;
    check(found.mean < most && found.changed < kMostChanged, note);
    return note;
  },
}));
