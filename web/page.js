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

  // What the user asked for cannot be done; the message says why.
  class Refusal extends Error {}

  let program = null;

  // Each drop of files gets a folder of its own, whose name is no use to the user.
  const kDropped = "/dropped";
  const kLinkedScene = "/linked.json";
  const userText = (text) => text.replaceAll(new RegExp(`${kDropped}/\\d+/`, "g"), "").replaceAll(kLinkedScene, "the link");

  // Text that the program writes, for the console and the tests.
  const output = [];
  function write(text, isError) {
    text = userText(text);
    output.push(text);
    (isError ? console.warn : console.log)(text);
  }

  const kHome = "/home/web_user";
  const kLastSession = `${kHome}/.local/state/phalanx/last.json`;
  const kSettings = `${kHome}/.config/phalanx/settings.json`;
  const kStore = "phalanx-files";  // key in localStorage: the files below kHome
  const kStoreAside = "phalanx-files-aside";  // the same, when settings among them could not be used
  const kDroppedSettings = "phalanx-dropped-settings";  // key in sessionStorage: why
  const kResume = "phalanx-resume";  // key in sessionStorage: the address whose next start resumes the last session

  // A scene in the address: its JSON in base64, as URLs write it. Chat and mail programs may add punctuation at the end.
  function linkOf(text) {
    const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
    return "#scene=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  function linkedScene() {
    const found = /^#scene=(.*?)[^A-Za-z0-9_-]*$/.exec(location.hash);
    if (!found) return null;
    try {
      const binary = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
      const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
      if (Object.getPrototypeOf(JSON.parse(text)) === Object.prototype) return text;
    } catch {
      // below
    }
    throw new Refusal("This link is damaged: a part of it is missing or was changed. Without what follows \"#\", the address opens the page.");
  }

  // Settings that this version cannot use must not keep the page from starting: they are put aside, and it starts again.
  function dropSettings(reason = "") {
    if (!reason.includes(kSettings)) return false;
    const files = JSON.parse(kept(kStore));
    keep(kStoreAside, JSON.stringify(files));
    delete files[kSettings];
    keep(kStore, JSON.stringify(files));
    keep(kDroppedSettings, reason.slice(reason.indexOf(kSettings) + kSettings.length + 1), "sessionStorage");
    program = null;  // which would be kept at the reload
    location.reload();
    return true;
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

  // The scene has all settings, and options of the address would win over them.
  function addressWith(hash) {
    const kept = new URLSearchParams([...parameters].filter(([name]) => name === "embed" || kNotInSession.test(name)));
    return location.pathname + (kept.size > 0 ? `?${kept}` : "") + hash;
  }
  function linkScene(path) {
    history.replaceState(null, "", addressWith(linkOf(program.FS.readFile(path, { encoding: "utf8" }))));
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

  // They end the program or write files, which a page cannot use.
  const kNotForPages = /^(help|version|frames|json|csv)$/;

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
      if (kNotForPages.test(name)) throw new Refusal(`"${name}" is no option of the page: it is for the command line.`);
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
  function showHint(text, always = false) {
    if (!always && (embedded || parameters.has("no-ui") || kept(kHintClosed))) return;
    document.getElementById("hint-text").textContent = text;
    hint.hidden = false;
  }
  document.getElementById("hint-close").addEventListener("click", () => {
    hint.hidden = true;
    keep(kHintClosed, "1");
    canvas.focus();
  });

  const waiting = [];  // files that were dropped before the program was ready

  // Files that the user drops or picks become files of the program, in a folder of their own. Of a scene and the models
  // that it names, the scene is opened.
  async function takeFiles(list) {
    if (!program) return waiting.push(...list);
    // Links cannot hold dropped models: the scene of the address is not what is shown any more.
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
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
    if (event.dataTransfer.files.length > 0) takeFiles([...event.dataTransfer.files]);
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
    program?.pauseMainLoop();
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
        if (code) return dropSettings(output.at(-1)) || showFailure(output.at(-1) ?? `Phalanx ended with code ${code}.`);
        // After the frame that loads the army, which callMain() has asked the browser for before.
        requestAnimationFrame(() => {
          if (!status.classList.contains("failed")) status.hidden = true;
          if (kept(kDroppedSettings, "sessionStorage")) {
            showHint(`Settings of an earlier visit could not be used and were put aside: ${kept(kDroppedSettings, "sessionStorage")}`, true);
            keep(kDroppedSettings, "", "sessionStorage");
          }
        });
        if (waiting.length > 0) takeFiles(waiting.splice(0));
        panelButton.hidden = embedded || !(narrow || matchMedia("(pointer: coarse)").matches);
        canvas.focus();
      } catch (error) {
        showFailure(error instanceof Refusal ? error.message : `Phalanx cannot go on: ${error}`);
      }
    }, 0));
  }, (error) => showFailure(`Phalanx cannot be loaded: ${error}`));
})();
