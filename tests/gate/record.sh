#!/usr/bin/env bash
# Rewrites the numbers of the regression gate after an intended change: tests/gate/counts.json and instructions.json.
# Builds the preset of test.sh --full, because that script compares them.
#   tests/gate/record.sh [counts | instructions]
set -euo pipefail
cd "$(dirname "$0")/../.."

cmake --preset ci -DPHALANX_TESTS=ON >/dev/null
for what in ${1:-counts instructions}; do
    program=phalanx
    if [[ $what == instructions ]]; then program=phalanx_gate_frames; fi
    cmake --build --preset ci --target "$program"
    python3 tests/gate/gate.py "$what" --record --program "build/ci/bin/$program" --build build/ci --folder "build/ci/gate_$what"
done
git --no-pager diff --stat -- tests/gate
