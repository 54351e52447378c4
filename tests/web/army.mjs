// The page shows the army, alone and without complaints.
import { large } from "./pages.mjs";
import { check } from "./support/browser.mjs";
import { contrast, crop } from "./support/png.mjs";
import { boxOf } from "./support/widgets.mjs";

const phone = { width: 390, height: 844, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

// Fingers scroll the settings, also from a slider, which they move sideways; and close the help.
async function useByFinger(tab) {
  const client = await tab.page.createCDPSession();
  const swipe = async (...points) => {
    for (const [at, [x, y]] of points.entries()) {
      await client.send("Input.dispatchTouchEvent", { type: at === 0 ? "touchStart" : "touchMove", touchPoints: [{ x, y }] });
      await tab.frames();
    }
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await tab.frames();
  };
  const before = await tab.state();
  const slider = boxOf(before, "units");
  const [x, y] = [slider.x0 + 0.8 * (slider.x1 - slider.x0), (slider.y0 + slider.y1) / 2];
  await swipe([x, y], [x + 2, y - 20], [x + 2, y - 60], [x, y - 100]);
  const scrolled = await tab.state();
  const moved = boxOf(scrolled, "formation").y0 - boxOf(before, "formation").y0;
  check(Math.abs(moved + 100) < 25, `a finger moves up by 100, the settings by ${-moved}`);
  check(scrolled.get("units") === before.get("units"), `the swipe has set ${scrolled.get("units")} units`);
  await swipe([x, y - 100], [x, y - 60], [x, y + 20]);
  const back = await tab.state();
  check(boxOf(back, "units").y0 === slider.y0, "a finger does not scroll back");
  // Chromium does not answer for first moves of less than some 15 pixels.
  await swipe([x, y], [x - 30, y + 2], [x - 50, y + 2]);
  await tab.stateUntil("a finger moves the slider sideways", (state) => state.get("units") !== before.get("units"));
  for (const [name, help] of [["keys", "1"], ["close_help", "0"]]) {
    const state = await tab.stateUntil(`the widget ${name}`, (found) => found.has(`widget.${name}`));
    const { x0, y0, x1, y1 } = boxOf(state, name);
    await swipe([(x0 + x1) / 2, (y0 + y1) / 2]);
    await tab.stateUntil(`${name} is tapped`, (found) => found.get("help") === help);
  }
}

export const tests = [
  {
    name: "reports a wrong option",
    async run({ open }) {
      const tab = await open({ units: "many" });
      const text = await tab.failure();
      check(/units/.test(text) && /many/.test(text), `the message is: ${text}`);
      return text;
    },
  },
  {
    name: "fits a phone",
    async run({ open, browserName }) {
      const tab = await open({ units: 20, samples: 1, "no-shadows": "", "render-scale": 0.5 },
                             browserName === "chromium" ? phone : { width: 390, height: 844 });
      await tab.ready();
      await tab.frames(2);
      check((await tab.value("size")) === "390 844", `the program's size is ${await tab.value("size")}`);
      check((await tab.value("panel")) === "0", "the settings cover the army");
      // The soldiers differ from the ground, which alone has a contrast below 10.
      const places = [...await tab.state()].filter(([name]) => name.startsWith("soldier."))
        .map(([, text]) => text.split(" ").map((number) => Math.round(Number(number))));
      const [x, y] = [0, 1].map((axis) => places.map((place) => place[axis]));
      const box = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
      check(places.length === 20 && box[0] >= 0 && box[1] >= 0 && box[2] <= 390 && box[3] <= 844, `the army is at ${box}`);
      const found = contrast(crop(await tab.image(), ...box));
      check(found > 20, `the army has a contrast of ${found.toFixed(1)}`);
      const button = await tab.page.$("#panel-button");
      if (browserName === "chromium") await button.tap();
      else await button.click();
      await tab.stateUntil("the button shows the settings", (found) => found.get("panel") === "1");
      await tab.frames(2);
      const scrolls = await tab.page.evaluate(() =>
        document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight);
      check(!scrolls, "the page scrolls");
      // Every widget that is shown must be reachable by a finger.
      const top = await tab.page.evaluate(() => document.getElementById("panel-button").offsetTop);
      for (const [name, text] of await tab.state()) {
        if (!name.startsWith("widget.")) continue;
        const [x0, y0, x1] = text.split(" ").map(Number);
        check(y0 < top, `${name} is at ${y0}, the button at ${top}`);
        check(x0 >= 0 && x1 <= 390, `${name} is at ${x0} to ${x1} of 390`);
      }
      if (browserName === "chromium") await useByFinger(tab);
      await button.click();
      await tab.stateUntil("the button hides the settings", (found) => found.get("panel") === "0");
      await tab.frames(2);
    },
  },
  {
    name: "shows the army",
    swiftshader: true,
    page: large,
    async run({ tab }) {
      const state = await tab.state();
      check(state.get("units") === "50", `units ${state.get("units")}`);
      check(Number(state.get("visible")) > 0, "no unit is visible");
      check(Number(state.get("triangles")) > 10000, `${state.get("triangles")} triangles`);
      check(await tab.page.evaluate(() => document.getElementById("status").hidden), "the status covers the army");
      const found = contrast(await tab.image());
      check(found > 20, `the image has a contrast of ${found.toFixed(1)}`);
      const output = (await tab.output()).join("\n");
      check(/OpenGL ES 3\.0.*WebGL/.test(output), `no line about WebGL in: ${output}`);
      return `first frame after ${(tab.shown_ms / 1000).toFixed(1)} s`;
    },
  },
];
