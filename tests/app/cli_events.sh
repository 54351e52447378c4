#!/usr/bin/env bash
# Markers of clips, and behaviour without a queue. events.sh has the events of an army in images.
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb

expect 0 "$PHALANX" events
said stdout footstep.L footstep.R fire grip hit fall
expect 0 "$PHALANX" events "$soldier" --clip Walk --from 0 --to 10 --json -
is_json stdout
[[ $(grep -c '"footstep.L"' stdout) == 10 && $(grep -c '"footstep.R"' stdout) == 10 ]] || fail "not ten steps of each foot in 10 s"

# Parts of the time have what the whole has, wherever it is divided: also exactly at a crossing.
seconds() { grep '"seconds"' "$1" | tr -dc '0-9.eE\n-' | sed 's/^e*//'; }
expect 0 "$PHALANX" events --clip Run --from -1 --to 4 --json whole.json
cut_at=$(seconds whole.json | sed -n 3p)
for cut in "$cut_at" 0 1.2345; do
    expect 0 "$PHALANX" events --clip Run --from -1 --to "$cut" --json first.json
    expect 0 "$PHALANX" events --clip Run --from "$cut" --to 4 --json second.json
    [[ $(cat <(seconds first.json) <(seconds second.json)) == $(seconds whole.json) ]] || fail "divided at $cut, other crossings"
done
# A one-shot ends once.
expect 0 "$PHALANX" events --clip Reload --from 0 --to 100 --json -
[[ $(grep -c '"grip"' stdout) == 2 ]] || fail "Reload changes its grip $(grep -c '"grip"' stdout) times"
refused 2 "no such clip" -- "$PHALANX" events --clip Dance
refused 2 "--to" "before --from" -- "$PHALANX" events --clip Walk --from 2 --to 1

# A file beside the model.
cp "$soldier" marked.glb
printf '{"clips": {"Walk": [{"name": "drum", "phase": 0.25}], "Fire": []}}' >marked.markers.json
expect 0 "$PHALANX" events marked.glb --clip Walk
said stdout drum 0.2500
expect 0 "$PHALANX" events marked.glb --clip Fire
said stdout "nothing happens"
expect 0 "$PHALANX" convert marked.glb -o marked.phx
rm marked.markers.json
expect 0 "$PHALANX" events marked.phx --clip Walk
said stdout drum
printf '{"clips": {"Wolk": []}}' >marked.markers.json
refused 3 "marked.markers.json" "clips.Wolk" -- "$PHALANX" events marked.glb

# Behaviour without a queue: the same battle, each soldier asked 32 times per second.
expect 0 "$PHALANX" battle --units 400 --seconds 20 --log queue.txt --json queue.json
expect 0 "$PHALANX" battle --units 400 --seconds 20 --log asked.txt --json asked.json --ask-all
cmp queue.txt asked.txt || fail "another battle when all are asked"
number() { grep "\"$1\"" "$2" | tr -dc '0-9'; }
[[ $(number asked queue.json) == $(number items queue.json) ]] || fail "the queue asks $(number asked queue.json)"
(($(number asked asked.json) >= 400 * 32 * 20)) || fail "only $(number asked asked.json) are asked"
