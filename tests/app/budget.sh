#!/usr/bin/env bash
# A frame budget in `bench --flight` and `bench --grow`: the current LOD error is reported. It is raised if frames exceed the
# budget, else it stays.
source "$(dirname "$0")/support/app.sh"
small=(--size 64x48 --lod-error 1.5)

# errors FILE KEY VALUE: in each row of the file, KEY (mean, most or p95) of the current LOD error has this value.
errors() {
    local values
    values=$(awk -v key="\"$2\":" '/"lod_error_in_force_px"/ { inside = 1 } inside && $1 == key { print $2 + 0 } /}/ { inside = 0 }' "$1")
    [[ -n $values && $(sort -u <<<"$values") == "$3" ]] || fail "$1: $2 of the current LOD error is $values, not $3"
}

expect 0 "$PHALANX" bench --flight --units 60 "${small[@]}" --frames 30 --frame-budget 1000 --json room.json
said stdout "error px" "error 1.5 px and more for 1000 ms per frame"
errors room.json mean 1.5
errors room.json most 1.5
errors room.json p95 1.5
expect 0 "$PHALANX" bench --flight --units 60 "${small[@]}" --frames 30 --frame-budget 1 --json none.json
said none.json '"frame_budget_ms": 1.0'
errors none.json most 9
expect 0 "$PHALANX" bench --flight --units 60 "${small[@]}" --frames 5 --json off.json
said off.json '"frame_budget_ms": 0.0'
errors off.json most 1.5
# With an LOD error of 0, a budget starts from 0.5 px: without LODs there is nothing to adjust.
expect 0 "$PHALANX" bench --flight --units 60 --size 64x48 --lod-error 0 --frames 5 --frame-budget 1000 --json whole.json
errors whole.json most 0.5

expect 0 "$PHALANX" bench --grow --units 6,60 "${small[@]}" --frames 5 --frame-budget 1000 --json grow.json
said grow.json '"frame_budget_ms": 1000.0'
errors grow.json most 1.5

# A steady pace uses GPU timers only. Software rendering has none, so nothing is raised, and a budget works as without it.
expect 0 "$PHALANX" bench --flight --units 60 "${small[@]}" --frames 80 --json steady.json
said steady.json '"pace": "steady"'
said stdout "pace steady"
errors steady.json most 1.5
expect 0 "$PHALANX" bench --flight --units 60 "${small[@]}" --frames 80 --frame-budget 1 --pace steady --json both.json
errors both.json most 9
expect 0 "$PHALANX" bench --flight --units 60 "${small[@]}" --frames 5 --pace free --json free.json
said free.json '"pace": "free"'
errors free.json most 1.5
refused 2 "--pace" '`flight`' -- "$PHALANX" bench --pace free
refused 2 "--pace" "steady" -- "$PHALANX" bench --flight --pace slow

# --csv writes a header and one line per frame of all flights.
expect 0 "$PHALANX" bench --flight --units 6,60 "${small[@]}" --frames 7 --csv frames.csv
[[ $(wc -l <frames.csv) == 15 ]] || fail "frames.csv has $(wc -l <frames.csv) lines, not 15"
[[ $(awk -F, '{ print NF }' frames.csv | sort -u | wc -l) == 1 ]] || fail "lines of frames.csv are not of equally many fields"
awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
         { for (name in at) if (name ~ /^level / && $at[name] == "") exit 1 }
         $at["frame"] != (NR - 2) % 7 || $at["in_view"] > $at["units"] || !($at["frame_ms"] > 0) || !($at["lod_error_px"] == 1.5) { exit 1 }' frames.csv ||
    fail "frames.csv: $(cat frames.csv)"
refused 2 "--csv" '`flight`' -- "$PHALANX" bench --grow --units 6,60 --csv frames.csv
# If no row could be measured, the last line gives the reason.
expect 4 "$PHALANX" bench --flight --units 6 "${small[@]}" --frames 5 --technique compute --gl 3.3
[[ $(tail -n 1 stderr) == *"nothing could be measured"*"OpenGL 4.3"* ]] || fail "no reason: $(cat stderr)"
