// A virtual display, which Firefox needs to draw in software, and the desktop's program to open a window.
import { spawn } from "node:child_process";

// Returns a function that ends it.
export async function startDisplay() {
  if (process.env.DISPLAY) return () => {};
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x900x24"],
                       { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  process.env.DISPLAY = await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", () => reject(new Error("Xvfb ended")));
    server.stdio[3].once("data", (text) => resolve(`:${String(text).trim()}`));
  });
  return () => server.kill();
}
