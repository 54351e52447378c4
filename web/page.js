// The page around the program: starts it, shows how far loading is, and hands it dropped files.
import { Refusal, linkScene, linkedScene, optionWords, parameters, unlinkScene } from "./address.js";
import { ImportWorkers } from "./import_workers.js";
import { keep, keepFiles, kept, kHome, putSettingsAside, restoreFiles, resumeNext, takeResume, whyPutAside } from "./store.js";

const status = document.getElementById("status");
const statusText = document.getElementById("status-text");
const statusBar = document.getElementById("status-bar");
const canvas = document.getElementById("canvas");
const panelButton = document.getElementById("panel-button");
const fileInput = document.getElementById("file-input");
const hint = document.getElementById("hint");

// On a narrow screen the settings would cover the army, and a finger has no Tab key.
const narrow = innerWidth < 700;
const embedded = parameters.has("embed");

let program = null;

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

// The command line of the page: run, with options from the address, such as ?units=500. A session that resumes keeps its own:
// the user may have changed them since the page was opened.
function commandLine(FS) {
  const words = ["run"];
  const resumes = takeResume(FS, kDropped);
  const scene = linkedScene();
  if (resumes) {
    words.push("--last");
  } else if (scene !== null) {
    FS.writeFile(kLinkedScene, scene);
    words.push(`--scene=${kLinkedScene}`);
  }
  // --fit changes no number that the user has set, in the address or in saved settings.
  words.push("--fit", ...optionWords(resumes));
  if ((embedded || narrow) && !words.includes("--no-ui")) words.push("--no-ui");
  return words;
}

function keepProgramFiles() {
  if (!program) return;
  program._phalanxKeep();
  keepFiles(program.FS);
}

// Starts the page again, with nothing of the program that runs now.
function startAgain() {
  program = null;  // its settings would be kept at the reload
  location.reload();
}

function handOver(path) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([program.FS.readFile(path)]));
  link.download = path.slice(path.lastIndexOf("/") + 1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Browsers allow this for some seconds after a click or a key.
function setFullscreen(on) {
  const page = document.getElementById("page");
  const change = on ? page.requestFullscreen() : document.exitFullscreen();
  change?.catch((error) => console.warn(`full screen: ${error.message}`));
}

// One line that the user closes for good.
const kHintClosed = "phalanx-hint-closed";
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

// Files that the user drops or picks become files of the program, in a folder of their own. Of a scene and the models that it
// names, the scene is opened.
async function takeFiles(list) {
  if (!program) return waiting.push(...list);
  unlinkScene();  // a link cannot hold dropped models
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

function listen() {
  panelButton.addEventListener("click", () => {
    for (const type of ["keydown", "keyup"]) window.dispatchEvent(new KeyboardEvent(type, { code: "Tab", key: "Tab" }));
    canvas.focus();
  });
  fileInput.addEventListener("change", () => {
    if (fileInput.files.length > 0) takeFiles([...fileInput.files]);
    fileInput.value = "";
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) takeFiles([...event.dataTransfer.files]);
  });
  addEventListener("pagehide", keepProgramFiles);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keepProgramFiles();
  });
  // A link opened in the page that is already there.
  addEventListener("hashchange", () => location.reload());
  // The driver may take the context away, for instance after a crash or when the GPU changes. All that was on the GPU is lost,
  // so the page starts again with the same scene.
  canvas.addEventListener("webglcontextlost", (event) => {
    event.preventDefault();
    program?.pauseMainLoop();
    showFailure("The graphics driver took its context away. The page goes on when it is back.");
    keepProgramFiles();
    resumeNext();
  });
  canvas.addEventListener("webglcontextrestored", () => location.reload());
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", () => canvas.focus());
}

// Runs the loaded program.
function run() {
  try {
    const code = program.callMain(commandLine(program.FS));
    if (code) return putSettingsAside(output.at(-1)) ? startAgain() : showFailure(output.at(-1) ?? `Phalanx ended with code ${code}.`);
    // After the frame that loads the army, which callMain() has asked the browser for before.
    requestAnimationFrame(() => {
      if (!status.classList.contains("failed")) status.hidden = true;
      const why = whyPutAside();
      if (why) showHint(`Settings of an earlier visit could not be used and were put aside: ${why}`, true);
    });
    if (waiting.length > 0) takeFiles(waiting.splice(0));
    panelButton.hidden = embedded || !(narrow || matchMedia("(pointer: coarse)").matches);
    canvas.focus();
  } catch (error) {
    showFailure(error instanceof Refusal ? error.message : `Phalanx cannot go on: ${error}`);
  }
}

function start() {
  listen();
  const workers = new ImportWorkers();
  const loading = createPhalanx({
    canvas,
    // What the program asks the page for (src/gl/web, src/app/web).
    page: {
      showFailure,
      userText,
      handOver,
      linkScene: (path) => linkScene(program.FS.readFile(path, { encoding: "utf8" })),
      setFullscreen,
      pickFiles: () => fileInput.click(),
      showHint,
      coveredBelow: () => Math.max(...[panelButton, hint].map((one) => (one.hidden ? 0 : innerHeight - one.offsetTop))),
      output,
      startChild: (...child) => workers.start(program.FS, ...child),
      dropChildren: () => workers.drop(),
      childrenEnded: () => workers.ended(),
      childResult: (key) => workers.result(key),
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
      restoreFiles(module.FS);
    }],
  });
  if (!hasWebGl2()) return;
  loading.then((module) => {
    program = module;
    window.phalanx = module;
    statusText.textContent = "Preparing the army ...";
    // The text is painted before the program takes the thread.
    requestAnimationFrame(() => setTimeout(run, 0));
  }, (error) => showFailure(`Phalanx cannot be loaded: ${error}`));
}

if (!parameters.has("verify")) {
  start();
} else if (hasWebGl2()) {
  statusBar.hidden = true;
  const options = [...parameters].filter(([name]) => name !== "verify");
  if (parameters.get("verify") === "quick") options.push(["quick", ""]);
  window.phalanxCheck.run(options, statusText, showFailure);
}
