#!/usr/bin/env bash
# Prints docs/retarget.md's table: the largest errors over all clips for each pair of models.
# Usage: scripts/measure_retarget.sh PHALANX MODELS, where MODELS has the folders kaykit_knight, quaternius_woman_gltf and
# quaternius_male_casual_fbx.
set -euo pipefail
phalanx=${1:?PHALANX: the program} models=${2:?MODELS: the folder of models}
soldier=$(dirname "$0")/../assets/soldier.glb
knight=$models/kaykit_knight/Knight.glb
woman=$models/quaternius_woman_gltf/Woman.gltf
male=$models/quaternius_male_casual_fbx/Male_Casual.fbx
echo "| model | clips of | clips | steps | slide in the source, mm | slide, mm | hands, mm | grip, mm | head, degrees |"
echo "|---|---|---|---|---|---|---|---|---|"
row() {
    "$phalanx" retarget "$2" --clips "$4" --json - | python3 -c '
import json, sys
rows = json.load(sys.stdin)["rows"]
def most(key): return max(row[key] for row in rows)
print("| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.2f} |".format(sys.argv[1], sys.argv[2], len(rows),
      sum(row["steps"] for row in rows), most("source_slide_mm"), most("slide_mm"), most("hand_mm"), most("grip_mm"),
      abs(most("head_deg"))))' "$1" "$3"
}
row soldier "$soldier" Knight "$knight"
row soldier "$soldier" Woman "$woman"
row soldier "$soldier" "FBX male" "$male"
row Knight "$knight" soldier "$soldier"
row Woman "$woman" soldier "$soldier"
row "FBX male" "$male" soldier "$soldier"
row Woman "$woman" Knight "$knight"
row "FBX male" "$male" Woman "$woman"
