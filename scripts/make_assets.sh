#!/bin/sh
# Rebuilds what the tools make: assets/soldier.glb. Usage: scripts/make_assets.sh [BUILD_FOLDER]
# Without a folder it builds in build/assets. The same bytes at every run on one machine.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${1:-$root/build/assets}
cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release
cmake --build "$build" --target make_soldier --parallel
"$build/bin/make_soldier" "$root/assets/soldier.glb"
