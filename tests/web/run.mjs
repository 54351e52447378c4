// Tests the built page in the browsers that are there. Usage: node run.mjs PAGE-FOLDER PHALANX OUTPUT-FOLDER [NAME...]
// PHALANX: the program of this machine, whose images the page's are compared with; "": that test is skipped.
// The environment variable PHALANX_DATA names the folder of the sources.
// NAME: runs only tests whose name contains one of these.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tests as army } from "./army.mjs";
import { tests as check } from "./check.mjs";
import { tests as context } from "./context.mjs";
import { tests as drop } from "./drop.mjs";
import { tests as images } from "./images.mjs";
import { tests as input } from "./input.mjs";
import { tests as links } from "./links.mjs";
import { tests as panels } from "./panels.mjs";
import { tests as start } from "./start.mjs";
import { Skipped, Tab, startBrowser } from "./support/browser.mjs";
import { startDisplay } from "./support/display.mjs";
import { serve } from "./support/server.mjs";

const [folder, native, outputs, ...names] = process.argv.slice(2);
const browsers = { chromium: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" };
const tests = [...army, ...images, ...input, ...drop, ...links, ...context, ...check, ...start, ...panels];
mkdirSync(outputs, { recursive: true });

const endDisplay = await startDisplay();
const server = await serve(folder);
const counts = { passed: 0, failed: 0, skipped: 0 };
function report(result, browser, test, began, note = "") {
  ++counts[result];
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  console.log(`${result.padEnd(7)} ${browser.padEnd(8)} ${seconds} s  ${test}${note && `: ${note}`}`);
}

for (const [name, path] of Object.entries(browsers)) {
  if (!existsSync(path)) {
    report("skipped", name, "all tests", performance.now(), `${path} is not there`);
    continue;
  }
  const browser = await startBrowser(name, path);
  for (const test of tests) {
    if (names.length > 0 && !names.some((part) => test.name.includes(part))) continue;
    const began = performance.now();
    const tabs = [];
    const file = `${outputs}/${name}-${test.name.replaceAll(/[^a-z0-9]+/gi, "-")}`;
    try {
      const note = await test.run({
        browserName: name,
        native,
        outputs,
        file,
        open: async (options, viewport) => {
          const tab = await Tab.open(browser, server.address, options, viewport);
          tabs.push(tab);
          return tab;
        },
      });
      for (const tab of tabs) await tab.checkNoErrors();
      if (server.missing.length > 0) throw new Error(`not on the server: ${server.missing.splice(0).join(", ")}`);
      report("passed", name, test.name, began, note);
    } catch (error) {
      const more = tabs.flatMap((tab) => tab.errors).slice(0, 3).map((text) => `\n        ${text}`).join("");
      if (error instanceof Skipped) report("skipped", name, test.name, began, error.message);
      else report("failed", name, test.name, began, error.message + more);
    }
    for (const tab of tabs) {
      try {
        writeFileSync(`${file}.png`, await tab.page.screenshot());
      } catch { /* the tab is gone; the test has said so */ }
      await tab.close().catch(() => {});
    }
  }
  await browser.close();
}
server.close();
endDisplay();
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
