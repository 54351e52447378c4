#!/usr/bin/env bash
# Opening another model: from the file list, by typing its path, from the recent files. If it cannot be loaded, exceeds the
# time limit or is cancelled, the army stays. The army moves meanwhile.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4

mkdir models
write_quad models/quad.obj
printf 'not a model' >models/broken.fbx
printf 'not in the list' >models/notes.txt
# A model whose import takes some seconds.
awk 'BEGIN {
    side = 1100
    for (y = 0; y < side; ++y) for (x = 0; x < side; ++x) print "v", x, y, 0
    for (y = 0; y + 1 < side; ++y) for (x = 1; x < side; ++x) {
        at = y * side + x
        print "f", at, at + 1, at + side + 1, at + side
    }
}' >models/large.obj
# A model that is imported at once and baked slowly: it rotates so fast that all rates are measured, over all vertices.
awk -v triangles=20000 -v clips=24 -v seconds=20 'BEGIN {
    printf "xof 0303txt 0032\nAnimTicksPerSecond { 4800; }\nFrame Root {\n  FrameTransformMatrix { "
    printf "1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }\n  Mesh Leaves {\n    %d;\n", 3 * triangles
    for (i = 0; i < 3 * triangles; ++i)
        printf "%.5f;%.5f;%.5f;%s\n", cos(i * 2.1) * 0.5, int(i / 3) * 2 / triangles + (i % 3) * 0.01, sin(i * 2.1) * 0.5,
            i + 1 < 3 * triangles ? "," : ";"
    printf "    %d;\n", triangles
    for (i = 0; i < triangles; ++i)
        printf "3;%d,%d,%d;%s\n", 3 * i, 3 * i + 1, 3 * i + 2, i + 1 < triangles ? "," : ";"
    printf "  }\n}\n"
    for (c = 0; c < clips; ++c) {
        printf "AnimationSet Spin%d {\n  Animation {\n    { Root }\n    AnimationKey {\n      0; %d;\n", c, seconds * 30 + 1
        for (k = 0; k <= seconds * 30; ++k) {
            half = k * 0.4 + 0.2 * sin(k)
            printf "%d;4;%.6f,0.0,%.6f,0.0;;%s\n", k * 160, cos(half), sin(half), k < seconds * 30 ? "," : ";"
        }
        printf "    }\n  }\n}\n"
    }
}' >spin.x

loaded() { state_is loading 0 && state_is browser 0; }
open_listed() { # NAME: opens a file of the list
    key ctrl+o
    wait_for browser 1
    wait_until widget_shown "browser/$1"
    click_widget "browser/$1"
    wait_for browser 0
}

start_window
[[ $(state model) == soldier ]] || fail "not the soldier at first: $(state model)"

# While the imported model is baked, progress grows and the army moves; Cancel ends the bake.
open_listed spin.x
said_baking() { state busy | grep -q "Baking spin.x"; }
wait_until said_baking
before=$(state ticks)
share=$(state progress)
frames 2
(($(state ticks) > before)) || fail "the army stands still while another is baked"
said_baking || fail "the bake is over already; the test needs a larger model"
wait_until state_above progress "$share"
click_widget cancel
wait_for loading 0
state notice | grep -q "Cancelled" || fail "cancelling a bake is not confirmed: $(state notice)"
[[ $(state model) == soldier ]] || fail "cancelled, and still another army: $(state model)"

# By the button: a folder, then a file.
click_widget open
wait_for browser 1
wait_until widget_shown browser/models
picture browser.ppm 270x200+130+70
key Escape
wait_for browser 0
click_widget open
wait_until widget_shown browser/models
click_widget browser/models
wait_until widget_shown browser/quad.obj
widget_shown browser/notes.txt && fail "what is no model is listed"
click_widget browser/quad.obj
wait_for model quad
wait_until loaded
state notice | grep -q "Loaded quad" || fail "no notice of the new model: $(state notice)"

# A broken file: a notice of one line, and the army stays.
open_listed broken.fbx
wait_for notice_is_error 1
state notice | grep -q "broken.fbx" || fail "the notice does not name the file: $(state notice)"
[[ $(state model) == quad ]] || fail "the army is gone: $(state model)"
wait_until loaded

# The army moves while a model is imported; Cancel ends the import.
open_listed large.obj
wait_for loading 1
said_busy() { state busy | grep -q "Importing large.obj"; }
wait_until said_busy
before=$(state ticks)
frames 5
(($(state ticks) > before)) || fail "the army stands still while another is imported"
[[ $(state loading) == 1 ]] || fail "the large model is no longer large; the test needs a larger one"
click_widget cancel
wait_for loading 0
state notice | grep -q "Cancelled" || fail "cancelling is not confirmed: $(state notice)"
[[ $(state model) == quad ]] || fail "cancelled, and still another army: $(state model)"

# Recent files: the newest first, and only files that could be opened.
key ctrl+o
wait_for browser 1
wait_until widget_shown recent/quad.obj
widget_shown recent/large.obj && fail "what was cancelled counts as opened"
widget_shown recent/spin.x && fail "what was cancelled counts as opened"
key Escape
wait_for browser 0
grep -qx "$PWD/models/quad.obj" state_home/phalanx/recent || fail "the file is not remembered"
close_window
leave 0

# The next run has the same recent files. The time limit ends a slow import.
start_window --import-time 1.5 # the large model takes far longer, the others far less, also on a busy machine
key ctrl+o
wait_until widget_shown recent/quad.obj
click_widget recent/quad.obj
wait_for model quad
wait_until loaded
key ctrl+o
wait_for browser 1
click_widget browser/models
wait_until widget_shown browser/large.obj
click_widget browser/large.obj
wait_for notice_is_error 1
state notice | grep -q -- "--import-time" || fail "the limit is not named: $(state notice)"
[[ $(state model) == quad ]] || fail "the army is gone: $(state model)"
close_window
leave 0
