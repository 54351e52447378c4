// Runs the same program away from the page: an import of one file, or a check.
"use strict";

importScripts("phalanx.js");

self.onmessage = async ({ data: { words, files } }) => {
  const errors = [];
  try {
    const program = await createPhalanx({
      print: (text) => errors.push(text),
      printErr: (text) => errors.push(text),
      preRun: [(module) => { module.ENV.PHALANX_DATA = "/data"; }],
    });
    for (const { path, bytes } of files) {
      program.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      program.FS.writeFile(path, bytes);
    }
    const code = program.callMain(words);
    const output = program.FS.analyzePath("/answer").exists ? program.FS.readFile("/answer") : new Uint8Array(0);
    self.postMessage({ end: "exited", code, output, errors: errors.join("\n").slice(0, 65536) }, [output.buffer]);
  } catch (error) {
    self.postMessage({ end: "crashed", reason: String(error), errors: errors.join("\n").slice(0, 65536) });
  }
};
