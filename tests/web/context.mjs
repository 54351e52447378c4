// A browser may take the WebGL context away, for example when the graphics driver restarts.
import { small } from "./pages.mjs";
import { check } from "./support/browser.mjs";
import { contrast } from "./support/png.mjs";

export const tests = [
  {
    name: "survives the loss of the WebGL context",
    page: small,
    async run({ tab }) {
      // Other than by the address's options, which a page that does not resume would take.
      await tab.press(" ");
      await tab.press("=");
      await tab.stateUntil("12 units, paused", (state) =>
        state.get("units") === "12" && state.get("paused") === "1" && state.get("ready") === "1");
      await tab.page.evaluate(() => {
        window.loss = document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context");
        window.loss.loseContext();
      });
      const text = await tab.failure();
      check(/graphics|WebGL/i.test(text), `the message is: ${text}`);
      // The page loads again, and resumes the session.
      await tab.page.evaluate(() => window.loss.restoreContext());
      await tab.until("the page starts again", () => !window.loss);
      await tab.ready();
      await tab.frames(2);
      const state = await tab.state();
      check(state.get("units") === "12" && state.get("paused") === "1",
            `not the session before: ${state.get("units")} units, paused ${state.get("paused")}`);
      check(Number(state.get("visible")) > 0, "the army is gone");
      check(contrast(await tab.image()) > 20, "the image is empty");
      // As the tests that follow expect it.
      await tab.press(" ");
      await tab.press("-");
      await tab.stateUntil("6 units, not paused", (found) =>
        found.get("units") === "6" && found.get("paused") === "0" && found.get("ready") === "1");
      return text;
    },
  },
];
