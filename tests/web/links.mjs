// A scene is a link: Ctrl + S puts it into the page's address.
import { check } from "./support/browser.mjs";

export const tests = [
  {
    name: "opens a scene from the address, and says that a link is damaged",
    async run({ open }) {
      const tab = await open({ units: 7, seed: 5, formation: "ring", samples: 1, "no-shadows": "" });
      await tab.ready();
      await tab.frames(2);
      await tab.page.keyboard.down("Control");
      await tab.press("KeyS");
      await tab.page.keyboard.up("Control");
      const link = await tab.until("the scene in the address", () => /^#scene=[\w-]{50,}$/.test(location.hash) && location.hash);
      check((await tab.page.evaluate(() => location.search)) === "?dump-state=%2Fstate.txt", "the link has the options that made the scene");
      // Chat programs add punctuation.
      await tab.page.evaluate(() => {
        window.before = true;
        location.hash += ".";
      });
      await tab.until("the page starts again", () => !window.before);
      await tab.ready();
      check((await tab.value("units")) === "7", `units ${await tab.value("units")}`);
      check((await tab.page.evaluate(() => location.hash)) === `${link}.`, "the address has changed");
      await tab.page.evaluate(() => {
        window.before = true;
        location.hash = "#scene=eyJhYm91dCI6";
      });
      await tab.until("the page starts again", () => !window.before);
      const text = await tab.failure();
      check(/^This link is damaged/.test(text), `the message is: ${text}`);
      return `${link.length} characters; damaged: ${text}`;
    },
  },
];
