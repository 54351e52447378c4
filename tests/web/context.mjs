// A browser may take the WebGL context away, for example when the graphics driver restarts.
import { small } from "./pages.mjs";
import { check } from "./support/browser.mjs";
import { contrast } from "./support/png.mjs";

export const tests = [
  {
    name: "survives the loss of the WebGL context",
    page: small,
    async run({ tab }) {
      const units = await tab.value("units");
      await tab.page.evaluate(() => {
        window.loss = document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
        window.loss.loseContext();
      });
      const text = await tab.until("a message", () => {
        const status = document.getElementById("status");
        return !status.hidden && status.classList.contains("failed") && document.getElementById("status-text").textContent;
      });
      check(/graphics|WebGL/i.test(text), `the message is: ${text}`);
      // The page loads again, and its state with it.
      await tab.page.evaluate(() => window.loss.restoreContext());
      await tab.until("the page starts again", () => !window.loss);
      await tab.ready();
      await tab.frames(2);
      check((await tab.value("units")) === units && Number(await tab.value("visible")) > 0, "the army is gone");
      check(contrast(await tab.image()) > 20, "the image is empty");
      return text;
    },
  },
];
