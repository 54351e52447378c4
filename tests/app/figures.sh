#!/usr/bin/env bash
# The committed figures of docs/guide.md equal those that the program draws from the soldier and the committed measurements.
# Compared are all elements; numbers may differ by the rounding of another machine's math library.
source "$(dirname "$0")/support/app.sh"
need python3
committed=$PHALANX_SOURCE_DIR/docs/figures
remake="update them: phalanx figure --all --out docs/figures --data docs/data/bench_h200.json"
mkdir drawn
expect 0 "$PHALANX" figure --all --out drawn --data "$PHALANX_SOURCE_DIR/docs/data/bench_h200.json"
[[ $(ls drawn) == "$(ls "$committed")" ]] || fail "drawn are $(ls drawn), committed $(ls "$committed"); $remake"
cat >same.py <<'PY'
import re, sys, xml.dom.minidom
number = re.compile(r"-?\d+\.\d+")
drawn, committed = (open(name, encoding="utf-8").read() for name in sys.argv[1:3])
xml.dom.minidom.parseString(drawn.encode())
if number.sub("#", drawn) != number.sub("#", committed): sys.exit("other shapes or words")
for a, b in zip(number.findall(drawn), number.findall(committed)):
    if abs(float(a) - float(b)) > 0.11: sys.exit(f"{a} where {b} was")
PY
for name in drawn/*.svg; do
    python3 same.py "$name" "$committed/${name##*/}" || fail "${name##*/} is not what the program draws; $remake"
    grep -qF "figures/${name##*/}" "$PHALANX_SOURCE_DIR/docs/guide.md" || fail "${name##*/} is not in the guide"
done
# A single figure has the same bytes; then invalid arguments.
expect 0 "$PHALANX" figure lookup
cmp stdout drawn/lookup.svg || fail "lookup by itself is another picture"
expect 2 "$PHALANX" figure moon
said stderr "no such figure" "texture-layout"
expect 2 "$PHALANX" figure time-over-units
said stderr "--data" "bench --json"
expect 2 "$PHALANX" figure lookup --out lookup.jpg
said stderr ".svg"
echo '{"gl": "x", "driver": "y", "rows": []}' >empty.json
expect 3 "$PHALANX" figure time-over-batch --data empty.json
said stderr "--data" "--batches"
echo 'no JSON' >bad.json
expect 3 "$PHALANX" figure time-over-units --data bad.json
said stderr "bad.json"
