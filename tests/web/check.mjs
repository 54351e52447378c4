// ?verify checks the poses of this browser's GPU, as `phalanx verify` does on the desktop.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { check } from "./support/browser.mjs";

async function reportOf(tab) {
  await tab.until("the check has ended", () => {
    if (document.getElementById("status")?.classList.contains("failed")) {
      throw new Error(document.getElementById("status-text").textContent);
    }
    return window.phalanxReport;
  });
  return tab.page.evaluate(() => window.phalanxReport);
}

// What the desktop's program checks, without its results.
function checksOf(report) {
  return report.models.map((model) => ({
    vertices: model.vertices,
    techniques: model.techniques.map((row) => row.left_out ? { name: row.technique } : {
      name: row.technique, poses: row.poses, crossfades: row.crossfades, vertices: row.vertices_compared,
      limits: [row.position_over_height.limit, row.normal_deg.limit],
    }),
    clips: model.baked.map((row) => [row.clip, row.rate_hz, row.frames]),
  }));
}

export const tests = [
  {
    name: "checks the GPU's poses",
    swiftshader: true,
    async run({ open, native }) {
      const tab = await open({ verify: "quick" }, { width: 1000, height: 800 });
      const report = await reportOf(tab);
      check(report.passed && report.failures.length === 0, `failed: ${report.failures.join("; ")}`);
      check(/WebGL|ES 3\.0/.test(report.gl), `checked by ${report.gl}`);
      const rows = report.models[0].techniques;
      const drawn = rows.filter((row) => !row.left_out);
      check(drawn.length === 7, `${drawn.length} techniques were checked`);
      for (const row of drawn) check(row.vertices_compared > 3000, `${row.technique}: ${row.vertices_compared} vertices`);
      check(rows.some((row) => row.technique === "compute" && /4\.3/.test(row.left_out)), "compute is not left out");
      const text = await tab.page.evaluate(() => document.getElementById("check").innerText);
      check(/All checks passed/.test(text) && /vertex-texture/.test(text) && /Walk/.test(text), `the page shows: ${text}`);
      if (native) {
        const { stdout } = await promisify(execFile)(native, ["verify", "--quick", "--gl", "es3.0", "--json=-"]);
        const here = JSON.stringify(checksOf(report));
        const desktop = JSON.stringify(checksOf(JSON.parse(stdout)));
        check(here === desktop, `other checks than on the desktop: ${here} and ${desktop}`);
      }
      const worst = Math.max(...drawn.map((row) => row.position_over_height.value));
      return `${drawn.length} techniques, position / height up to ${worst.toExponential(1)}, ${report.models[0].seconds.toFixed(1)} s`;
    },
  },
  {
    name: "says why a check cannot run",
    async run({ open }) {
      const tab = await open({ verify: "", weights: "7" });
      const text = await tab.failure();
      check(/weights/.test(text) && /7/.test(text), `the message is: ${text}`);
      return text;
    },
  },
];
