// Mouse, keys and fingers, as a browser sends them.
import { small } from "./pages.mjs";
import { Skipped, check } from "./support/browser.mjs";
import { clickAt } from "./support/widgets.mjs";

const view = small.viewport;
const middle = { x: 540, y: 200 };  // beside the panel

const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
const numbers = (state, name) => state.get(name).split(" ").map(Number);

export const tests = [
  {
    name: "a drag orbits and the wheel zooms",
    page: small,
    async run({ tab }) {
      const { mouse } = tab.page;
      const before = await tab.state();
      await mouse.move(middle.x, middle.y);
      await tab.frames();
      await mouse.down();
      await tab.frames();
      await mouse.move(middle.x - 80, middle.y + 20);
      await tab.frames();
      await mouse.up();
      await tab.frames();
      const turned = await tab.state();
      check(distance(numbers(turned, "goal_eye"), numbers(before, "goal_eye")) > 0.5, "a drag does not orbit");
      check(distance(numbers(turned, "goal_target"), numbers(before, "goal_target")) < 0.01, "a drag moves the target");
      await mouse.wheel({ deltaY: -300 });
      await tab.frames();
      const nearer = await tab.state();
      const reach = (state) => distance(numbers(state, "goal_eye"), numbers(state, "goal_target"));
      check(reach(nearer) < 0.95 * reach(turned), `the wheel leads from ${reach(turned)} m to ${reach(nearer)} m`);
      await mouse.wheel({ deltaY: 300 });
      await tab.frames();
      const farther = await tab.state();
      check(reach(farther) > 1.05 * reach(nearer), `the wheel leads from ${reach(nearer)} m back to ${reach(farther)} m`);
    },
  },
  {
    name: "keys of the program",
    page: small,
    async run({ tab }) {
      for (const [key, name, value] of [["h", "help", "1"], ["Escape", "help", "0"], ["Tab", "panel", "0"],
                                        ["Tab", "panel", "1"], [" ", "paused", "1"], [" ", "paused", "0"]]) {
        await tab.press(key);
        await tab.stateUntil(`${key} sets ${name} to ${value}`, (state) => state.get(name) === value);
      }
      check(await tab.page.evaluate(() => document.activeElement.id === "canvas"), "Tab leaves the canvas");
      const units = Number(await tab.value("units"));
      await tab.press("=");
      await tab.stateUntil("= doubles the army", (state) => Number(state.get("units")) === 2 * units && state.get("ready") === "1");
    },
  },
  {
    name: "keys of the browser stay its own",
    page: small,
    async run({ tab }) {
      // Made by the page, as real ones would close or reload it. The program gets them by the same listeners.
      const seen = await tab.page.evaluate(async () => {
        const found = {};
        for (const [code, key, ctrlKey] of [["KeyW", "w", true], ["KeyT", "t", true], ["KeyR", "r", true],
                                            ["KeyL", "l", true], ["F5", "F5", false], ["F11", "F11", false],
                                            ["F12", "F12", false], ["KeyH", "h", false]]) {
          for (const type of ["keydown", "keyup"]) {
            const event = new KeyboardEvent(type, { code, key, ctrlKey, bubbles: true, cancelable: true });
            document.getElementById("canvas").dispatchEvent(event);
            if (type === "keydown") found[`${ctrlKey ? "Ctrl+" : ""}${code}`] = event.defaultPrevented;
          }
        }
        return found;
      });
      check(seen.KeyH, "H is not taken, so this test shows nothing");
      delete seen.KeyH;
      for (const [key, taken] of Object.entries(seen)) check(!taken, `${key} is taken from the browser`);
      await tab.stateUntil("H shows the help", (state) => state.get("help") === "1");
      await tab.press("Escape");
      // W alone flies while it is held down.
      const dispatch = (name) => tab.page.evaluate((type) => {
        document.getElementById("canvas").dispatchEvent(
          new KeyboardEvent(type, { code: "KeyW", key: "w", ctrlKey: true, bubbles: true, cancelable: true }));
      }, name);
      const before = await tab.numbers("goal_eye");
      await dispatch("keydown");
      await tab.frames(3);
      const moved = distance(await tab.numbers("goal_eye"), before);
      check(moved < 1e-3, `Ctrl + W flies ${moved} m`);
      await dispatch("keyup");
    },
  },
  {
    name: "a text field takes digits",
    page: small,
    async run({ tab }) {
      const { keyboard } = tab.page;
      // The field is left of its two buttons.
      const [x0, y0, , y1] = await tab.numbers("widget.seed");
      await clickAt(tab, x0 + 10, (y0 + y1) / 2);
      await keyboard.down("Control");
      await tab.press("a");
      await keyboard.up("Control");
      await tab.frames();
      for (const digit of "4207") await tab.press(digit);
      await tab.press("Enter");
      await tab.stateUntil("the seed is 4207", (state) => state.get("seed") === "4207");
    },
  },
  {
    name: "fingers tap, drag and pinch",
    page: small,
    async run({ tab, browserName }) {
      if (browserName !== "chromium") throw new Skipped("WebDriver BiDi of this browser has no touch");
      const client = await tab.page.createCDPSession();
      const touch = async (type, ...points) => {
        await client.send("Input.dispatchTouchEvent",
                          { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
        await tab.frames();
      };
      await client.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
      const start = await tab.state();
      const [x, y] = [middle.x, middle.y];
      await touch("touchStart", [x, y]);
      await touch("touchMove", [x - 40, y + 5]);
      await touch("touchMove", [x - 80, y + 10]);
      await touch("touchEnd");
      const turned = await tab.state();
      check(distance(numbers(turned, "goal_eye"), numbers(start, "goal_eye")) > 0.5, "one finger does not orbit");
      await touch("touchStart", [x - 40, y], [x + 40, y]);
      await touch("touchMove", [x - 60, y], [x + 60, y]);
      await touch("touchMove", [x - 80, y], [x + 80, y]);
      await touch("touchEnd");
      const near = await tab.state();
      const reach = (state) => distance(numbers(state, "goal_eye"), numbers(state, "goal_target"));
      check(reach(near) < 0.8 * reach(turned), `a pinch leads from ${reach(turned)} m to ${reach(near)} m`);
      await tab.stateUntil("rest", (state) => state.get("standing") === "1");
      // A tap selects the soldier under it.
      const state = await tab.state();
      const inside = [...state].filter(([name]) => name.startsWith("soldier."))
        .map(([, text]) => text.split(" ").map(Number))
        .find(([at, high]) => at > 380 && at < view.width - 20 && high > 50 && high < view.height - 50);
      check(inside, "no soldier can be seen");
      await touch("touchStart", inside);
      await touch("touchEnd");
      await tab.stateUntil("a tap selects", (found) => found.get("selected") !== "-");
    },
  },
];
