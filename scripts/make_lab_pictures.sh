#!/usr/bin/env bash
# Takes the screenshots of docs/lab.md with the real window on a virtual display and writes them to docs/pictures.
# Usage: scripts/make_lab_pictures.sh PHALANX [NAME...]; without names: all.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
(($#)) || {
    sed -n '2,3s/^# //p' "$0" >&2
    exit 2
}
PHALANX=$(realpath "$1")
shift
out=$root/docs/pictures
work=$(mktemp -d)
export PHALANX OUTPUT=$work/run PHALANX_BUILD_DIR=$work PHALANX_SOURCE_DIR=$root XDG_DATA_HOME=$work/data
source "$root/tests/app/support/window.sh"
coarse=
shadows=
window_width=1280
window_height=720
ui_scale=1
panel_room=370
wait_s=180

# shot NAME: a screenshot of the window.
shot() {
    frames 3
    import -silent -window root -crop 1280x720+0+0 +repage whole.png
    keep "$1"
}
# keep NAME: stores whole.png, with the best quality that fits into 190 KB.
keep() {
    local quality
    for quality in 94 91 88 84 80; do
        magick_verb convert whole.png -quality "$quality" -sampling-factor 4:4:4 -strip "$out/$1.jpg"
        (($(stat -c %s "$out/$1.jpg") > 190000)) || break
    done
    echo "$1.jpg $(stat -c %s "$out/$1.jpg")"
}

# A few soldiers, paused.
begin() {
    start_window --lod-error 0 "$@"
    pause_army
}
end() {
    kill "$window_process"
    wait "$window_process" || true
}
aim_at_first() {
    select_first_soldier
    key f
    wait_until standing
}

lab_battle() {
    window_units=300 start_window --formation battle --ground hills --samples 1 --camera -24,7,-52:4,1,-26
    key b
    wait_until widget_shown order_hold
    wait_until state_above battle.seconds 20
    key space
    wait_for paused 1
    click_widget "state:march"
    shot lab_battle
    end
}

lab_layers() {
    window_units=40 begin --stand --formation phalanx --clips "$root/assets/soldier_moves.glb" --camera 5,3.4,11:1.4,0.9,0 \
        --pose "$root/examples/layers/window.json"
    click_widget layers
    wait_until widget_shown aim_0_point
    point_at 640 100
    shot lab_layers
    end
}

lab_main() {
    window_units=12 begin
    click_widget poses 10
    shot lab_main
    end
}
lab_tour() {
    tour='' window_units=400 start_window --camera 0,4,13:0,0.8,0
    wait_until widget_shown tour_next
    shot lab_tour
    end
}
lab_keys() {
    begin
    key h
    wait_for help 1
    shot lab_keys
    end
}
lab_unit() {
    begin
    aim_at_first
    shot lab_unit
    end
}
# begin_at_joint JOINT: one paused soldier with its anatomy open; x and y are set to the position of the joint.
begin_at_joint() {
    window_units=1 begin
    open_anatomy
    read_joint "$1"
}
read_joint() {
    read -r x y <<<"$(state "joint.$1")"
    x=${x%.*}
    y=${y%.*}
}
run_into_crossfade() {
    key space
    wait_until state_above unit.share_b 0.3
    key space
    frames 2
    key f
    wait_until standing
}
lab_anatomy() {
    begin_at_joint LowerArm.L
    run_into_crossfade
    read_joint LowerArm.L
    point_at "$x" "$y"
    shot lab_anatomy
    end
}
# begin_layers POSE: one paused soldier with layers and its anatomy open.
begin_layers() {
    window_units=1 begin --stand --clips "$root/assets/soldier_moves.glb" --pose "$1"
    open_anatomy
    click_widget anatomy_joint
    frames 2
    key f
    wait_until standing
}
# A spine with an arm after two rounds of FABRIK, its target dragged above the shoulder.
lab_ik() {
    window_units=1 begin --stand --clip Idle
    open_anatomy
    click_widget anatomy_ik
    frames 2
    click_widget ik_chain
    wait_until widget_shown ik_chain/7_joints_to_Hand.L
    click_widget ik_chain/7_joints_to_Hand.L
    key f
    wait_until standing
    point_at 660 240
    xdotool click --repeat 5 4
    wait_until standing
    drag 2 420 200 380 440
    wait_until standing
    read -r x0 y0 x1 y1 _ <<<"$(state widget.ik_target)"
    drag 1 $(((x0 + x1) / 2)) $(((y0 + y1) / 2)) 800 90
    click_widget ik_first
    click_widget ik_forward
    click_widget ik_forward
    point_at 1200 100
    shot lab_ik
    end
}
lab_joint() {
    begin_layers "$root/examples/layers/walk_aim_hit_ahead.json"
    wait_place tree/Chest
    read_joint Chest
    read -r x y _ <<<"$(state widget.tree/Chest)"
    click "$x" "$y"
    wait_for path.compared 1
    shot lab_joint
    end
}
lab_mistakes_layers() {
    window_units=3 begin --stand --formation grid --camera 0.6,1.7,7.5:0.2,0.9,0 --clips "$root/assets/soldier_moves.glb" \
        --pose "$root/examples/layers/mask_local.json"
    key m
    wait_for learn mistakes
    click_widget mistakes_layers
    wait_place mistake_model_masks
    click_widget mistake_model_masks 5
    wait_for mistakes 1
    shot lab_mistakes_layers
    end
}
lab_mistakes_bodies() {
    window_units=9 begin --stand --formation grid --clip Walk --crossfade 0 --camera 1.0,1.9,9.5:0.1,1.0,0
    key m
    wait_for learn mistakes
    click_widget mistakes_bodies
    wait_place mistake_overlapping_bodies
    click_widget mistake_overlapping_bodies 5
    wait_for mistakes 1
    if [[ $(state paused) == 1 ]]; then key space; fi
    click_widget mistakes_shoot
    wait_until state_above falls.falling 0
    wait_for falls.falling 0
    shot lab_mistakes_bodies
    end
}
lab_vertex() {
    begin_at_joint LowerLeg.L
    run_into_crossfade
    read_joint LowerLeg.L
    click "$x" "$y"
    wait_for vertex.compared 1
    shot lab_vertex
    end
}
lab_normals() {
    window_units=8 begin --formation grid
    aim_at_first
    choose overlay normals
    wait_for busy ""
    shot lab_normals
    end
}
# The same soldier with four overlays, without panels.
lab_overlays() {
    window_units=1 begin
    aim_at_first
    local overlay x y
    read -r x y <<<"$(state soldier.0)"
    x=${x%.*} y=${y%.*}
    for overlay in joints error_in_mm normals wireframe; do
        choose overlay "$overlay"
        wait_for busy ""
        frames 3
        key Tab
        wait_for panel 0
        picture "$overlay.png" "230x540+$((x - 115))+$((y - 270))"
        key Tab
        wait_for panel 1
    done
    magick_verb convert joints.png error_in_mm.png normals.png wireframe.png +append whole.png
    keep lab_overlays
    end
}
lab_profiler() {
    window_units=8 begin
    key space
    key p
    wait_for profiler 1
    wait_until state_above profiler.frames 60
    click_widget profiler_graph 95
    wait_until state_above profiler.held 0
    point_at 700 60
    shot lab_profiler
    end
}
lab_compare() {
    window_units=8 begin
    key p
    wait_for profiler 1
    keeps_places 5
    click_widget profiler_compare
    wait_for profiler.page 1
    frames 3
    slide compare_s 60 0
    choose b_shadows off
    click_widget compare
    wait_for profiler.running 1
    wait_for profiler.running 0
    point_at 700 60
    shot lab_compare
    end
}
run_sweeps() {
    local sweep
    for sweep in "$@"; do
        wait_until widget_shown "sweep_$sweep"
        click_widget "sweep_$sweep"
        wait_for profiler.running 1
        wait_for profiler.running 0
    done
    point_at 700 60
}
lab_layer_sweeps() {
    window_units=8 begin --no-cull --clips "$root/assets/soldier_moves.glb" --pose "$root/examples/layers/window.json"
    key p
    wait_for profiler 1
    keeps_places 5
    click_widget profiler_sweeps
    wait_for profiler.page 2
    wait_place sweeps_layers
    click_widget sweeps_layers
    frames 3
    run_sweeps layers layered_units
    shot lab_layer_sweeps
    end
}
lab_sweeps() {
    window_units=32 begin --no-cull # shortens a sweep
    key p
    wait_for profiler 1
    keeps_places 5
    click_widget profiler_sweeps
    wait_for profiler.page 2
    frames 3
    run_sweeps units batches
    shot lab_sweeps
    end
}
lab_bake_comparison() {
    begin
    click_widget poses 10
    wait_until widget_shown bakes
    click_widget bakes
    wait_until widget_shown bakes_begin
    frames 2
    click_widget bakes_begin
    wait_until state_is_not bakes.rows 0
    wait_for bakes.running 0
    wait_until widget_shown bakes_dot_8
    read -r x y _ <<<"$(state widget.bakes_dot_8)"
    point_at "$x" "$y"
    shot lab_bake_comparison
    end
}
lab_lesson() {
    begin
    key space
    key l
    wait_for learn lesson
    local step
    for step in 1 2 3 4 5; do
        wait_for lesson.measured 1
        key Next
        wait_for learn.step "$step"
    done
    wait_for lesson.measured 1
    wait_for lesson.compared 1
    frames 60
    shot lab_lesson
    end
}
# The step about additive clips, in the middle of a hit: the army is paused when the step begins.
lab_lesson_layers() {
    begin
    key space
    key l
    wait_for learn lesson
    local step
    for step in 1 2 3 4 5 6 7 8; do
        wait_for lesson.measured 1
        key Next
        wait_for learn.step "$step"
    done
    wait_for lesson.kept 1
    key space
    wait_for paused 1
    key Next
    wait_for learn.step 9
    wait_for lesson.compared 1
    wait_until standing
    frames 60
    shot lab_lesson_layers
    end
}
lab_mistakes() {
    window_units=3 begin --camera 0,2,13:0,0.9,0
    key m
    wait_for learn mistakes
    click_widget mistake_no_offset 5
    wait_for no_offset 1
    wait_for baking 0
    wait_for busy ""
    shot lab_mistakes
    end
}
lab_scene() {
    window_units=40 start_window --scene mixed-army
    wait_until standing
    shot lab_scene
    end
}

(($#)) || set -- lab_main lab_tour lab_battle lab_layers lab_keys lab_unit lab_anatomy lab_joint lab_ik lab_vertex lab_overlays lab_normals lab_profiler lab_compare lab_sweeps lab_layer_sweeps lab_bake_comparison \
    lab_lesson lab_lesson_layers lab_mistakes lab_mistakes_layers lab_mistakes_bodies lab_scene
for name in "$@"; do "$name"; done
rm -rf "$work"
