// A browser may take the WebGL context away, for example when the graphics driver restarts.
import { check } from "./support/browser.mjs";

export const tests = [
  {
    name: "says that the WebGL context is lost",
    async run({ open }) {
      const tab = await open({ units: 4, samples: 1, "no-shadows": "" });
      await tab.ready();
      await tab.page.evaluate(() => {
        document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext();
      });
      const text = await tab.until("a message", () => {
        const status = document.getElementById("status");
        return !status.hidden && status.classList.contains("failed") && document.getElementById("status-text").textContent;
      });
      check(/graphics|WebGL/i.test(text), `the message is: ${text}`);
      return text;
    },
  },
];
