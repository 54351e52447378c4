// Imports run in workers (worker.js): a crash there ends the worker, never the page.

export class ImportWorkers {
  #children = new Map();  // by key: {worker, timer, result}

  // key: the words of the worker's command line, as JSON. folders: their files are the worker's. FS: of the program.
  start(FS, key, folders, wallSeconds) {
    const began = performance.now();
    const child = { worker: new Worker("worker.js"), result: null };
    const end = (kind, rest) => {
      if (child.result) return;
      clearTimeout(child.timer);
      child.worker.terminate();
      child.result = { end: kind, code: 0, reason: "", errors: "", output: new Uint8Array(0),
                       wall_s: (performance.now() - began) / 1000, ...rest };
    };
    child.timer = setTimeout(() => end("time", {}), wallSeconds * 1000);
    child.worker.onmessage = ({ data }) => end(data.end, data);
    child.worker.onerror = (event) => end("crashed", { reason: event.message || "the worker ended" });
    child.worker.postMessage({ words: JSON.parse(key), files: folders.flatMap((folder) => filesIn(FS, folder)) });
    this.#children.set(key, child);
  }

  drop() {
    for (const child of this.#children.values()) {
      clearTimeout(child.timer);
      child.worker.terminate();
    }
    this.#children.clear();
  }

  ended() {
    return [...this.#children.values()].every((child) => child.result);
  }

  result(key) {
    return this.#children.get(key)?.result;
  }
}

function filesIn(FS, folder) {
  return FS.readdir(folder).map((name) => `${folder}/${name}`).filter((path) => FS.isFile(FS.stat(path).mode))
    .map((path) => ({ path, bytes: FS.readFile(path) }));
}
