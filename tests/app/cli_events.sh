#!/usr/bin/env bash
# Markers of clips and the events of an army, by the command line.
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

# The same events at other frame rates and from other cameras, forwards and backwards.
for speed in 1 -2.5; do
    army=(--units 60 --crossfade 1 --speed "$speed" --size 64x64 --samples 1 --no-shadows)
    expect 0 "$PHALANX" shot "${army[@]}" --time 0 --frames 31 --fps 10 -o 'a_%03d.png' --log-events a.csv
    expect 0 "$PHALANX" shot "${army[@]}" --time 3 -o b.png --camera 9,40,3:1,0,2 --log-events b.csv
    expect 0 "$PHALANX" shot "${army[@]}" --time 0 --frames 112 --fps 37 -o 'c_%03d.png' --log-events c.csv
    (($(wc -l <a.csv) > 200)) || fail "only $(wc -l <a.csv) events"
    cmp a.csv b.csv || fail "speed $speed: other events when looked at once"
    cmp a.csv c.csv || fail "speed $speed: other events at another frame rate"
done
[[ $(head -1 a.csv) == seconds,unit,clip,event ]] || fail "the log begins with $(head -1 a.csv)"
refused 4 "missing/a.csv" -- "$PHALANX" shot --units 4 -o d.png --log-events missing/a.csv

# Traces change the picture of who fires.
fire=(--units 12 --clip Fire --blend-clip Fire --crossfade 0 --offset-spread 0 --size 160x90 --samples 1 --time 4.17)
expect 0 "$PHALANX" shot "${fire[@]}" -o plain.png
expect 0 "$PHALANX" shot "${fire[@]}" -o traced.png --traces
! cmp -s plain.png traced.png || fail "traces change nothing"
