// Times frames of the page and of the desktop's program on this machine, interleaved, and prints a table.
// Usage: node frame_times.mjs PAGE-FOLDER PHALANX
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { startBrowser, wait_ms } from "../support/browser.mjs";
import { startDisplay } from "../support/display.mjs";
import { serve } from "../support/server.mjs";

const [folder, native] = process.argv.slice(2);
const armies = [50, 200, 1000];
const rounds = 2;
const frames = 30;  // per round
const warm_up = 8;
const size = { width: 1280, height: 720 };
const options = (units) => ({ units, seed: 7, samples: 1, pace: "free", "no-ui": "", formation: "grid" });

const words = (all) => Object.entries(all).map(([name, value]) => value === "" ? `--${name}` : `--${name}=${value}`);

// Milliseconds between frames that the program shows.
async function timesOfDesktop(units, version) {
  const work = mkdtempSync(`${tmpdir()}/phalanx-`);
  const env = { ...process.env, HOME: work, XDG_CONFIG_HOME: `${work}/config`, XDG_STATE_HOME: `${work}/state` };
  const run = (count) => promisify(execFile)(
    native, ["run", ...words(options(units)), "--no-vsync", `--size=${size.width}x${size.height}`, `--gl=${version}`,
             `--frames=${count}`, `--json=${work}/times.json`], { env, timeout: wait_ms });
  try {
    await run(frames + warm_up);
    const { frame_ms } = JSON.parse(readFileSync(`${work}/times.json`, "utf8"));
    return frame_ms;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (sorted[Math.min(low + 1, sorted.length - 1)] - sorted[low]) * (at - low);
}

async function timesOfPage(browser, address, units) {
  const profile = await browser.createBrowserContext();
  const page = await profile.newPage();
  await page.setViewport(size);
  await page.goto(`${address}?${new URLSearchParams({ ...options(units), "dump-state": "/state.txt" })}`);
  // The LODs of a small army are made while it is on the screen.
  await page.waitForFunction(() => window.phalanx?.FS.analyzePath("/state.txt").exists &&
    window.phalanx.FS.readFile("/state.txt", { encoding: "utf8" }).split("\n").includes("ready 1"), { timeout: wait_ms });
  const times = await page.evaluate(async (count) => {
    const found = [];
    for (let last = performance.now(); found.length < count;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      found.push(now - last);
      last = now;
    }
    return found;
  }, warm_up + frames);
  await profile.close();
  const counted = times.slice(warm_up);
  return { p50: percentile(counted, 0.5), p95: percentile(counted, 0.95) };
}

const endDisplay = await startDisplay();
const server = await serve(folder);
const machines = [
  { name: "desktop, OpenGL 4.5", time: (units) => timesOfDesktop(units, "4.5") },
  { name: "desktop, OpenGL 3.3", time: (units) => timesOfDesktop(units, "3.3") },
];
const browsers = [];
for (const [name, path, shown] of [["firefox", "/usr/bin/firefox-esr", "Firefox"], ["chromium", "/usr/bin/chromium", "Chromium"]]) {
  if (!existsSync(path)) continue;
  const browser = await startBrowser(name, path);
  browsers.push(browser);
  machines.push({ name: `page, ${shown}`, time: (units) => timesOfPage(browser, server.address, units) });
}
const rows = machines.map(() => armies.map(() => []));
for (let round = 0; round < rounds; ++round) {
  for (const [a, units] of armies.entries()) {
    for (const [m, machine] of machines.entries()) {
      const times = await machine.time(units);
      rows[m][a].push(times);
      console.error(`${machine.name}, ${units} units: ${times.p50.toFixed(0)} ms, p95 ${times.p95.toFixed(0)} ms`);
    }
  }
}
for (const browser of browsers) await browser.close();
server.close();
endDisplay();

const mean = (times, which) => times.reduce((sum, each) => sum + each[which], 0) / times.length;
console.log(`| | ${armies.map((units) => `${units.toLocaleString("en")} units`).join(" | ")} |`);
console.log(`|---|${armies.map(() => "---|").join("")}`);
for (const [m, machine] of machines.entries()) {
  const cells = rows[m].map((times, a) => {
    const ratio = mean(times, "p50") / mean(rows[1][a], "p50");
    return `${mean(times, "p50").toFixed(0)} ms, ${mean(times, "p95").toFixed(0)} ms` + (m > 1 ? ` (${ratio.toFixed(1)} \u00d7)` : "");
  });
  console.log(`| ${machine.name} | ${cells.join(" | ")} |`);
}
