// What the page finds out about the machine at the start, and the buttons of its own.
import { check } from "./support/browser.mjs";
import { contrast, readPng } from "./support/png.mjs";
import { clickWidget } from "./support/widgets.mjs";

const few = { units: 6, samples: 1, "no-shadows": "", "render-scale": 0.5, stand: "", crossfade: 0 };
const view = { width: 720, height: 400 };
const page = { options: few, viewport: view };  // of tests that change little

// Records what the page would download, and the files it asks for.
async function record(tab) {
  await tab.page.evaluate(() => {
    window.downloads = [];
    window.pickers = 0;
    HTMLAnchorElement.prototype.click = function () {
      window.downloads.push(this.download);
    };
    const makeUrl = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.arrayBuffer().then((bytes) => { window.lastFile = [...new Uint8Array(bytes)]; });
      return makeUrl.call(URL, blob);
    };
    HTMLInputElement.prototype.click = function () { if (this.type === "file") ++window.pickers; };
  });
}

export const tests = [
  {
    name: "measures the GPU where the browser can",
    page,
    async run({ tab }) {
      const has = await tab.page.evaluate(() =>
        document.getElementById("canvas").getContext("webgl2").getSupportedExtensions().includes("EXT_disjoint_timer_query_webgl2"));
      const state = await tab.state();
      check(state.get("timer_queries") === (has ? "elapsed" : "none"), `timer queries: ${state.get("timer_queries")}`);
      // Both browsers draw on the CPU here, and the panels say so.
      check(/\S/.test(state.get("gpu_times_missing") ?? ""), "the panels do not say why there are no GPU times");
      if (!has) return `none: ${state.get("gpu_times_missing")}`;
      const later = await tab.stateUntil("results of timer queries", (found) => Number(found.get("timer.frames_read")) > 3);
      const [frame_ms, units_ms] = ["timer.frame_ms", "timer.units_ms"].map((name) => Number(later.get(name)));
      check(frame_ms > 0 && frame_ms < 60000, `a frame of ${later.get("timer.frame_ms")} ms`);
      check(units_ms > 0 && units_ms <= frame_ms, `units of ${later.get("timer.units_ms")} ms in ${frame_ms} ms`);
      return `frame ${frame_ms.toFixed(1)} ms, units ${units_ms.toFixed(1)} ms`;
    },
  },
  {
    name: "begins with the tour, once",
    async run({ open }) {
      const tab = await open({ ...few, tour: true }, view);
      await tab.ready();
      check((await tab.value("tour.shown")) === "1", "a new user sees no tour");
      await tab.press("Escape");
      await tab.stateUntil("Esc ends the tour", (state) => state.get("tour.shown") === "0");
      await tab.page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
      await tab.page.reload();
      await tab.ready();
      check((await tab.value("tour.shown")) === "0", "the tour comes again");
    },
  },
  {
    name: "fills the screen by its button",
    page,
    async run({ tab }) {
      const full = () => tab.page.evaluate(() => document.fullscreenElement?.id ?? "");
      await clickWidget(tab, "fullscreen");
      await tab.stateUntil("full screen", (state) => state.get("fullscreen") === "1");
      check(await full() === "page", `full screen: ${await full()}`);
      await clickWidget(tab, "fullscreen");
      await tab.stateUntil("a page again", (state) => state.get("fullscreen") === "0");
      check(await full() === "", "the page still fills the screen");
    },
  },
  {
    name: "saves a screenshot by its button",
    page,
    async run({ tab }) {
      await record(tab);
      await clickWidget(tab, "screenshot");
      await tab.until("a file", () => window.lastFile);
      const [names, bytes] = await tab.page.evaluate(() => [window.downloads, window.lastFile]);
      check(names.length === 1 && /^phalanx.*\.png$/.test(names[0]), `downloads: ${names}`);
      const image = readPng(Uint8Array.from(bytes));
      check(image.width === view.width && image.height === view.height, `${image.width}x${image.height}`);
      check(contrast(image) > 20, "the image is empty");
      return names[0];
    },
  },
  {
    name: "opens files by the browser's dialog",
    page,
    async run({ tab }) {
      await record(tab);
      await tab.page.keyboard.down("Control");
      await tab.page.keyboard.press("o");
      await tab.page.keyboard.up("Control");
      await tab.until("the dialog", () => window.pickers === 1);
      check((await tab.value("browser")) === "0", "the program's own list of files is shown");
      await tab.page.evaluate(() => {
        const picked = new DataTransfer();
        picked.items.add(new File(["no model"], "picked.glb"));
        const input = document.getElementById("file-input");
        input.files = picked.files;
        input.dispatchEvent(new Event("change"));
      });
      const state = await tab.stateUntil("a notice", (found) => /picked\.glb/.test(found.get("notice") ?? ""));
      check(state.get("notice_is_error") === "1" && state.get("units") === "6", "the army is gone");
      return state.get("notice");
    },
  },
  {
    name: "says that the CPU draws, until that is closed",
    swiftshader: true,
    async run({ open }) {
      const tab = await open(few, view);
      await tab.ready();
      const hint = () => tab.page.evaluate(() =>
        document.getElementById("hint").hidden ? "" : document.getElementById("hint-text").textContent);
      const text = await hint();
      check(/SwiftShader|llvmpipe/.test(text), `the hint is: ${text}`);
      await tab.page.click("#hint-close");
      check(await hint() === "", "the hint stays");
      check(await tab.page.evaluate(() => document.activeElement.id === "canvas"), "the keys do not reach the program");
      await tab.page.reload();
      await tab.ready();
      check(await hint() === "", "the hint comes back");
      return text;
    },
  },
  {
    name: "fits the first army to the machine, once",
    swiftshader: true,
    async run({ open }) {
      const tab = await open({}, { width: 640, height: 400 });
      const ready_ms = await tab.ready();
      const times = [tab.shown_ms, ready_ms].map((ms) => (ms / 1000).toFixed(1));
      const state = await tab.state();
      const units = Number(state.get("units"));
      check(units >= 32 && /60 frames per second/.test(state.get("units_note")), `${units} units: ${state.get("units_note")}`);
      // Which of them depends on this machine's times; cpu.StartFit.* tests the choice.
      check([0.5, 0.7, 0.85, 1].includes(Number(state.get("render_scale"))), `render scale ${state.get("render_scale")}`);
      await tab.frames(6);
      const later = await tab.state();
      check(Number(later.get("units")) === units && later.get("render_scale") === state.get("render_scale"), "the army pumps");
      // The next visit takes the same numbers without measuring.
      await tab.page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
      await tab.page.reload();
      await tab.ready();
      const next = await tab.state();
      check(Number(next.get("units")) === units && next.get("render_scale") === state.get("render_scale"),
            `the next visit: ${next.get("units")} units at ${next.get("render_scale")}`);
      check(next.get("units_note") === "", `measured again: ${next.get("units_note")}`);
      return `first frame after ${times[0]} s, ${units} units at ${state.get("render_scale")} after ${times[1]} s`;
    },
  },
  {
    name: "puts settings aside that it cannot use",
    async run({ open }) {
      const tab = await open(few, view);
      await tab.ready();
      const file = "/home/web_user/.config/phalanx/settings.json";
      for (const text of ['{"options":{"option-of-another-version":1}}', "{{{"]) {
        await tab.page.evaluate((name, broken) => {
          window.before = true;
          // After the page has kept its own, at either event.
          const replace = () => localStorage.setItem("phalanx-files", JSON.stringify({ [name]: broken }));
          addEventListener("pagehide", replace);
          document.addEventListener("visibilitychange", replace);
          location.reload();
        }, file, text);
        await tab.until("the page starts again", () => !window.before);
        await tab.ready();
        const hint = await tab.page.evaluate(() => document.getElementById("hint-text").textContent);
        check(/put aside/.test(hint), `the hint is: ${hint}`);
        const aside = await tab.page.evaluate(() => localStorage.getItem("phalanx-files-aside"));
        check(JSON.parse(aside)[file] === text, `put aside: ${aside}`);
      }
    },
  },
  {
    name: "refuses options of the command line with one line",
    async run({ open }) {
      for (const name of ["help", "frames"]) {
        const tab = await open({ ...few, [name]: name === "frames" ? 3 : "" }, view);
        const text = await tab.failure();
        check(text.includes(`"${name}" is no option of the page`), `the message is: ${text}`);
      }
      for (const [name, value, line] of [["Units", "9", /"Units" in the address is no option/],
                                         ["scene", "\0", /gives "scene" a value with a control character/]]) {
        const tab = await open({ ...few, [name]: value }, view);
        const text = await tab.failure();
        check(line.test(text), `the message is: ${text}`);
      }
    },
  },
  {
    name: "has ground below an eye that is close to it",
    async run({ open }) {
      const tab = await open({ ...few, camera: "12.149585,0.2,-8.868835:14.483629,0.179155,-12.141044", "no-ui": "" }, view);
      await tab.ready();
      await tab.frames(2);
      const image = readPng(await tab.page.screenshot());
      // The lowest row: earth is more red than blue, haze is not.
      let red = 0;
      let blue = 0;
      for (let x = 0; x < image.width; ++x) {
        const at = image.channels * ((image.height - 5) * image.width + x);
        red += image.pixels[at];
        blue += image.pixels[at + 2];
      }
      check(red > 1.2 * blue, `red ${red / image.width}, blue ${blue / image.width}`);
    },
  },
  {
    name: "leaves a chosen number of units alone",
    async run({ open }) {
      // Other sites add such words to links.
      const tab = await open({ units: 9, samples: 1, utm_source: "letter", fbclid: "x" }, { width: 640, height: 400 });
      await tab.ready();
      const state = await tab.state();
      check(state.get("units") === "9" && Number(state.get("render_scale")) === 1 && state.get("units_note") === "",
            `${state.get("units")} units at ${state.get("render_scale")}: ${state.get("units_note")}`);
    },
  },
];
