// What the page keeps in the browser: the program's settings and last session, and what the user has closed for good.
// A browser that keeps nothing still runs the program.

export const kHome = "/home/web_user";
const kLastSession = `${kHome}/.local/state/phalanx/last.json`;
const kSettings = `${kHome}/.config/phalanx/settings.json`;

// Keys in localStorage.
const kFiles = "phalanx-files";  // the files below kHome
const kFilesAside = "phalanx-files-aside";  // the same, when settings among them could not be used
// Keys in sessionStorage.
const kWhyAside = "phalanx-dropped-settings";
const kResume = "phalanx-resume";  // the address whose next start resumes the last session

export function kept(key, storage = "localStorage") {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}

export function keep(key, text, storage = "localStorage") {
  try {
    window[storage].setItem(key, text);
  } catch (error) {
    console.warn(`settings cannot be kept: ${error}`);
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

export function restoreFiles(FS) {
  FS.mkdirTree(kHome);
  try {
    for (const [path, text] of Object.entries(JSON.parse(kept(kFiles) ?? "{}"))) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, text);
    }
  } catch (error) {
    console.warn(`settings of an earlier visit cannot be read: ${error}`);
  }
}

export function keepFiles(FS) {
  keep(kFiles, JSON.stringify(filesBelow(FS, kHome)));
}

// Settings that this version cannot use must not keep the page from starting. True if the error is about them: they are put
// aside, and the next start goes without.
export function putSettingsAside(error = "") {
  if (!error.includes(kSettings)) return false;
  const files = JSON.parse(kept(kFiles));
  keep(kFilesAside, JSON.stringify(files));
  delete files[kSettings];
  keep(kFiles, JSON.stringify(files));
  keep(kWhyAside, error.slice(error.indexOf(kSettings) + kSettings.length + 1), "sessionStorage");
  return true;
}

// Why the start before this one has put settings aside; "" if it has not. Asked once.
export function whyPutAside() {
  const why = kept(kWhyAside, "sessionStorage") ?? "";
  if (why) keep(kWhyAside, "", "sessionStorage");
  return why;
}

export function resumeNext() {
  keep(kResume, location.href, "sessionStorage");
}

// Whether this start resumes the last session. One with dropped models cannot: the reload has lost them.
export function takeResume(FS, dropped) {
  const wanted = kept(kResume, "sessionStorage") === location.href;
  if (wanted) keep(kResume, "", "sessionStorage");
  return wanted && FS.analyzePath(kLastSession).exists &&
         !FS.readFile(kLastSession, { encoding: "utf8" }).includes(`${dropped}/`);
}
