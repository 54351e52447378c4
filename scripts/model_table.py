#!/usr/bin/env python3
"""Tests models and prints a table of them as Markdown: scripts/model_table.py PHALANX FILE...

Imports each file in a separate process, bakes it, and checks it against CPU skinning (verify --quick).
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def run(program, *arguments):
    """The JSON that a command writes, or the last line of its error output."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "result.json"
        done = subprocess.run([program, "-q", *arguments, "--json", str(file)], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
        if not file.exists():
            return None, (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return json.loads(file.read_text()), ""


def row(program, path):
    name = f"`{path.name}`"
    info, refusal = run(program, "info", str(path))
    if info is None:
        reason = refusal.replace("phalanx: ", "").replace(str(path) + ": ", "").replace("|", "\\|")
        return f"| {name} | | | | refused: {reason} | | | |"
    bake, _ = run(program, "bake", str(path))
    verify, _ = run(program, "verify", str(path), "--quick")
    met = "; ".join(("**" + n["text"] + "**" if n["warning"] else n["text"]) for n in info["notes"]) or "none"
    error = "failed"
    if verify and verify["models"]:
        model = verify["models"][0]
        worst = max(t["position_over_height"]["value"] for t in model["techniques"])
        error = f"{worst:.1e}" + ("" if model["passed"] else ", FAILED")
    bake_ms = f"{bake['bake_ms']:.0f}" if bake else "-"
    memory = info["import"]["peak_memory_bytes"] / 2**20
    return (f"| {name} | {info['vertices']} | {info['joints']} | {len(info['clips'])} | {met.replace('|', chr(92) + '|')} "
            f"| {error} | {info['import']['ms']:.0f} ms, {memory:.0f} MB | {bake_ms} ms |")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    print("| file | vertices | joints | clips | notes (warnings in bold) | verify | import | bake |")
    print("|---|---|---|---|---|---|---|---|")
    for argument in sys.argv[2:]:
        print(row(sys.argv[1], pathlib.Path(argument)), flush=True)


main()
