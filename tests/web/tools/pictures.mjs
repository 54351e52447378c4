// Takes the pictures of docs/page.md in Chromium. Usage: node pictures.mjs PAGE-FOLDER OUTPUT-FOLDER [NAME...]
import { writeFileSync } from "node:fs";
import { startBrowser, Tab } from "../support/browser.mjs";
import { serve } from "../support/server.mjs";
import { clickAt, clickWidget } from "../support/widgets.mjs";

const [folder, outputs, ...names] = process.argv.slice(2);
const wide = { width: 1280, height: 720 };
const phone = { width: 390, height: 780, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true };
const sharp = { samples: 4, seed: 7 };

// Away from all widgets, so that no tooltip covers the picture.
async function rest(tab) {
  await tab.page.mouse.move(700, 20);
  await tab.stateUntil("rest", (state) => state.get("standing") === "1" && state.get("notice") === "" && state.get("busy") === "" &&
                                          state.get("impostors_busy") === "0");
  await tab.frames(4);
}
async function pick(tab) {
  await tab.page.keyboard.press(" ");
  const state = await tab.stateUntil("rest", (found) => found.get("standing") === "1" && found.get("paused") === "1");
  const places = [...state].filter(([name]) => name.startsWith("soldier.")).map(([, text]) => text.split(" ").map(Number));
  const [x, y] = places.find(([at, high]) => at > 500 && at < 900 && high > 200 && high < 600);
  await clickAt(tab, x, y);
  await tab.stateUntil("a picked soldier", (found) => found.get("selected") !== "-");
  await tab.page.keyboard.press("f");
}

const pictures = {
  scene: { options: { ...sharp, units: 200, stand: "", camera: "6,2,11:-5,0.9,-4" }, view: wide, run: rest },
  profiler: {
    options: { ...sharp, units: 60 }, view: wide,
    run: async (tab) => {
      await tab.page.keyboard.press("p");
      await tab.frames(60);
      await rest(tab);
    },
  },
  lesson: {
    options: { ...sharp, units: 60 }, view: wide,
    run: async (tab) => {
      await tab.page.keyboard.press("l");
      await tab.stateUntil("the lesson", (state) => state.get("learn") === "lesson");
      for (let i = 0; i < 2; ++i) await clickWidget(tab, "lesson_next");
      await tab.frames(20);
      await rest(tab);
    },
  },
  picked: {
    options: { ...sharp, units: 40 }, view: wide,
    run: async (tab) => {
      await pick(tab);
      await rest(tab);
    },
  },
  anatomy: {
    options: { ...sharp, units: 40 }, view: wide,
    run: async (tab) => {
      await pick(tab);
      await rest(tab);
      await clickWidget(tab, "unit_anatomy");
      await rest(tab);
    },
  },
  mistakes: {
    options: { ...sharp, units: 40 }, view: wide,
    run: async (tab) => {
      await tab.page.keyboard.press("m");
      await clickWidget(tab, "mistake_no_offset");
      await tab.stateUntil("another bake", (state) => state.get("no_offset") === "1" && state.get("baking") === "0");
      await rest(tab);
    },
  },
  check: {
    options: { verify: "" }, view: { width: 1000, height: 760 },
    run: async (tab) => { await tab.until("the check has ended", () => window.phalanxReport); },
  },
  embed: { options: { ...sharp, units: 120, embed: "", formation: "ring" }, view: { width: 900, height: 506 }, run: rest },
  phone: { options: { ...sharp, units: 60, samples: 2 }, view: phone, run: rest },
  phone_panel: {
    options: { ...sharp, units: 60, samples: 2 }, view: phone,
    run: async (tab) => {
      await tab.page.tap("#panel-button");
      await tab.stateUntil("the settings", (state) => state.get("panel") === "1");
      await tab.frames(4);
    },
  },
};

const server = await serve(folder);
const browser = await startBrowser("chromium", "/usr/bin/chromium");
for (const [name, picture] of Object.entries(pictures)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const tab = await Tab.open(browser, server.address, picture.options, picture.view);
  if (!("verify" in picture.options)) {
    await tab.ready();
    // These machines have no GPU; readers' browsers have one.
    await tab.page.evaluate(() => { document.getElementById("hint").hidden = true; });
  }
  await picture.run(tab);
  const jpeg = await tab.page.screenshot({ type: "jpeg", quality: 82 });
  writeFileSync(`${outputs}/page_${name}.jpg`, jpeg);
  console.log(`page_${name}.jpg ${jpeg.length}`);
  await tab.close();
}
await browser.close();
server.close();
