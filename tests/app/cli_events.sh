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

# Common mistakes, by images as frames. Standing soldiers that fire three rounds per second, 0.1 s apart: an image per second
# hears of one of three, five images per second of two. What should have happened is the same.
fire=(--units 20 --stand --clip Fire --blend-clip Fire --crossfade 0 --offset-spread 0 --size 64x64 --samples 1 --no-shadows --time 0)
rounds() { grep -c ',fire$' "$1" || true; }
expect 0 "$PHALANX" shot "${fire[@]}" --frames 11 --fps 1 -o 'd_%03d.png' --log-events right.csv
expect 0 "$PHALANX" shot "${fire[@]}" --frames 11 --fps 1 -o 'd_%03d.png' --log-events polled.csv --events-once-per-frame
said stdout "600 events should have fired, 200 did"
[[ $(rounds right.csv) == 600 && $(rounds polled.csv) == 200 ]] || fail "$(rounds right.csv) and $(rounds polled.csv) rounds"
expect 0 "$PHALANX" shot "${fire[@]}" --frames 51 --fps 5 -o 'd_%03d.png' --log-events polled.csv --events-once-per-frame
said stdout "600 events should have fired, 400 did"
# A camera that looks away hears of nothing; one that is far enough away, of all.
expect 0 "$PHALANX" shot "${fire[@]}" --frames 11 --fps 1 -o 'd_%03d.png' --log-events away.csv --events-of-drawn-units --camera 0,2,40:0,2,80
said stdout "600 events should have fired, 0 did"
expect 0 "$PHALANX" shot "${fire[@]}" --frames 11 --fps 1 -o 'd_%03d.png' --log-events all.csv --events-of-drawn-units --camera 0,9,40:0,1,0
cmp right.csv all.csv || fail "all are drawn, and not all are heard of"
refused 4 "missing/a.csv" -- "$PHALANX" shot --units 4 -o d.png --log-events missing/a.csv

# Traces change the picture of who fires.
fire=(--units 12 --clip Fire --blend-clip Fire --crossfade 0 --offset-spread 0 --size 160x90 --samples 1 --time 4.17)
expect 0 "$PHALANX" shot "${fire[@]}" -o plain.png
expect 0 "$PHALANX" shot "${fire[@]}" -o traced.png --traces
! cmp -s plain.png traced.png || fail "traces change nothing"

# Behaviour without a queue: the same battle, each soldier asked 32 times per second.
expect 0 "$PHALANX" battle --units 400 --seconds 20 --log queue.txt --json queue.json
expect 0 "$PHALANX" battle --units 400 --seconds 20 --log asked.txt --json asked.json --ask-all
cmp queue.txt asked.txt || fail "another battle when all are asked"
number() { grep "\"$1\"" "$2" | tr -dc '0-9'; }
[[ $(number asked queue.json) == $(number items queue.json) ]] || fail "the queue asks $(number asked queue.json)"
(($(number asked asked.json) >= 400 * 32 * 20)) || fail "only $(number asked asked.json) are asked"
