// The page draws what the program draws on the desktop: the same scenes, opened by dropping their files.
import { mkdirSync, writeFileSync } from "node:fs";
import { pictures } from "./pages.mjs";
import { bannerModel } from "./support/banner_model.mjs";
import { Skipped, check, settled } from "./support/browser.mjs";
import { difference, readPng, writePng } from "./support/png.mjs";

// The drivers' rasterizers and functions differ in last bits, which move edges by a pixel here and there. Measured: at most
// 0.36 and 0.23 % with SwiftShader, 0.00 with llvmpipe.
const kMostMean = 0.75;     // of 255
const kMostChanged = 0.01;  // part of the pixels

const scenes = {
  "near, without shadows": {
    options: { units: 6, seed: 2, stand: true, camera: "1.5,1.7,4:0,1,0" },
    window: { shadows: false },
    moment: { time: 1.75 },
    swiftshader: true,
  },
  "a phalanx that marches": {
    options: { units: 50, seed: 7, camera: "5,3.5,13:0,1,2" },
    moment: { time: 3.5 },
  },
  "a scattered crowd by palette": {
    options: { units: 120, seed: 3, formation: "scatter", technique: "palette", stand: true, camera: "3,5,16:0,0.8,0" },
    moment: { time: 4 },
  },
  "a blend by vertex-texture": {
    options: { units: 30, seed: 5, formation: "grid", technique: "vertex-texture", stand: true, blend: 0.5, crossfade: 0,
               camera: "-4,2.5,9:0,0.9,0" },
    moment: { time: 0.6 },
  },
  "rotations by uniforms, 4 samples": {
    options: { units: 16, seed: 8, formation: "ring", technique: "uniform", encoding: "trs", stand: true, clip: "Fire",
               "blend-clip": "Reload", camera: "0,3,9:0,0.8,0" },
    window: { samples: 4 },
    moment: { time: 4.1 },
  },
  "static meshes": {
    options: { units: 24, seed: 4, technique: "static", "team-colors": false, stand: true, camera: "2,2.2,8:0,0.9,0" },
    moment: { time: 1 },
  },
  "far away, by LODs": {
    options: { units: 400, seed: 6, formation: "grid", "lod-error": 2, stand: true, camera: "10,14,60:0,0,0" },
    check: (state) => {
      const levels = state.get("level_units").split(" ").map(Number);
      check(levels.slice(1).some((units) => units > 0), `no unit is drawn by a LOD: ${levels}`);
    },
    moment: { time: 2.2 },
  },
  // Making the soldier's atlas takes a minute in software.
  "impostors of a model with textures": {
    models: { "banner.glb": bannerModel() },
    options: { units: 600, seed: 9, formation: "grid", impostors: "on", "lod-error": 2, camera: "20,20,180:0,0,0" },
    check: (state) => {
      // Its 98 triangles give two meshes, LOD 0 and 1; the LODs after them are impostors.
      const [, , ...impostors] = state.get("level_units").split(" ").map(Number);
      check(impostors.some((units) => units > 0), `no unit is drawn as an impostor: ${state.get("level_units")}`);
    },
    moment: { time: 2.9 },
  },
  "in the haze": {
    options: { units: 64, seed: 10, formation: "grid", spacing: 60, stand: true, camera: "30,2,330:20,1.5,0" },
    moment: { time: 1.3 },
    swiftshader: true,
  },
  "overlay of joints, a selected soldier": {
    options: { units: 5, seed: 11, formation: "grid", stand: true, camera: "1,1.8,4.5:0,0.9,0" },
    window: { selected: 1, overlay: "joints", "overlay-everyone": true },
    moment: { time: 2.5 },
  },
  "layers: a walk that aims at a place": {
    options: {
      units: 8, seed: 13, formation: "grid", stand: true, camera: "1.5,2.2,6:0.4,0.9,0",
      pose: {
        base: { space: "Locomotion", at: 1 },
        layers: [{ clip: "Aim", time: 0.4, mask: { Spine: 0.333, Chest: 0.667, UpperChest: 1 } }],
        reparent: [{ joint: "Weapon", to: "UpperChest" }],
        aim: [{ chain: ["Spine", "Chest", "UpperChest"], joint: "Weapon", axis: [0, 0, 1], target: { world: [2, 1.3, 9] } }],
      },
    },
    moment: { time: 2.2 },
  },
  "a model with textures": {
    models: { "banner.glb": bannerModel() },
    options: { units: 12, seed: 12, formation: "grid", camera: "1.5,2.2,6:0.4,0.9,0" },
    moment: { time: 0.8 },
  },
};

function sceneFile(about, { options, window = {}, models = {}, moment }) {
  return JSON.stringify({
    about,
    models: Object.keys(models),
    options: { pace: "free", ...options },
    window: { paused: true, follow: false, shadows: true, samples: 1, ...window },
    moment,
  });
}

async function pageImage(tab, name, text, scene) {
  // The page's line about drawing without a GPU is not on the desktop.
  if (await tab.page.evaluate(() => !document.getElementById("hint").hidden)) {
    await (await tab.page.$("#hint-close")).click();
    await tab.until("the hint is closed", () => document.getElementById("hint").hidden);
  }
  await tab.drop({ ...scene.models, [`${name}.json`]: text });
  const state = await tab.stateUntil("the scene is shown", (found) => found.get("notice_is_error") === "1" ||
    found.get("scene") === name && settled(found));
  check(state.get("notice_is_error") !== "1", state.get("notice"));
  await tab.frames(2);
  const image = await tab.image();
  const after = await tab.state();
  check(after.get("ticks") === state.get("ticks"), "the clock runs while paused");
  return { image, state: after };
}

export const tests = Object.entries(scenes).map(([about, scene]) => ({
  name: `draws like the desktop: ${about}`,
  page: pictures,
  swiftshader: scene.swiftshader,
  async run({ tab, desktop, outputs, file }) {
    if (!desktop) throw new Skipped("there is no program of this machine to compare with");
    const name = about.replaceAll(/[^a-z0-9]+/gi, "-");
    const folder = `${outputs}/scenes/${name}`;
    mkdirSync(folder, { recursive: true });
    const text = sceneFile(about, scene);
    for (const [each, bytes] of Object.entries({ ...scene.models, [`${name}.json`]: text })) writeFileSync(`${folder}/${each}`, bytes);
    const wanted = await desktop.image(`${folder}/${name}.json`, pictures.viewport);
    const { image, state } = await pageImage(tab, name, text, scene);
    for (const fact of ["model", "ticks", "visible", "triangles", "level_units", "drawn_technique", "eye", "target"]) {
      check(state.get(fact) === wanted.state.get(fact), `${fact}: ${state.get(fact)}, desktop: ${wanted.state.get(fact)}`);
    }
    scene.check?.(state);
    const found = difference(image, readPng(wanted.png));
    writeFileSync(`${file}-page-desktop-difference.png`, writePng(found.beside));
    const note = `mean ${found.mean.toFixed(2)} of 255, ${(100 * found.changed).toFixed(2)} % of the pixels by more than 24`;
    check(found.mean < kMostMean && found.changed < kMostChanged, note);
    return note;
  },
}));
