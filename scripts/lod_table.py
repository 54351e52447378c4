#!/usr/bin/env python3
"""Prints errors and triangles of the LODs of models as a table: scripts/lod_table.py PHALANX MODEL...

Each row is an LOD, as `info` measures it: millimetres that 99 % of the points of both surfaces are within, and the triangles
of the largest variant. docs/lod.md shows such a table.
"""
import json
import pathlib
import subprocess
import sys


def levels_of(phalanx, model):
    out = subprocess.run([phalanx, "info", model, "--json", "-"], check=True, capture_output=True, text=True).stdout
    return json.loads(out)["levels"]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    phalanx, *models = sys.argv[1:]
    levels = [levels_of(phalanx, model) for model in models]
    print("| LOD | " + " | ".join(pathlib.Path(model).stem for model in models) + " |")
    print("|---|" + "---|" * len(models))
    for lod in range(max(map(len, levels))):
        cells = [
            f"{of[lod]['error_mm']:.1f} ({max(of[lod]['triangles'])})" if lod < len(of) else "" for of in levels
        ]
        print(f"| {lod + 1} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
