// The page around the program: starts it, shows how far loading is, and hands it dropped files.
"use strict";

(() => {
  const status = document.getElementById("status");
  const statusText = document.getElementById("status-text");
  const statusBar = document.getElementById("status-bar");
  const canvas = document.getElementById("canvas");

  function showFailure(text) {
    statusText.textContent = text;
    status.classList.add("failed");
    status.hidden = false;
  }

  if (!document.createElement("canvas").getContext("webgl2")) {
    showFailure("This browser has no WebGL 2, or it is turned off. Phalanx needs it to draw.");
    return;
  }

  let program = null;

  // Text that the program writes, for the console and the tests.
  const output = [];
  function write(text, isError) {
    output.push(text);
    (isError ? console.warn : console.log)(text);
  }

  // The command line of the page: run, with options from the address, such as ?units=500.
  function commandLine() {
    const words = ["run"];
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (name === "embed") continue;
      if (!/^[a-z][a-z0-9-]*$/.test(name)) continue;
      words.push(value === "" ? `--${name}` : `--${name}=${value}`);
    }
    if ((embedded || narrow) && !words.includes("--no-ui")) words.push("--no-ui");
    return words;
  }

  // On a narrow screen the settings would cover the army, and a finger has no Tab key.
  const narrow = innerWidth < 700;
  const embedded = new URLSearchParams(location.search).has("embed");
  const panelButton = document.getElementById("panel-button");
  panelButton.addEventListener("click", () => {
    for (const type of ["keydown", "keyup"]) window.dispatchEvent(new KeyboardEvent(type, { code: "Tab", key: "Tab" }));
    canvas.focus();
  });

  // Files that the user drops become files of the program, in a folder of their own.
  async function takeFiles(list) {
    const folder = `/dropped/${Date.now()}`;
    program.FS.mkdirTree(folder);
    const paths = [];
    for (const file of list) {
      const path = `${folder}/${file.name.replaceAll("/", "_").replaceAll("\n", " ")}`;
      program.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
      paths.push(path);
    }
    const models = paths.filter((path) => /\.(glb|gltf|phx|json)$/i.test(path));
    program.ccall("phalanxDrop", null, ["string"], [(models.length > 0 ? models : paths).join("\n")]);
  }

  // Imports run in workers (worker.js): a crash there ends the worker, never the page.
  const children = new Map();  // by key: {worker, timer, result}

  function filesIn(folders) {
    const files = [];
    for (const folder of folders) {
      for (const name of program.FS.readdir(folder)) {
        const path = `${folder}/${name}`;
        if (program.FS.isFile(program.FS.stat(path).mode)) files.push({ path, bytes: program.FS.readFile(path) });
      }
    }
    return files;
  }

  function startChild(key, folders, wallSeconds) {
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
    child.worker.postMessage({ words: JSON.parse(key), files: filesIn(folders) });
    children.set(key, child);
  }

  function dropChildren() {
    for (const child of children.values()) {
      clearTimeout(child.timer);
      child.worker.terminate();
    }
    children.clear();
  }

  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (program && event.dataTransfer.files.length > 0) takeFiles(event.dataTransfer.files);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", () => canvas.focus());

  createPhalanx({
    canvas,
    page: {
      showFailure,
      output,
      startChild,
      dropChildren,
      childrenEnded: () => [...children.values()].every((child) => child.result),
      childResult: (key) => children.get(key)?.result,
    },
    print: (text) => write(text, false),
    printErr: (text) => write(text, true),
    setStatus: (text) => {
      const progress = /\((\d+)\/(\d+)\)/.exec(text);
      if (progress) statusBar.value = Number(progress[1]) / Number(progress[2]);
    },
    preRun: [(module) => {
      module.ENV.PHALANX_DATA = "/data";
      module.ENV.HOME = "/home/web_user";
    }],
  }).then((module) => {
    program = module;
    window.phalanx = module;
    statusText.textContent = "Preparing the army ...";
    // The text is painted before the program takes the thread.
    requestAnimationFrame(() => setTimeout(() => {
      try {
        const code = module.callMain(commandLine());
        if (code) return showFailure(output.at(-1) ?? `Phalanx ended with code ${code}.`);
        status.hidden = true;
        panelButton.hidden = embedded || !(narrow || matchMedia("(pointer: coarse)").matches);
        canvas.focus();
      } catch (error) {
        showFailure(`Phalanx cannot go on: ${error}`);
      }
    }, 0));
  }, (error) => showFailure(`Phalanx cannot be loaded: ${error}`));
})();
