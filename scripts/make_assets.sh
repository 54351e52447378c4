#!/bin/sh
# Generates assets/soldier.glb and its further clips (assets/soldier_moves.glb) with tools/soldier, what loading the soldier
# would compute (assets/soldier.prep) with tools/preparation, and assets/banner.glb with tools/banner.
# Usage: scripts/make_assets.sh [BUILD_FOLDER]
# Default folder: build/assets. Every run on the same machine gives the same bytes.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build/assets}
cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release
cmake --build "$build" --target make_soldier make_preparation --parallel
"$build/bin/make_soldier" "$root/assets/soldier.glb" --moves "$root/assets/soldier_moves.glb"
PHALANX_DATA=$root "$build/bin/make_preparation" "$root/assets/soldier.prep"
python3 "$root/tools/banner/make_banner.py" "$root/assets/banner.glb"
