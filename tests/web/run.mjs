// Tests the built page in the browsers that are there, in all of them at the same time. Usage:
//   node run.mjs PAGE-FOLDER PHALANX OUTPUT-FOLDER [NAME...]
// PHALANX: the program of this machine, whose images the page's are compared with; "": these tests are skipped.
// The environment variable PHALANX_DATA names the folder of the sources.
// NAME: runs only tests whose name contains one of these.
// PHALANX_BROWSERS=chromium runs only that browser, so that times are not those of two browsers at work.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tests as army } from "./army.mjs";
import { tests as check } from "./check.mjs";
import { tests as context } from "./context.mjs";
import { tests as drop } from "./drop.mjs";
import { tests as images } from "./images.mjs";
import { tests as input } from "./input.mjs";
import { tests as links } from "./links.mjs";
import { tests as panels } from "./panels.mjs";
import { tests as players } from "./players.mjs";
import { tests as sizes } from "./sizes.mjs";
import { tests as start } from "./start.mjs";
import { Skipped, Tab, llvmpipe, startBrowser, swiftshader } from "./support/browser.mjs";
import { Desktop } from "./support/desktop.mjs";
import { startDisplay } from "./support/display.mjs";
import { serve } from "./support/server.mjs";

const [folder, native, outputs, ...names] = process.argv.slice(2);
const known = { chromium: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" };
const chosen = (process.env.PHALANX_BROWSERS ?? Object.keys(known).join(",")).split(",");
const browsers = Object.fromEntries(chosen.map((name) => {
  if (name in known) return [name, known[name]];
  console.error(`PHALANX_BROWSERS: ${name} is not one of ${Object.keys(known).join(", ")}`);
  process.exit(2);
}));
// The parts that a browser runs in one process after the other. Chromium draws by SwiftShader what is about software rendering, or
// depends on the renderer's arithmetic (`swiftshader` of the test), and by llvmpipe the rest, in two thirds of the time.
const parts = {
  chromium: [{ flags: swiftshader, has: (test) => test.swiftshader }, { flags: llvmpipe, has: (test) => !test.swiftshader }],
  firefox: [{ has: () => true }],
};
// Tests with the same page follow each other. A session with dropped models cannot resume after the loss of the context, so
// that test comes before those of drops.
const tests = [...army, ...images, ...sizes, ...context, ...input, ...drop, ...links, ...check, ...start, ...panels, ...players]
  .filter((test) => names.length === 0 || names.some((part) => test.name.includes(part)));
mkdirSync(outputs, { recursive: true });

const counts = { passed: 0, failed: 0, skipped: 0 };
function report(result, browser, test, began, note = "") {
  ++counts[result];
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  console.log(`${result.padEnd(7)} ${browser.padEnd(8)} ${seconds} s  ${test}${note && `: ${note}`}`);
}

// The tests in one browser.
class Suite {
  #page = null;  // of #tab: what the test before has used
  #tab = null;

  constructor(name, desktop, part) {
    this.name = name;
    this.desktop = desktop;
    this.part = part;
  }

  async run(path) {
    const own = tests.filter(this.part.has);
    if (own.length === 0) return;
    this.browser = await startBrowser(this.name, path, this.part.flags);
    this.server = await serve(folder);
    for (const test of own) await this.#test(test);
    await this.#leavePage();
    await this.browser.close();
    this.server.close();
  }

  async #leavePage() {
    await this.#tab?.close().catch(() => {});
    this.#tab = this.#page = null;
  }

  // The tab that tests of one page share, which is drawn and has no open questions.
  async #tabOf(page) {
    if (this.#page === page) return this.#tab;
    await this.#leavePage();
    if (!page) return null;
    this.#tab = await Tab.open(this.browser, this.server.address, page.options, page.viewport);
    this.#tab.ready_ms = await this.#tab.ready();
    this.#page = page;
    return this.#tab;
  }

  async #test(test) {
    const began = performance.now();
    const tabs = [];  // of this test alone
    const file = `${outputs}/${this.name}-${test.name.replaceAll(/[^a-z0-9]+/gi, "-")}`;
    let failed = false;
    try {
      const note = await test.run({
        browser: this.browser,
        browserName: this.name,
        folder,
        tab: await this.#tabOf(test.page),
        desktop: this.desktop,
        native,
        outputs,
        file,
        open: async (options, viewport) => {
          tabs.push(await Tab.open(this.browser, this.server.address, options, viewport));
          return tabs.at(-1);
        },
      });
      for (const tab of this.#shown(tabs)) await tab.checkNoErrors();
      const { missing } = this.server;
      if (missing.length > 0) throw new Error(`not on the server: ${missing.splice(0).join(", ")}`);
      report("passed", this.name, test.name, began, note);
    } catch (error) {
      failed = !(error instanceof Skipped);
      const more = this.#shown(tabs).flatMap((tab) => tab.errors).slice(0, 3).map((text) => `\n        ${text}`).join("");
      report(failed ? "failed" : "skipped", this.name, test.name, began, error.message + (failed ? more : ""));
    }
    for (const tab of this.#shown(tabs)) {
      try {
        writeFileSync(`${file}.png`, await tab.page.screenshot());
      } catch { /* the tab is gone; the test has said so */ }
    }
    for (const tab of tabs) await tab.close().catch(() => {});
    if (failed) await this.#leavePage();  // in whatever state it is
  }

  #shown(tabs) {
    return this.#tab ? [...tabs, this.#tab] : tabs;
  }
}

await startDisplay(true);
const desktop = native ? new Desktop(native, `${outputs}/desktop`) : null;
await Promise.all(Object.entries(browsers).map(async ([name, path]) => {
  const began = performance.now();
  if (!existsSync(path)) return report("skipped", name, "all tests", began, `${path} is not there`);
  try {
    for (const part of parts[name]) await new Suite(name, desktop, part).run(path);
  } catch (error) {
    report("failed", name, "the browser", began, error.message);
  }
}));
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
