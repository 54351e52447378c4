// A virtual display, which Firefox needs to draw in software, and the desktop's program to open a window.
import { spawn } from "node:child_process";

// own: even where there is a display, whose keys and windows are the user's. Returns a function that ends it; it also ends with
// this process.
export async function startDisplay(own = false) {
  if (process.env.DISPLAY && !own) return () => {};
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x900x24"],
                       { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  process.env.DISPLAY = await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", () => reject(new Error("Xvfb ended")));
    server.stdio[3].once("data", (text) => resolve(`:${String(text).trim()}`));
  });
  process.on("exit", () => server.kill());
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  return () => server.kill();
}
