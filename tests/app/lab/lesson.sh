#!/usr/bin/env bash
# The lesson: each step sets settings, shows its shader and measures. A shader is edited, fails with its line, and is reset.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.25
export XDG_DATA_HOME=$PWD/data_home
# Small, because a dozen states are drawn by software rendering.
window_width=640
window_height=420
start_window
geometry=200x350+190+20 # between the panels, above notices

measured() {
    wait_for drawn_technique "$1"
    wait_for baking 0
    wait_for lesson.kept 1 # the next step is compared to it
}

declare -A set_before
for name in technique cull lod_error_px pace shadows weights single_clip pose formation traces; do set_before[$name]=$(state "$name"); done
# From the camera's target to its eye, both of one frame: the army marches meanwhile, and the camera with it.
looking() {
    awk '$1 == "goal_eye" { x = $2; y = $3; z = $4 } $1 == "goal_target" { print x - $2, y - $3, z - $4 }' "$state_file"
}
looked_before=$(looking)
click_widget lesson
wait_for learn lesson
wait_until widget_shown lesson_next
measured cpu
wait_until standing
keeps_places 5
[[ $(state units) == 1 ]] || fail "the first step has $(state units) soldiers"
# It stands in the middle between the two panels, not behind one.
click $((190 + 200 / 2)) 200
wait_for selected 0
steps=$(state lesson.steps)
((steps == 29)) || fail "the lesson has $steps steps"

# shows_layers TITLE STORED CLIPS POSE [FRAME]: what a step with layers stores and fetches, and its pose.
shows_layers() {
    local part
    for part in "Before: matrices: 36 joints | " "Local transforms: ${5:-40 texels | 640 B} | " "Record: 480 B per soldier" \
        "Palette: 1,728 B per soldier | " "$2"; do
        [[ $(state lesson.stored) == *"$part"* ]] || fail "$1 stores no '$part': $(state lesson.stored)"
    done
    for part in "Blend: 37 joints x $3" "Matrices: 36 joints | " "Then each vertex: 4 joints x 3 | 12"; do
        [[ $(state lesson.fetches) == *"$part"* ]] || fail "$1 fetches no '$part': $(state lesson.fetches)"
    done
    [[ $(state pose) == *"$4"* ]] || fail "$1 sets no '$4': $(state pose)"
    [[ $(state lesson.why_not) == "" ]] || fail "$1 is not shown: $(state lesson.why_not)"
    widget_shown lesson_storage && widget_shown lesson_fetches || fail "$1 shows no tables"
}

# From the first step to the last, by button and key alternately: uploads and calls become fewer.
declare -A bytes calls
techniques="$(state technique)"
for ((step = 1; step < steps; ++step)); do
    if ((step % 2)); then click_widget lesson_next; else key Next; fi
    wait_for learn.step "$step"
    wait_for lesson.compared 1 # with the step before, so it has been measured
    measured "$(state technique)"
    ((10#$(state lesson.marked) > 0)) || fail "step $step marks no line of $(state lesson.file)"
    [[ $(state shader_error) == "" ]] || fail "step $step: $(state shader_error)"
    # What the soldier stores for its face.
    stored=$(state lesson.storage)
    if [[ $(state lesson.title) == "Morph targets" ]]; then
        [[ $stored == "soldier has 5 morph targets with 1,"*" deltas for 4,446 vertices."* ]] || fail "the step about morph targets says: $stored"
        wait_until widget_shown lesson_storage
    else
        [[ -z $stored ]] || fail "step $step says: $stored"
    fi
    title=$(state lesson.title)
    ((step == 14)) || wait_for ground flat
    case $step in
    7) shows_layers "$title" "Masks: 1 mask | " "3 clips" '"clip":"Walk","time":0.0,"weight":0.5' ;;
    8) shows_layers "$title" "Masks: 2 masks" "2 clips" '"layers":[{"clip":"Aim"' ;;
    9) shows_layers "$title" "Masks: 3 masks" "4 clips" '"additive":[{"clip":"Hit"' ;;
    10) shows_layers "$title" "Masks: 1 mask | " "2 clips" '"space":"Pace"' ;;
    11) shows_layers "$title" "Masks: 2 masks" "2 clips" '"target":{"unit":0' ;;
    12) shows_layers "$title" "Masks: 1 mask | " "1 clip" '"ik":[{"joint":"Hand.L"' ;;
    13) shows_layers "$title" "Masks: 1 mask | " "1 clip" '"chain":["Spine","Chest"' ;;
    14)
        shows_layers "$title" "Masks: 1 mask | " "1 clip" '"ground":{' "44 texels | 704 B" # two legs, two of the pelvis
        wait_for ground hills
        ;;
    20)
        for part in "LOD 0: 4 joints, targets: 48 texels | 0" "LOD 1: 2 joints: 24 texels | " "Mean of all soldiers: "; do
            [[ $(state lesson.stored) == *"$part"* ]] || fail "$title says nothing of '$part': $(state lesson.stored)"
        done
        [[ $(state pose)$(state lesson.fetches) == "" ]] || fail "step $step has layers: $(state pose)"
        ;;
    22) shows_layers "$title" "Masks: 3 masks" "5 clips" '"additive":[{"clip":"Hit"' ;;
    *) [[ $(state pose)$(state lesson.fetches) == "" ]] || fail "step $step has layers: $(state pose)" ;;
    esac
    technique=$(state technique)
    techniques+=" $technique"
    bytes[$technique]=$(state lesson.bytes)
    # The last step of a technique also has LODs, one call per LOD: the first is compared.
    calls[$technique]=${calls[$technique]:-$(state lesson.calls)}
    # Layers, then cracks, card and skin: the same moment.
    if ((step == 7)); then
        key space
        wait_for paused 1
    fi
    if ((step >= 7 && step <= 17)); then
        wait_until standing
        picture "step_$step.ppm" "$geometry"
    fi
done
for ((step = 7; step < 17; ++step)); do
    changed "step_$step.ppm" "step_$((step + 1)).ppm" 40 "steps $step and $((step + 1))"
done
for technique in cpu uniform texture-draws texture palette; do
    [[ $techniques == *"$technique"* ]] || fail "no step shows $technique: $techniques"
done
above "${bytes[cpu]}" $((10 * bytes[uniform])) && above "${bytes[uniform]}" "$((10 * ${bytes[texture-draws]}))" ||
    fail "uploads: cpu ${bytes[cpu]}, uniform ${bytes[uniform]}, texture-draws ${bytes[texture-draws]}"
above "${calls[texture-draws]}" "$((3 * calls[texture]))" ||
    fail "calls: texture-draws ${calls[texture-draws]}, texture ${calls[texture]}"
[[ $(state widget.lesson_next) == *" 0" ]] || fail "Next leads beyond the last step"

# Events and behaviour, from the last step back: two hosts fight, and what happens is counted. Only a program that polls loses some.
counted() { [[ $(state lesson.counts) =~ $1 ]]; }
key space
wait_for paused 0
wait_for formation battle
wait_until counted 'Something happens: [1-9].*Soldiers looked at: [1-9].*Decisions: '
[[ $(state lesson.stored) =~ Graph:\ [0-9]+\ states.*Soldier:\ [0-9]+\ B\ per\ soldier.*in\ the\ queue ]] || fail "the graph's step stores: $(state lesson.stored)"
widget_shown lesson_counts || fail "the graph's step shows no counts"
key Prior
wait_for learn.step 27
wait_for formation "${set_before[formation]}"
wait_until counted 'Events: [1-9].*Soldiers looked at: [1-9].*If all were asked: [1-9]'
key Prior
wait_for learn.step 26
wait_until counted 'Events: [1-9].*Lost: 0 \| 0;'
wait_for mistakes 0
wait_for traces 1
key Prior
wait_for learn.step 25
wait_until counted 'Events: [1-9].*Heard of: [1-9].*Lost: '
wait_for mistakes 1
key Prior
wait_for learn.step 24
wait_for mistakes 0
wait_for traces 0
key space
wait_for paused 1

# A changed setting is kept within the step; "Reset step" restores the step.
while [[ $(state learn.step) != 5 ]]; do
    click_widget lesson_back
    frames 2
done
measured texture
units=$(state units)
key equal
wait_for units $((units * 2))
click_widget lesson_again
wait_for units "$units"

# Typing takes many frames, and fewer soldiers are drawn sooner.
fewer_soldiers() {
    local of
    of=$(state units)
    key minus
    wait_for units $((of / 2))
    key minus
    wait_for units $((of / 4))
    wait_until standing
}

# An error in the edited shader is reported with its line and changes nothing. A valid edit is visible.
[[ $(state paused) == 1 ]] || fail "a step lets the army go on"
wait_until standing
fewer_soldiers
[[ $(state lesson.file) == include/joints_texture.glsl ]] || fail "step 5 shows $(state lesson.file)"
picture right.ppm "$geometry"
click_widget lesson_edit
wait_for learn.editing 1
wait_until widget_shown lesson_editor
apply() { field_key ctrl+Return; }
# Line numbers beside the text field scroll with it.
read -r x0 y0 x1 y1 _ <<<"$(state widget.lesson_editor)"
numbers=12x$((y1 - y0 - 4))+$((x0 - 14))+$((y0 + 2))
picture numbers.ppm "$numbers"
above "$(picture_contrast numbers.ppm)" 0.02 || fail "no numbers of lines in $numbers"
point_at $(((x0 + x1) / 2)) $(((y0 + y1) / 2))
xdotool click 5
picture numbers_below.ppm "$numbers"
changed numbers.ppm numbers_below.ppm 10 "numbers of lines of a field that is scrolled"
xdotool click 4
type_at_start() {
    click_widget lesson_editor
    field_key ctrl+Home
    type_text "$1"
    field_key Return
}
type_at_start "nonsense"
apply
wait_until state_is_not lesson.error ""
[[ $(state lesson.error_line) -ge 1 && $(state lesson.edited) == 0 ]] ||
    fail "line $(state lesson.error_line), edited $(state lesson.edited): $(state lesson.error)"
[[ $(state lesson.error) == "line "* ]] || fail "the error has no line: $(state lesson.error)"
[[ $(state shader_error) == "" ]] || fail "the wrong shader stays: $(state shader_error)"
picture wrong.ppm "$geometry"
unchanged right.ppm wrong.ppm 0 "a shader that does not build changed the picture"
click_widget lesson_reset
wait_for lesson.error ""

shader=$PHALANX_SOURCE_DIR/shaders/include/joints_texture.glsl
before=$(cksum <"$shader")
type_at_start "#define entryRows(e) (0.5*entryRows(e))"
apply
wait_for lesson.edited 1
picture edited.ppm "$geometry"
changed right.ppm edited.ppm 1000 "the edited shader"
[[ $(cksum <"$shader") == "$before" ]] || fail "the shader file was written"
click_widget lesson_save
wait_until state_is_not notice ""
saved=$XDG_DATA_HOME/phalanx/shaders/joints_texture.glsl
[[ -f $saved ]] || fail "no shader at $saved: $(state notice)"
said "$saved" "#define entryRows(e) (0.5*entryRows(e))"
click_widget lesson_reset
wait_for lesson.edited 0
picture reset.ppm "$geometry"
unchanged right.ppm reset.ppm 0 "reset brings the file's shader back"

# A shader of the layers, in the same way.
while [[ $(state learn.step) != 8 ]]; do
    click_widget lesson_next
    frames 2
done
measured palette
wait_until standing
fewer_soldiers
[[ $(state lesson.file) == layers/blend.glsl ]] || fail "step 8 shows $(state lesson.file)"
picture right.ppm "$geometry"
click_widget lesson_edit
wait_for learn.editing 1
wait_until widget_shown lesson_editor
type_at_start "#define normalize(q) normalize(q+0.3)"
apply
wait_for lesson.edited 1
picture edited.ppm "$geometry"
changed right.ppm edited.ppm 100 "the edited shader of the layers"
click_widget lesson_reset
wait_for lesson.edited 0
picture reset.ppm "$geometry"
unchanged right.ppm reset.ppm 0 "reset brings the layers' shader back"
while [[ $(state learn.step) != 5 ]]; do
    click_widget lesson_back
    frames 2
done
measured texture

# Closing the lesson restores the settings from before it, and the camera; opening it again sets the step again.
step_technique=$(state technique)
key space
wait_for paused 0
click_widget lesson_close
wait_for learn none
wait_for units "$window_units"
for name in "${!set_before[@]}"; do wait_for "$name" "${set_before[$name]}"; done
near "$(looking)" "$looked_before" 0.01 || fail "the camera looks along $(looking), not $looked_before"
click_widget lesson
wait_for learn lesson
wait_for units "$units"
wait_for technique "$step_technique"
key Escape
wait_for learn none
wait_for units "$window_units"
close_window
leave 0
