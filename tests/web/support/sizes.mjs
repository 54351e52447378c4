// Sizes of the page's files, raw and as web servers compress them. Usage: node sizes.mjs PAGE-FOLDER prints a table.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// [{ name, raw, compressed }], bytes, the largest first.
export function sizesOf(folder) {
  return readdirSync(folder)
    .map((name) => {
      const bytes = readFileSync(join(folder, name));
      return { name, raw: bytes.length, compressed: gzipSync(bytes, { level: 9 }).length };
    })
    .sort((a, b) => b.raw - a.raw);
}

export const sumOf = (sizes, which) => sizes.reduce((sum, file) => sum + file[which], 0);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = sizesOf(process.argv[2]);
  const row = (name, raw, compressed) => console.log(`| ${name} | ${raw.toLocaleString("en")} | ${compressed.toLocaleString("en")} |`);
  console.log("| file | bytes | with gzip -9 |\n|---|---|---|");
  for (const { name, raw, compressed } of sizes) row(name, raw, compressed);
  row("all", sumOf(sizes, "raw"), sumOf(sizes, "compressed"));
}
