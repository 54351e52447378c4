// The check of GPU poses against CPU skinning, by ?verify: runs `phalanx verify` in a worker, and shows its results.
"use strict";

window.phalanxCheck = (() => {
  const article = document.getElementById("check");

  function add(parent, tag, text = "", style = "") {
    const element = document.createElement(tag);
    element.textContent = text;
    if (style) element.className = style;
    return parent.appendChild(element);
  }

  // rows: arrays of texts, or of { text, style, span }; span: columns that it takes.
  function addTable(heads, rows) {
    const table = add(article, "table");
    const head = add(add(table, "thead"), "tr");
    for (const text of heads) add(head, "th", text);
    const body = add(table, "tbody");
    for (const row of rows) {
      const line = add(body, "tr");
      for (const cell of row) add(line, "td", cell.text ?? cell, cell.style ?? "").colSpan = cell.span ?? 1;
    }
  }

  const outcome = (passed) => passed ? { text: "passed", style: "passed" } : { text: "FAILED", style: "failed" };
  const limited = (value, limit, digits) => `${value.toExponential(digits)} of ${limit.toExponential(0)}`;

  function showTechniques(techniques) {
    addTable(["technique", "poses", "crossfades", "position / height", "normal, degrees", "to exact, mm", "seconds", ""],
             techniques.map((row) => row.left_out
               ? [{ text: row.technique, style: "muted" }, { text: `left out: ${row.left_out}`, style: "muted left", span: 7 }]
               : [row.technique, String(row.poses), String(row.crossfades),
                  limited(row.position_over_height.value, row.position_over_height.limit, 1),
                  limited(row.normal_deg.value, row.normal_deg.limit, 1),
                  `${row.exact_mm.value.toFixed(3)} of ${row.exact_mm.limit.toFixed(3)}`,
                  row.seconds.toFixed(2), outcome(row.passed)]));
  }

  function showClips(clips) {
    addTable(["clip", "rate, Hz", "frames", "mean, mm", "p99, mm", "max, mm", ""],
             clips.map((row) => [row.clip, row.rate_hz.toFixed(0), String(row.frames), row.error_mm.mean.toFixed(3),
                                 row.error_mm.p99.toFixed(3), row.error_mm.max.toFixed(2), outcome(row.passed)]));
  }

  function showModel(model) {
    add(article, "h2", "Vertices that the GPU poses, against CPU skinning of the same texels");
    showTechniques(model.techniques);
    const packed = model.packed_mm;
    add(article, "h2", "Vertices as the GPU stores them, against the file's");
    addTable(["mean, mm", "p99, mm", "max, mm", ""],
             [[packed.mean.toFixed(4), packed.p99.toFixed(4), packed.max.toFixed(4), outcome(packed.passed)]]);
    add(article, "h2", "Baked clips, against exact sampling");
    showClips(model.baked);
    add(article, "p", `${model.file.slice(model.file.lastIndexOf("/") + 1)}: ${model.vertices} vertices, ${model.joints} joints, ` +
                      `${model.clips} clips, ${model.height_m.toFixed(2)} m; checked in ${model.seconds.toFixed(1)} s.`, "muted");
  }

  function show(report) {
    article.replaceChildren();
    add(article, "h1", report.passed ? "All checks passed" : `${report.failures.length} checks failed`,
        report.passed ? "passed" : "failed");
    add(article, "p", `${report.gl}${report.quick ? "; some of the poses and clips" : ""}. ` +
                      "Each value stands before its limit, which is that of the command verify on the desktop; \"to exact\" is the largest " +
                      "distance of a vertex from exact sampling.");
    const link = add(add(article, "p"), "a", "Show the army");
    link.href = location.pathname;
    for (const text of report.failures) add(article, "p", text, "failed");
    for (const model of report.models) showModel(model);
    article.hidden = false;
    window.phalanxReport = report;  // for the browser tests
  }

  // options: [name, value] of the command. statusText: the element that says what happens meanwhile.
  function run(options, statusText, showFailure) {
    const words = ["verify", "--json=/answer", ...options.map(([name, value]) => value === "" ? `--${name}` : `--${name}=${value}`)];
    const began = performance.now();
    const showProgress = () => {
      const seconds = Math.round((performance.now() - began) / 1000);
      statusText.textContent = `Checking the GPU's poses against CPU skinning ... ${seconds} s`;
    };
    showProgress();
    const timer = setInterval(showProgress, 1000);
    const worker = new Worker("worker.js");
    const end = () => {
      clearInterval(timer);
      worker.terminate();
    };
    worker.onmessage = ({ data }) => {
      end();
      if (data.end === "exited" && data.output.length > 0) return show(JSON.parse(new TextDecoder().decode(data.output)));
      showFailure(`The check cannot run: ${data.reason || data.errors.split("\n").at(-1).replace(/^phalanx: /, "")}`);
    };
    worker.onerror = (event) => {
      end();
      showFailure(`The check cannot run: ${event.message || "the worker ended"}`);
    };
    worker.postMessage({ words, files: [] });
  }

  return { run };
})();
