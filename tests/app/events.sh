#!/usr/bin/env bash
# Events of an army in images: the same at any frame rate and from anywhere, common mistakes, traces.
source "$(dirname "$0")/support/app.sh"

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
