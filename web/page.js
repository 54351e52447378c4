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

  // The first answer takes a browser some time: it starts its process for the GPU.
  function hasWebGl2() {
    const found = document.createElement("canvas").getContext("webgl2") !== null;
    if (!found) showFailure("This browser has no WebGL 2, or it is turned off. Phalanx needs it to draw.");
    return found;
  }

  const parameters = new URLSearchParams(location.search);
  if (parameters.has("verify")) {
    if (!hasWebGl2()) return;
    statusBar.hidden = true;
    const options = [...parameters].filter(([name]) => name !== "verify");
    if (parameters.get("verify") === "quick") options.push(["quick", ""]);
    window.phalanxCheck.run(options, statusText, showFailure);
    return;
  }

  let program = null;

  // Each drop of files gets a folder of its own, whose name is no use to the user.
  const kDropped = "/dropped";
  const userText = (text) => text.replaceAll(new RegExp(`${kDropped}/\\d+/`, "g"), "");

  // Text that the program writes, for the console and the tests.
  const output = [];
  function write(text, isError) {
    text = userText(text);
    output.push(text);
    (isError ? console.warn : console.log)(text);
  }

  const kHome = "/home/web_user";
  const kLastSession = `${kHome}/.local/state/phalanx/last.json`;
  const kLinkedScene = "/linked.json";
  const kStore = "phalanx-files";  // key in localStorage: the files below kHome
  const kResume = "phalanx-resume";  // key in sessionStorage: the address whose next start resumes the last session

  // A scene in the address: its JSON in base64, as URLs write it.
  function linkOf(text) {
    const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
    return "#scene=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  function linkedScene() {
    const found = /^#scene=([A-Za-z0-9_-]+)$/.exec(location.hash);
    if (!found) return null;
    try {
      const binary = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
      return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
    } catch {
      return "This link is damaged.";  // the program says that this is no scene
    }
  }

  function filesBelow(FS, folder, found = {}) {
    for (const name of FS.readdir(folder)) {
      if (name === "." || name === "..") continue;
      const path = `${folder}/${name}`;
      if (FS.isDir(FS.stat(path).mode)) {
        filesBelow(FS, path, found);
      } else {
        found[path] = FS.readFile(path, { encoding: "utf8" });
      }
    }
    return found;
  }

  // Browsers that keep nothing still run the program.
  function kept(key, storage = "localStorage") {
    try {
      return window[storage].getItem(key);
    } catch {
      return null;
    }
  }
  function keep(key, text, storage = "localStorage") {
    try {
      window[storage].setItem(key, text);
    } catch (error) {
      console.warn(`settings cannot be kept: ${error}`);
    }
  }

  // Settings and the last session stay in the browser.
  function restoreFiles(FS) {
    try {
      for (const [path, text] of Object.entries(JSON.parse(kept(kStore) ?? "{}"))) {
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, text);
      }
    } catch (error) {
      console.warn(`settings of an earlier visit cannot be read: ${error}`);
    }
  }
  function keepFiles() {
    if (!program) return;
    program._phalanxKeep();
    keep(kStore, JSON.stringify(filesBelow(program.FS, kHome)));
  }

  function linkScene(path) {
    history.replaceState(null, "", linkOf(program.FS.readFile(path, { encoding: "utf8" })));
  }

  function handOver(path) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([program.FS.readFile(path)]));
    link.download = path.slice(path.lastIndexOf("/") + 1);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  // Options of the address that a session does not store.
  const kNotInSession = /^(dump-state|no-ui|quiet|verbose|trust|import-[a-z]+)$/;

  // Whether this start resumes the last session. One with dropped models cannot: the reload has lost them.
  function takeResume(FS) {
    const wanted = kept(kResume, "sessionStorage") === location.href;
    if (wanted) keep(kResume, "", "sessionStorage");
    return wanted && FS.analyzePath(kLastSession).exists &&
           !FS.readFile(kLastSession, { encoding: "utf8" }).includes(`${kDropped}/`);
  }

  // The command line of the page: run, with options from the address, such as ?units=500. A session that resumes keeps its
  // own: the user may have changed them since the page was opened.
  function commandLine(FS) {
    const words = ["run"];
    const resumes = takeResume(FS);
    const scene = linkedScene();
    if (resumes) {
      words.push("--last");
    } else if (scene !== null) {
      FS.writeFile(kLinkedScene, scene);
      words.push(`--scene=${kLinkedScene}`);
    }
    // --fit changes no number that the user has set, in the address or in saved settings.
    words.push("--fit");
    for (const [name, value] of parameters) {
      if (name === "embed") continue;
      if (!/^[a-z][a-z0-9-]*$/.test(name)) continue;
      if (resumes && !kNotInSession.test(name)) continue;
      words.push(value === "" ? `--${name}` : `--${name}=${value}`);
    }
    if ((embedded || narrow) && !words.includes("--no-ui")) words.push("--no-ui");
    return words;
  }

  // On a narrow screen the settings would cover the army, and a finger has no Tab key.
  const narrow = innerWidth < 700;
  const embedded = parameters.has("embed");
  const panelButton = document.getElementById("panel-button");
  panelButton.addEventListener("click", () => {
    for (const type of ["keydown", "keyup"]) window.dispatchEvent(new KeyboardEvent(type, { code: "Tab", key: "Tab" }));
    canvas.focus();
  });

  // Browsers allow this for some seconds after a click or a key.
  function setFullscreen(on) {
    const page = document.getElementById("page");
    const change = on ? page.requestFullscreen() : document.exitFullscreen();
    change?.catch((error) => console.warn(`full screen: ${error.message}`));
  }

  const fileInput = document.getElementById("file-input");
  fileInput.addEventListener("change", () => {
    if (fileInput.files.length > 0) takeFiles([...fileInput.files]);
    fileInput.value = "";
  });

  // One line that the user closes for good.
  const kHintClosed = "phalanx-hint-closed";  // key in localStorage
  const hint = document.getElementById("hint");
  function showHint(text) {
    if (embedded || parameters.has("no-ui") || kept(kHintClosed)) return;
    document.getElementById("hint-text").textContent = text;
    hint.hidden = false;
  }
  document.getElementById("hint-close").addEventListener("click", () => {
    hint.hidden = true;
    keep(kHintClosed, "1");
    canvas.focus();
  });

  // Files that the user drops or picks become files of the program, in a folder of their own. Of a scene and the models
  // that it names, the scene is opened.
  async function takeFiles(list) {
    const folder = `${kDropped}/${Date.now()}`;
    program.FS.mkdirTree(folder);
    const paths = [];
    for (const file of list) {
      const path = `${folder}/${file.name.replaceAll("/", "_").replaceAll("\n", " ")}`;
      try {
        program.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
      } catch (error) {
        // A folder, or a file that is gone. If the program needs it, its notice says that there is no such file.
        write(`${file.name}: cannot be read: ${error.message}`, true);
      }
      paths.push(path);
    }
    const named = (pattern) => paths.filter((path) => pattern.test(path));
    const wanted = [named(/\.json$/i), named(/\.(glb|gltf|phx)$/i), paths].find((found) => found.length > 0);
    program.ccall("phalanxDrop", null, ["string"], [wanted.join("\n")]);
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
  addEventListener("pagehide", keepFiles);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keepFiles();
  });
  // A link opened in the page that is already there.
  addEventListener("hashchange", () => location.reload());
  // The driver may take the context away, for instance after a crash or when the GPU changes. All that was on the GPU
  // is lost, so the page starts again with the same scene.
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    showFailure("The graphics driver took its context away. The page goes on when it is back.");
    keepFiles();
    keep(kResume, location.href, "sessionStorage");
  });
  canvas.addEventListener("webglcontextrestored", () => location.reload());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", () => canvas.focus());

  const loading = createPhalanx({
    canvas,
    page: {
      showFailure,
      userText,
      handOver,
      linkScene,
      setFullscreen,
      pickFiles: () => fileInput.click(),
      showHint,
      coveredBelow: () => Math.max(...[panelButton, hint].map((one) => (one.hidden ? 0 : innerHeight - one.offsetTop))),
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
      module.ENV.HOME = kHome;
      module.FS.mkdirTree(kHome);
      restoreFiles(module.FS);
    }],
  });
  if (!hasWebGl2()) return;
  loading.then((module) => {
    program = module;
    window.phalanx = module;
    statusText.textContent = "Preparing the army ...";
    // The text is painted before the program takes the thread.
    requestAnimationFrame(() => setTimeout(() => {
      try {
        const code = module.callMain(commandLine(module.FS));
        if (code) return showFailure(output.at(-1) ?? `Phalanx ended with code ${code}.`);
        // After the frame that loads the army, which callMain() has asked the browser for before.
        requestAnimationFrame(() => {
          if (!status.classList.contains("failed")) status.hidden = true;
        });
        panelButton.hidden = embedded || !(narrow || matchMedia("(pointer: coarse)").matches);
        canvas.focus();
      } catch (error) {
        showFailure(`Phalanx cannot go on: ${error}`);
      }
    }, 0));
  }, (error) => showFailure(`Phalanx cannot be loaded: ${error}`));
})();
