// Every control of the main panel does something, or is greyed and says why.
import { check } from "./support/browser.mjs";
import { boxOf, clickAt, clickWidget } from "./support/widgets.mjs";

const options = { units: 3, samples: 1, "no-shadows": "", "render-scale": 0.15, stand: "", pace: "free" };
const view = { width: 700, height: 700 };  // the narrowest with panels beside the army: pixels take the time
const page = { options, viewport: view };
const panel = { x: 180, right: 354, bottom: 620 };  // left of the army; a hint at the bottom shortens it

// Of frames and of the mouse, or of the panel itself.
const volatile = /^(frame|ticks|progress|refreshes|waiting_events|popups|timer\..*|limit|eye|target|soldier\..*|widget\..*|level_.*)$/;
// Their effect shows in other ways, tested in other files, or would replace the army.
const elsewhere = new Set(["scene", "open", "screenshot", "fullscreen", "measure", "lesson", "mistakes", "profiler", "bakes", "layers",
                           "pause", "keys", "save_scene"]);
const isControl = (name) => !/[:/]/.test(name);

const stableOf = (state) => new Map([...state].filter(([name]) => !volatile.test(name)));
const differs = (a, b) => [...b].filter(([name, text]) => a.get(name) !== text).map(([name]) => name);
const widgetsOf = (state) => [...state.keys()].filter((name) => name.startsWith("widget.")).map((name) => name.slice(7));

// Scrolls the panel until it shows a control.
async function scrollTo(tab, name) {
  await tab.page.mouse.move(panel.x, view.height / 2);
  for (let turns = 0; !(await tab.state()).has(`widget.${name}`); ++turns) {
    check(turns < 20, `the panel does not show ${name}`);
    await tab.page.mouse.wheel({ deltaY: 100 });
    await tab.frames(3);
  }
}

// Chooses an entry of an open list; another one in each attempt.
async function choose(tab, name, attempt) {
  const state = await tab.state();
  const entries = widgetsOf(state).filter((each) => each.startsWith(`${name}/`));
  const usable = entries.filter((each) => boxOf(state, each).enabled && boxOf(state, each).y1 < view.height);
  const other = usable[attempt];
  check(other, `${name}: only ${usable.length} entries of ${entries} can be chosen`);
  await clickWidget(tab, other);
}

// Uses a control. Returns the names of the state that it changed.
async function use(tab, name) {
  const before = stableOf(await tab.state());
  const box = boxOf(await tab.state(), name);
  const y = (box.y0 + box.y1) / 2;
  // Sliders: two places, in case the first is the present value. Fields for numbers have buttons at the right.
  for (const [attempt, share] of (name === "seed" ? [0.97] : [0.5, 0.8]).entries()) {
    await clickAt(tab, box.x0 + share * (box.x1 - box.x0), y);
    const state = await tab.state();
    if (widgetsOf(state).some((each) => each.startsWith(`${name}/`))) await choose(tab, name, attempt);
    const settled = await tab.stateUntil(`${name} is settled`, (found) => found.get("busy") === "" && found.get("baking") === "0");
    const changed = differs(before, stableOf(settled));
    if (changed.length > 0) return changed;
  }
  return [];
}

// Takes back what a control has changed: a thousand units or shadows would make all frames after it slow.
async function undo(tab) {
  await tab.page.keyboard.down("Control");
  await tab.press("z");
  await tab.page.keyboard.up("Control");
  await tab.stateUntil("undone", (found) => found.get("busy") === "" && found.get("baking") === "0");
}

export const tests = [
  {
    name: "buttons pause, show the keys and make the address a link",
    page,
    async run({ tab }) {
      for (const value of ["1", "0"]) {
        await clickWidget(tab, "pause");
        await tab.stateUntil(`the button sets paused to ${value}`, (state) => state.get("paused") === value);
      }
      await clickWidget(tab, "keys");
      await tab.stateUntil("the help", (state) => state.get("help") === "1");
      await tab.press("Escape");  // the help may cover the button
      await tab.stateUntil("no help", (state) => state.get("help") === "0");
      check((await tab.page.evaluate(() => location.hash)) === "", "the address is a link already");
      await clickWidget(tab, "save_scene");
      await tab.until("the scene in the address", () => location.hash.startsWith("#scene="));
    },
  },
  {
    name: "lists grey what this context cannot do",
    page,
    async run({ tab }) {
      await tab.stateUntil("the panel", (state) => state.has("widget.technique"));
      for (const [list, entry] of [["technique", "compute"], ["overlay", "wireframe"]]) {
        await scrollTo(tab, list);
        await clickWidget(tab, list);
        const state = await tab.stateUntil(`the list ${list}`, (found) => found.has(`widget.${list}/${entry}`));
        check(!boxOf(state, `${list}/${entry}`).enabled, `${entry} is not greyed`);
        const before = state.get(list);
        await clickWidget(tab, `${list}/${entry}`);
        check((await tab.value(list)) === before, `${entry} was chosen`);
        await tab.page.keyboard.press("Escape");
        await tab.stateUntil("the list is closed", (found) => found.get("popups") === "0");
      }
      // The key of a technique that is not there says why.
      await tab.page.keyboard.press("3");
      const state = await tab.stateUntil("a notice", (found) => /compute/.test(found.get("notice")));
      check(/needs OpenGL 4\.3/.test(state.get("notice")), state.get("notice"));
    },
  },
  {
    name: "every control does something or says why not",
    page,
    async run({ tab }) {
      await tab.page.keyboard.press(" ");
      await tab.stateUntil("rest", (state) => state.get("paused") === "1" && state.get("standing") === "1" && state.get("notice") === "");
      const seen = new Set();
      const greyed = [];
      const silent = [];
      for (let still = 0; still < 3;) {
        const state = await tab.state();
        const fresh = widgetsOf(state).find((name) => {
          if (!isControl(name) || seen.has(name)) return false;
          const box = boxOf(state, name);
          return box.x1 <= panel.right && box.y0 > 12 && box.y1 < panel.bottom;
        });
        if (!fresh) {
          ++still;
          await tab.page.mouse.move(panel.x, view.height / 2);
          await tab.page.mouse.wheel({ deltaY: 250 });
          await tab.frames(3);
          continue;
        }
        still = 0;
        seen.add(fresh);
        if (elsewhere.has(fresh) || fresh.endsWith("_exact")) continue;
        const box = boxOf(state, fresh);
        if (!box.enabled) {
          await tab.page.mouse.move(box.x0 + 0.3 * (box.x1 - box.x0), (box.y0 + box.y1) / 2);
          await tab.stateUntil(`why ${fresh} is greyed`, (found) => found.has(`widget.tooltip:${fresh}`));
          greyed.push(fresh);
          continue;
        }
        const sections = ["variation", "poses", "detail"];
        const widgets = widgetsOf(state).length;
        const changed = await use(tab, fresh);
        if (changed.length > 0) {
          await undo(tab);
          continue;
        }
        if (sections.includes(fresh) && widgetsOf(await tab.state()).length !== widgets) continue;
        silent.push(fresh);
      }
      check(silent.length === 0, `these do nothing: ${silent}`);
      check(seen.size > 35, `only ${seen.size} controls were found: ${[...seen]}`);
      check(greyed.includes("multi_draw"), `greyed: ${greyed}`);
      return `${seen.size} controls, greyed: ${greyed.join(", ")}`;
    },
  },
];
