// Files that are dropped onto the page: good ones replace the model, bad ones get one line and change nothing.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Skipped, check } from "./support/browser.mjs";

const soldier = `${process.env.PHALANX_DATA}/assets/soldier.glb`;
const few = { units: 4, samples: 1, "no-shadows": "", "render-scale": 0.5, stand: "" };

async function drop(tab, name, bytes) {
  await tab.page.evaluate((fileName, base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([data], fileName));
    document.getElementById("canvas").dispatchEvent(
      new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, name, Buffer.from(bytes).toString("base64"));
}

async function opened(open) {
  const tab = await open(few, { width: 700, height: 400 });
  await tab.ready();
  await tab.frames(2);
  return tab;
}

async function dropped(open, name, bytes, model) {
  const tab = await opened(open);
  await drop(tab, name, bytes);
  const state = await tab.stateUntil(`${name} is shown`, (found) =>
    found.get("notice_is_error") === "1" ||
    found.get("model") === model && found.get("loading") === "0" && found.get("ready") === "1");
  check(state.get("notice_is_error") !== "1", state.get("notice"));
  await tab.frames(2);
  check(Number(await tab.value("visible")) > 0, "no unit is visible");
}

async function refused(open, name, bytes) {
  const tab = await opened(open);
  await drop(tab, name, bytes);
  const state = await tab.stateUntil("an error", (found) => found.get("notice_is_error") === "1");
  const line = state.get("notice");
  check(line.includes(name), `the line does not name the file: ${line}`);
  check(line.length < 300, `the line is long: ${line}`);
  await tab.frames(3);
  check((await tab.value("model")) === "soldier", "the army is gone");
  check(Number(await tab.value("visible")) > 0, "no unit is visible");
  return line;
}

export const tests = [
  {
    name: "takes a dropped .glb",
    run: ({ open }) => dropped(open, "other.glb", readFileSync(soldier), "other"),
  },
  {
    name: "takes a dropped .phx",
    run({ open, native, outputs }) {
      if (!native) throw new Skipped("there is no program of this machine to convert a model with");
      const file = `${outputs}/converted.phx`;
      execFileSync(native, ["convert", soldier, "--output", file], { stdio: "pipe" });
      return dropped(open, "converted.phx", readFileSync(file), "converted");
    },
  },
  {
    name: "refuses half of a .glb",
    run: ({ open }) => refused(open, "half.glb", readFileSync(soldier).subarray(0, 100000)),
  },
  {
    name: "refuses a text that is named .glb",
    run: ({ open }) => refused(open, "text.glb", Buffer.from("This is no model.\n".repeat(100))),
  },
  {
    name: "refuses a file of another kind",
    run: ({ open }) => refused(open, "notes.txt", Buffer.from("This is no model.\n")),
  },
];
