// Starts a browser that draws in software, and opens the page in it.
import puppeteer from "puppeteer-core";
import { readPng } from "./png.mjs";

// A frame takes up to a second in software, a start some ten.
export const wait_ms = 180000;
// Answers to single questions come within a frame or two.
const answer_ms = 90000;

// Flags of Chromium for software rendering: what it takes by itself without a GPU, and Mesa's llvmpipe, which draws a frame in
// a third of the time.
export const swiftshader = process.env.PHALANX_CHROMIUM_FLAGS ?? "--use-angle=swiftshader --enable-unsafe-swiftshader";
export const llvmpipe = process.env.PHALANX_CHROMIUM_FLAGS ?? "--use-angle=gl-egl";

// flags: of Chromium.
export async function startBrowser(name, executablePath, flags = swiftshader) {
  if (name === "firefox") {
    return puppeteer.launch({
      browser: "firefox",
      executablePath,
      headless: true,
      protocolTimeout: answer_ms,
      extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.enable-debug-renderer-info": true },
    });
  }
  return puppeteer.launch({
    executablePath,
    headless: true,
    protocolTimeout: answer_ms,
    // Chromium's sandbox does not start as root.
    args: ["--use-gl=angle", "--ignore-gpu-blocklist", ...flags.split(" "),
           ...(process.getuid() === 0 ? ["--no-sandbox"] : [])],
  });
}

// Thrown by a test that cannot run here.
export class Skipped extends Error {}

export function check(condition, text) {
  if (!condition) throw new Error(text);
}

// "name value" lines as a map from names to text.
export function parseState(text) {
  return new Map(text.split("\n").filter(Boolean).map((line) => {
    const space = line.indexOf(" ");
    return space < 0 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
  }));
}

// Nothing is loaded, prepared or moved any more, and no notice is over the image.
export function settled(state) {
  return state.get("notice") === "" && ["ready", "standing"].every((name) => state.get(name) === "1") &&
    ["loading", "baking", "impostors_busy", "programs_building"].every((name) => state.get(name) === "0");
}

// One tab with the page. Collects whatever a user would call an error.
export class Tab {
  errors = [];
  console = [];

  // options: of the program, { units: 50, "no-ui": "" }; tour: true begins as a new user's page does.
  static async open(browser, address, options = {}, viewport = { width: 640, height: 400 }) {
    const tab = new Tab();
    // A profile of its own, as the page keeps settings in the browser.
    tab.profile = await browser.createBrowserContext();
    tab.page = await tab.profile.newPage();
    const { page } = tab;
    await page.setViewport(viewport);
    page.on("pageerror", (error) => tab.errors.push(`exception: ${error.message}`));
    page.on("console", (message) => {
      tab.console.push(message.text());
      // Browsers report calls that WebGL refuses as warnings.
      if (message.type() === "error" || /GL_INVALID_|WebGL warning/.test(message.text())) tab.errors.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== new URL(address).origin) {
        tab.errors.push(`request to another host: ${request.url()}`);
      }
    });
    page.on("requestfailed", (request) => tab.errors.push(`failed request: ${request.url()}: ${request.failure()?.errorText}`));
    await page.evaluateOnNewDocument(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => {
        window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    // The check has no window whose state it could write.
    const { tour, ...given } = options;
    if (!("verify" in given)) Object.assign(given, { "dump-state": "/state.txt", ...(tour ? {} : { "no-tour": "" }) });
    const words = new URLSearchParams(given);
    const began = performance.now();
    await page.goto(`${address}?${words}`);
    tab.began = began;
    return tab;
  }

  // Waits until the army is complete: its LODs are made, and the number of units is found. Sets shown_ms, the time from
  // asking for the page to the first image of soldiers, and returns that to the complete army, milliseconds.
  async ready() {
    const wait = (line) => this.until(`the army: ${line}`, (wanted) => {
      // Without a status while the page is being replaced.
      if (document.getElementById("status")?.classList.contains("failed")) {
        throw new Error(document.getElementById("status-text").textContent);
      }
      // The file is not there before the first frame.
      const found = window.phalanx?.FS.analyzePath("/state.txt").exists;
      return found && window.phalanx.FS.readFile("/state.txt", { encoding: "utf8" }).split("\n").includes(wanted);
    }, line);
    await wait("shown 1");
    this.shown_ms = performance.now() - this.began;
    await wait("ready 1");
    return performance.now() - this.began;
  }

  // Waits until the function, which runs in the page, returns something true, and returns that.
  async until(what, predicate, ...values) {
    const end = performance.now() + wait_ms;
    for (;;) {
      const found = await this.page.evaluate(predicate, ...values).catch((error) => {
        if (!/context|navigat|discarded|frame/i.test(error.message)) throw error;  // not while the page reloads
      });
      if (found) return found;
      if (performance.now() > end) throw new Error(`not in ${wait_ms / 1000} s: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  // Waits for the page's message that it cannot go on, and returns that.
  failure() {
    return this.until("a message", () => {
      const status = document.getElementById("status");
      return status && !status.hidden && status.classList.contains("failed") && document.getElementById("status-text").textContent;
    });
  }

  // The program's state of its last frame, as a map from names to text.
  async state() {
    return parseState(await this.page.evaluate(() => window.phalanx.FS.readFile("/state.txt", { encoding: "utf8" })));
  }

  async value(name) {
    return (await this.state()).get(name);
  }

  async numbers(name) {
    return ((await this.value(name)) ?? "").split(/[ ,]+/).map(Number);
  }

  // Waits for a state in which test(state) is true.
  async stateUntil(what, test) {
    const end = performance.now() + wait_ms;
    for (;;) {
      const state = await this.state();
      if (test(state)) return state;
      if (performance.now() > end) throw new Error(`not in ${wait_ms / 1000} s: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  // Waits for more frames. After input wait for two: the current one may have read its events before.
  // Waits in the page: each question from here would cost more frames, which take most of a test's time.
  async frames(count = 2) {
    const reach = (least) => this.page.evaluate(async (wanted) => {
      const frame = () => Number(/^frame (\d+)$/m.exec(window.phalanx.FS.readFile("/state.txt", { encoding: "utf8" }))[1]);
      for (const end = performance.now() + 2000; frame() < wanted && performance.now() < end;) {
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
      return frame();
    }, least);
    const wanted = await reach(0) + count;
    for (const end = performance.now() + wait_ms; await reach(wanted) < wanted;) {
      check(performance.now() < end, `not in ${wait_ms / 1000} s: ${count} more frames`);
    }
  }

  // Presses a key for at least a frame: Dear ImGui before 1.87 misses shorter presses.
  async press(key) {
    await this.page.keyboard.down(key);
    await this.frames();
    await this.page.keyboard.up(key);
    await this.frames();
  }

  // Drops files on the page, all at once. files: { "name.glb": bytes }
  async drop(files) {
    const list = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]);
    await this.page.evaluate((all) => {
      const transfer = new DataTransfer();
      for (const [name, base64] of all) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
      }
      document.getElementById("canvas").dispatchEvent(
        new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, list);
  }

  async image() {
    return readPng(await this.page.screenshot({ type: "png" }));
  }

  async output() {
    return this.page.evaluate(() => window.phalanx.page.output);
  }

  async checkNoErrors() {
    const violations = await this.page.evaluate(() => window.violations);
    const all = [...this.errors, ...violations.map((text) => `content security policy: ${text}`)];
    check(all.length === 0, all.join("; "));
  }

  async close() {
    await this.profile.close();
  }
}
