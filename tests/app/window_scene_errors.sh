#!/usr/bin/env bash
# What a scene names is looked up when its models are loaded. Errors name the scene's file and line, and what there is.
source "$(dirname "$0")/support/window.sh"
write_wink
coarse="--samples 1"

# No model has the clip: the window closes with the reason.
cat >clip.json <<'SCENE'
{"models": ["wink.gltf"],
 "options": {
  "clip": "nope"}}
SCENE
start_display "${window_width}x$((window_height + 40))"
expect 3 "$PHALANX" run --scene clip.json --units 2 --size 64x64
said stderr "phalanx: clip.json:3: \"clip\" nope: no such clip; wink has Blink"
expect 2 "$PHALANX" run wink.gltf --clip nope --units 2 --size 64x64
said stderr "phalanx: --clip: nope: no such clip; wink has Blink"

# A soldier's own settings: the window opens without them, with a notice.
cat >soldiers.json <<'SCENE'
{"models": ["wink.gltf"],
 "soldiers": {
  "0": {"morphs": {"Smirk": 0.5}},
  "1": {
   "morphs": {"Wink": 7}},
  "2": {"blend-clip": "nope"}}}
SCENE
start_window --scene soldiers.json
wait_until state_is_not notice ""
said window.log "soldiers.json:3: Smirk: no such morph target; the model has Wink (soldier 0)" \
    "soldiers.json:5: Wink: 7 is not a weight from 0 to 1, the range of this morph target (soldier 1)" \
    "soldiers.json:6: nope: no such clip; wink has Blink (soldier 2)"
[[ $(state notice_is_error) == 1 ]] || fail "the notice is no error: $(state notice)"
close_window
leave 0
