#!/usr/bin/env python3
"""Tests models and writes docs/models.md and docs/pictures/models.jpg: scripts/model_table.py PHALANX FOLDER FILE...

FOLDER is that of scripts/fetch_models.sh, FILE... are further models. Each is imported in a separate process, baked, and
checked against CPU skinning (verify --quick). The tables replace those between the marks in docs/models.md; the models of
scripts/lib/models.tsv whose licence permits it are drawn. Needs imagemagick and fontconfig as well as the built program.
"""
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/models.md"
SHEET = ROOT / "docs/pictures/models.jpg"
COLUMNS = ("vertices", "joints", "clips", "notes (warnings in bold)", "verify", "import", "bake")


class Listed:
    """A line of models.tsv."""

    def __init__(self, line):
        self.registry, self.package, self.version, self.file, self.label, self.licence, self.picture = line.split("\t")

    def path(self, folder):
        return folder / self.package.replace("/", "_") / self.file

    def fetched_version(self, folder):
        return (folder / self.package.replace("/", "_") / ".version").read_text().strip()


def listed_models():
    lines = (ROOT / "scripts/lib/models.tsv").read_text().splitlines()
    return [Listed(line) for line in lines if line and not line.startswith("#")]


def run(program, *arguments):
    """The JSON that a command writes, or the last line of its error output."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "result.json"
        done = subprocess.run([program, "-q", *arguments, "--json", str(file)], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
        if not file.exists():
            return None, (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return json.loads(file.read_text()), ""


def cells(program, path):
    """The table's cells of one model, by COLUMNS."""
    info, refusal = run(program, "info", str(path))
    if info is None:
        reason = refusal.replace("phalanx: ", "").replace(str(path) + ": ", "")
        return ["", "", "", f"refused: {reason}", "", "", ""]
    bake, _ = run(program, "bake", str(path))
    verify, failure = run(program, "verify", str(path), "--quick")
    notes = "; ".join("**" + n["text"] + "**" if n["warning"] else n["text"] for n in info["notes"]) or "none"
    error = f"failed: {failure}"
    if verify and verify["models"]:
        model = verify["models"][0]
        worst = max(t["position_over_height"]["value"] for t in model["techniques"])
        error = f"{worst:.1e}" + ("" if model["passed"] else ", FAILED")
    memory = info["import"]["peak_memory_bytes"] / 2**20
    return [str(info["vertices"]), str(info["joints"]), str(len(info["clips"])), notes, error,
            f"{info['import']['ms']:.0f} ms, {memory:.0f} MB", f"{bake['bake_ms']:.0f} ms" if bake else "-"]


def table(head, rows):
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *escaped])


def replace_between(text, mark, content):
    begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->"
    before, rest = text.split(begin)
    return before + begin + "\n" + content + "\n\n" + end + rest.split(end)[1]


def draw(program, pictures):
    """A labelled sheet of (model, path)."""
    font = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Sans"], capture_output=True, text=True,
                          check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        sheet = ["montage", "-font", font, "-pointsize", "15", "-background", "white"]
        for number, (model, path) in enumerate(pictures):
            picture = str(pathlib.Path(folder) / f"{number}.png")
            subprocess.run([program, "-q", "shot", str(path), "-o", picture, "--units", "1", "--stand", "--crossfade", "0",
                            "--offset-spread", "0", "--size", "260x260", *shlex.split(model.picture)],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            sheet += ["-label", model.label, picture]
        subprocess.run([*sheet, "-tile", "5x", "-geometry", "+3+3", "-quality", "82", str(SHEET)], check=True)


def main():
    if len(sys.argv) < 4 or not pathlib.Path(sys.argv[2]).is_dir():
        sys.exit(__doc__)
    missing = [tool for tool in ("montage", "fc-match") if shutil.which(tool) is None]
    if missing:
        sys.exit(f"model_table.py: missing: {' '.join(missing)}; on Debian: apt-get install imagemagick fontconfig")
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    listed = listed_models()
    own = {model.file: model for model in listed if model.registry == "file"}
    pictures, files, packaged, packages = [], [], [], {}
    for argument in sys.argv[3:]:
        path = pathlib.Path(argument)
        print(path.name, flush=True)
        files.append([f"`{path.name}`", *cells(program, path)])
        if path.name in own:
            pictures.append((own[path.name], path))
    for model in listed:
        if model.registry == "file":
            continue
        path = model.path(folder)
        print(model.label, flush=True)
        packaged.append([f"{model.label}, `{path.name}`", *cells(program, path)])
        licence = "not stated" if model.licence == "?" else model.licence
        registry = {"npm": "npm", "deb": "Debian"}[model.registry]
        packages.setdefault(f"`{model.package}` {model.fetched_version(folder)} ({registry})", []).append(
            [f"`{model.file}`", model.label, licence])
        if model.picture != "-":
            pictures.append((model, path))
    sources = [[package, *row] for package, rows in packages.items() for row in rows]
    credits = "; ".join(f"{model.label}: {model.licence}" for model, _ in pictures)
    draw(program, pictures)
    text = PAGE.read_text()
    text = replace_between(text, "files", table(["file", *COLUMNS], files))
    text = replace_between(text, "packages", table(["model", *COLUMNS], packaged))
    text = replace_between(text, "sources", table(["package", "file", "model", "author and licence"], sources))
    text = replace_between(text, "credits", textwrap.fill(credits + ".", 125))
    PAGE.write_text(text)


main()
