// The size of the page's files, and that of its canvas.
import { small } from "./pages.mjs";
import { check } from "./support/browser.mjs";
import { contrast } from "./support/png.mjs";
import { sizesOf, sumOf } from "./support/sizes.mjs";

// Of all files together: program, soldier, shaders and font.
const kMostBytes = 4_000_000;

export const tests = [
  {
    name: "is small",
    async run({ folder }) {
      const files = sizesOf(folder);
      const bytes = sumOf(files, "compressed");
      check(bytes <= kMostBytes, `${bytes} bytes with gzip, more than ${kMostBytes}`);
      return `${(bytes / 1e6).toFixed(2)} MB in ${files.length} files with gzip, ${(sumOf(files, "raw") / 1e6).toFixed(2)} without`;
    },
  },
  {
    name: "follows size and pixel ratio",
    page: small,
    async run({ tab }) {
      await tab.page.setViewport({ width: 500, height: 300 });
      await tab.stateUntil("500x300", (state) => state.get("size") === "500 300");
      await tab.page.setViewport({ width: 300, height: 200, deviceScaleFactor: 2 });
      const state = await tab.stateUntil("a scale of 2", (found) => Number(found.get("content_scale")) === 2);
      check(state.get("size") === "300 200" || state.get("size") === "600 400", `size ${state.get("size")}`);
      const canvas = await tab.page.evaluate(() => [document.getElementById("canvas").width,
                                                    document.getElementById("canvas").height]);
      check(canvas[0] === 600 && canvas[1] === 400, `the canvas has ${canvas} pixels, not 600x400`);
      await tab.frames(2);
      const image = await tab.image();
      check(image.width === 600 && contrast(image) > 20, "the image is empty");
      await tab.page.setViewport(small.viewport);
      await tab.stateUntil("the size before", (found) => found.get("size") === "720 400" && found.get("content_scale") === "1.00");
    },
  },
];
