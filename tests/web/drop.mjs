// Files that are dropped onto the page: good ones replace the model, bad ones get one line and change nothing.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { small } from "./pages.mjs";
import { Skipped, check } from "./support/browser.mjs";

const soldier = `${process.env.PHALANX_DATA}/assets/soldier.glb`;
async function dropped(tab, name, bytes, model) {
  await tab.drop({ [name]: bytes });
  const state = await tab.stateUntil(`${name} is shown`, (found) =>
    found.get("notice_is_error") === "1" ||
    found.get("model") === model && found.get("loading") === "0" && found.get("ready") === "1");
  check(state.get("notice_is_error") !== "1", state.get("notice"));
  await tab.frames(2);
  check(Number(await tab.value("visible")) > 0, "no unit is visible");
}

// Drops a file that the browser cannot read, as it cannot read folders and files that are gone.
function dropUnreadable(tab, name) {
  return tab.page.evaluate((each) => {
    const file = { name: each, arrayBuffer: () => Promise.reject(new Error("A requested file could not be found")) };
    const event = new Event("drop", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "dataTransfer", { value: { files: [file] } });
    document.getElementById("canvas").dispatchEvent(event);
  }, name);
}

// The line names the file as the user knows it, without a folder of the page.
async function refused(tab, name, drop) {
  const before = await tab.state();
  await drop();
  const state = await tab.stateUntil("an error that names the file", (found) =>
    found.get("notice_is_error") === "1" && found.get("notice").includes(name));
  const line = state.get("notice");
  check(line.startsWith(`${name}: `), `the line does not begin with the file's name: ${line}`);
  check(!line.includes("/"), `the line names a folder: ${line}`);
  check(line.length < 300, `the line is long: ${line}`);
  const output = (await tab.output()).at(-1);
  check(output.includes(`${name}: `) && !output.includes("/"), `the console says: ${output}`);
  await tab.frames(3);
  check((await tab.value("model")) === before.get("model"), "the army is gone");
  check(Number(await tab.value("visible")) > 0, "no unit is visible");
  return line;
}
const refusedBytes = (tab, name, bytes) => refused(tab, name, () => tab.drop({ [name]: bytes }));

export const tests = [
  {
    name: "takes a dropped .glb",
    page: small,
    run: ({ tab }) => dropped(tab, "other.glb", readFileSync(soldier), "other"),
  },
  {
    name: "takes a dropped .phx",
    page: small,
    run({ tab, native, outputs }) {
      if (!native) throw new Skipped("there is no program of this machine to convert a model with");
      const file = `${outputs}/converted.phx`;
      execFileSync(native, ["convert", soldier, "--output", file], { stdio: "pipe" });
      return dropped(tab, "converted.phx", readFileSync(file), "converted");
    },
  },
  {
    name: "refuses half of a .glb",
    page: small,
    run: ({ tab }) => refusedBytes(tab, "half.glb", readFileSync(soldier).subarray(0, 100000)),
  },
  {
    name: "refuses a text that is named .glb",
    page: small,
    run: ({ tab }) => refusedBytes(tab, "text.glb", Buffer.from("This is no model.\n".repeat(100))),
  },
  {
    name: "refuses a file of another kind",
    page: small,
    run: ({ tab }) => refusedBytes(tab, "notes.txt", Buffer.from("This is no model.\n")),
  },
  {
    name: "refuses a file that cannot be read",
    page: small,
    async run({ tab }) {
      const line = await refused(tab, "gone.glb", () => dropUnreadable(tab, "gone.glb"));
      const output = await tab.output();
      check(output.some((text) => text.startsWith("gone.glb: cannot be read")), `the console says: ${output.slice(-3)}`);
      return line;
    },
  },
];
