#!/usr/bin/env python3
"""Khronos's validator must find no errors and no warnings in the glTF files that our tools and tests write."""
import json
import os
import subprocess
import sys

import node_packages
import robot


def main():
    packages = node_packages.folder()
    source = os.environ["PHALANX_SOURCE_DIR"]
    output = os.environ["OUTPUT"]
    os.makedirs(output, exist_ok=True)
    made = os.path.join(output, "soldier.glb")
    moves = os.path.join(output, "soldier_moves.glb")
    subprocess.run([os.environ["MAKE_SOLDIER"], made, "--moves", moves], check=True, stdout=subprocess.DEVNULL)
    robot.write(os.path.join(output, "robot.glb"))
    exported = os.path.join(output, "exported")
    subprocess.run([os.environ["PHALANX"], "export", os.path.join(source, "assets", "soldier.glb"), "-o", exported], check=True,
                   stdout=subprocess.DEVNULL)
    broken = os.path.join(output, "broken.glb")
    with open(made, "rb") as file:
        content = file.read()
    # The validator itself is tested: it must notice a maximum that is off in one digit.
    assert content.count(b'"max":[0.') > 0
    with open(broken, "wb") as file:
        file.write(content.replace(b'"max":[0.', b'"max":[9.', 1))
    files = [os.path.join(source, "assets", "soldier.glb"), os.path.join(source, "assets", "soldier_moves.glb"), made, moves, os.path.join(output, "robot.glb"),
             os.path.join(exported, "model.glb"), broken]
    result = subprocess.run(["node", os.path.join(node_packages.HERE, "validate.mjs"), *files], cwd=packages,
                            capture_output=True, text=True, check=True)
    failed = False
    for report in json.loads(result.stdout):
        print(f"{report['file']}: {report['errors']} errors, {report['warnings']} warnings")
        right = report["errors"] == 0 and report["warnings"] == 0
        right = right and (report["triangles"] > 0) != report["file"].endswith("soldier_moves.glb")
        if right == (report["file"] == broken):
            failed = True
            for message in report["messages"][:20]:
                print(f"  {message['code']} {message.get('pointer', '')} {message['message']}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
