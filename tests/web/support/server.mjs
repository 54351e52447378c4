// Serves the folder of the page at a path that is not the root, as a project's site does.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".data": "application/octet-stream",
};

// Returns { address, missing, close() }; missing: paths that were asked for and are not there.
export async function serve(folder, prefix = "/some/path/") {
  const missing = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const inside = path.startsWith(prefix) ? normalize(path.slice(prefix.length) || "index.html") : "..";
    const file = join(folder, inside);
    if (inside.startsWith("..") || !existsSync(file) || !statSync(file).isFile()) {
      // Browsers ask for it by themselves.
      if (path !== "/favicon.ico") missing.push(path);
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-length": statSync(file).size,
      "cache-control": "no-store",
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { address: `http://localhost:${port}${prefix}`, missing, close: () => server.close() };
}
