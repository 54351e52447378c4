// Draws scenes by the program of this machine, in a window on the virtual display.
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { parseState, settled, wait_ms } from "./browser.mjs";

export class Desktop {
  #images = new Map();
  #last = Promise.resolve();

  // folder: for the program's files.
  constructor(program, folder) {
    this.program = program;
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  // Returns { png, state }: the bytes of a PNG file, and the program's state. Each scene is drawn once, for all browsers, and
  // one after the other.
  image(file, size) {
    if (!this.#images.has(file)) {
      this.#last = this.#last.catch(() => {}).then(() => this.#draw(file, size));
      this.#images.set(file, this.#last);
    }
    return this.#images.get(file);
  }

  async #draw(file, size) {
    const state_file = `${this.folder}/state.txt`;
    rmSync(state_file, { force: true });  // of the scene before
    const read = () => existsSync(state_file) ? parseState(readFileSync(state_file, "utf8")) : new Map();
    // The page has what OpenGL 3.3 has. Settings of the user would change the image.
    const program = spawn(this.program, ["run", "--gl", "3.3", "--scene", file, "--no-ui", "--size",
                                         `${size.width}x${size.height}`, "--dump-state", state_file],
                          { cwd: this.folder, env: { ...process.env, HOME: this.folder, XDG_CONFIG_HOME: this.folder,
                                                     XDG_STATE_HOME: this.folder }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [program.stdout, program.stderr]) stream.on("data", (text) => output += text);
    const ended = new Promise((resolve) => {
      program.on("exit", resolve);
      program.on("error", (error) => resolve(output = error.message));
    });
    const until = async (what, found) => {
      for (const end = performance.now() + wait_ms; ;) {
        const state = read();
        if (found(state)) return state;
        if (program.exitCode !== null || performance.now() > end) throw new Error(`desktop: ${what}: ${output.slice(-300)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    try {
      const before = await until("the scene is shown", settled);
      // Without a window manager the pointer's window has the keyboard.
      await promisify(execFile)("xdotool", ["mousemove", String(size.width >> 1), String(size.height >> 1), "key", "F12"]);
      const state = await until("a screenshot", (found) => found.get("screenshot"));
      return { png: readFileSync(state.get("screenshot")), state: before };
    } finally {
      program.kill("SIGKILL");
      await ended;
    }
  }
}
