// The address of the page: options of the program (?units=500) and a scene (#scene=...).

// Other sites add these to links, to count who follows them.
const kOfOthers = /^(utm_.*|[a-z]*clid|mc_.*|_ga|_gl|igsh|igshid|ref|si)$/;

export const parameters = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => !kOfOthers.test(name)));

// What the user asked for cannot be done; the message says why.
export class Refusal extends Error {}

// Options of the address that a session does not store.
const kNotInSession = /^(dump-state|no-ui|quiet|verbose|trust|import-[a-z]+)$/;
// They end the program or write files, which a page cannot use.
const kNotForPages = /^(help|version|frames|json|csv)$/;

// The options in the address as words of a command line. resumes: without those that the last session has.
export function optionWords(resumes) {
  const words = [];
  for (const [name, value] of parameters) {
    if (name === "embed") continue;
    const shown = JSON.stringify(name);
    if (kNotForPages.test(name)) throw new Refusal(`${shown} is no option of the page: it is for the command line.`);
    if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Refusal(`${shown} in the address is no option: their names are like "units".`);
    if (/[\x00-\x1f]/.test(value)) throw new Refusal(`The address gives ${shown} a value with a control character.`);
    if (resumes && !kNotInSession.test(name)) continue;
    words.push(value === "" ? `--${name}` : `--${name}=${value}`);
  }
  return words;
}

// A scene's JSON in base64, as addresses write it.
function linkOf(text) {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return "#scene=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The JSON of the scene in the address; null if there is none. Chat and mail programs may add punctuation at the end.
export function linkedScene() {
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

// Makes the address a link to the scene. The scene has all settings, and options of the address would win over them.
export function linkScene(text) {
  const rest = new URLSearchParams([...parameters].filter(([name]) => name === "embed" || kNotInSession.test(name)));
  history.replaceState(null, "", location.pathname + (rest.size > 0 ? `?${rest}` : "") + linkOf(text));
}

// The scene of the address is not what is shown any more.
export function unlinkScene() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}
