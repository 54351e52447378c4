#!/usr/bin/env bash
# The reason of the whole project: forty times the soldiers, the same draw calls. apitrace counts them, not the program.
source "$(dirname "$0")/support/app.sh"
need apitrace

# draws UNITS: how many draw calls one picture of so many units takes
draws() {
    expect 0 apitrace trace --api egl --output "$1.trace" "$PHALANX" shot --units "$1" --size 160x90 -o "$1.png"
    apitrace dump --color=never "$1.trace" >"$1.txt" || fail "apitrace cannot read its own trace"
    grep -cE ' gl(Multi)?Draw(Arrays|Elements|RangeElements)' "$1.txt" || true
}

few=$(draws 50)
many=$(draws 2000)
echo "50 units: $few draw calls, 2000 units: $many"
((few > 0)) || fail "no draw calls were traced"
((many == few)) || fail "$many draw calls for 2000 units, $few for 50"
instances=$(grep -oE 'glDrawElementsInstanced.*(instancecount|primcount) = [0-9]+' 2000.txt | grep -oE '[0-9]+$' | sort -n | tail -n 1)
((instances > 100)) || fail "the largest draw call holds only ${instances:-no} instances"
