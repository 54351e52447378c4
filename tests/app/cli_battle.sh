#!/usr/bin/env bash
# Battles and the ways of cameras, by the command line.
source "$(dirname "$0")/support/app.sh"
graphs=$PHALANX_SOURCE_DIR/assets/graphs

# The same battle at any frame rate and from any camera; what is printed agrees with the log.
expect 0 "$PHALANX" battle --units 300 --seconds 30 --log a.txt --json a.json
said stdout "host 1" march fire rounds "ms per frame"
is_json a.json
expect 0 "$PHALANX" battle --units 300 --seconds 30 --fps 7 --log b.txt
cmp a.txt b.txt || fail "another battle at 7 frames per second"
expect 0 "$PHALANX" battle --units 300 --seconds 30 --seed 2 --log c.txt
! cmp -s a.txt c.txt || fail "the same battle with another seed"
rounds=$(sed -n 's/.*"rounds": \([0-9]*\).*/\1/p' a.json)
((rounds > 100)) || fail "only $rounds rounds"
[[ $(grep -c shoots a.txt) == "$rounds" ]] || fail "$(grep -c shoots a.txt) rounds in the log, $rounds counted"

# Sooner or later one host holds the field, and all of the other have fallen or fled.
expect 0 "$PHALANX" battle --units 120 --seconds 900 --fps 1 --json end.json
said stdout "holds the field"
grep -qE '"winner": [01]' end.json || fail "$(grep winner end.json)"

# Graphs with a mistake are refused with their line, in each command that fights.
sed 's/"go": "march"}/"go": "marhc"}/' "$graphs/soldier.json" >wrong.json
for command in battle "shot -o x.png --formation battle" "flight --formation battle"; do
    # shellcheck disable=SC2086
    refused 2 "wrong.json:" 'is "marhc"; did you mean "march"?' -- "$PHALANX" -q $command --units 10 --graph wrong.json
done
refused 3 "missing.json" -- "$PHALANX" battle --units 10 --graph missing.json
printf '{"layers": []}' >pose.json
refused 2 "--pose" "in formation battle" -- "$PHALANX" shot -o x.png --formation battle --pose pose.json
refused 2 "--pose" "in formation battle" -- "$PHALANX" flight --formation battle --pose pose.json

# A camera on its way shows, at the time of a key, what a camera that stands there shows; between keys, something else.
view=(--units 12 --size 64x48 --samples 1 --no-shadows --ground flat)
way=(--take 0@0,2,9:0,1,0 --take 2@6,3,6:0,1,0 --take 4@9,2,0:0,1,0)
for at in 0@0,2,9:0,1,0 2@6,3,6:0,1,0 4@9,2,0:0,1,0; do
    expect 0 "$PHALANX" shot "${view[@]}" "${way[@]}" --time "${at%@*}" -o way.png
    expect 0 "$PHALANX" shot "${view[@]}" --camera "${at#*@}" --time "${at%@*}" -o stands.png
    cmp way.png stands.png || fail "the take at $at"
done
expect 0 "$PHALANX" shot "${view[@]}" "${way[@]}" --time 3 -o way.png
for at in 6,3,6:0,1,0 9,2,0:0,1,0; do
    expect 0 "$PHALANX" shot "${view[@]}" --camera "$at" --time 3 -o stands.png
    ! cmp -s way.png stands.png || fail "the take stands at $at"
done
refused 2 "take" -- "$PHALANX" shot "${view[@]}" --take 1@0,2 -o x.png
refused 2 "take" -- "$PHALANX" shot "${view[@]}" --take 2@0,2,9:0,1,0 --take 1@0,2,9:0,1,0 -o x.png
refused 2 "--flight-path" "--take" -- "$PHALANX" flight "${view[@]}" --flight-path take
