#!/usr/bin/env bash
# Clips of other files and what is made of clips, by the panel: the models are exchanged under the army, which keeps its places,
# its clips by name, and what was set for single soldiers.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
window_width=700
window_height=560
moves=$PHALANX_SOURCE_DIR/assets/soldier_moves.glb
start_window --clip Idle --blend-clip Idle
pause_army
click_widget equipment 10 # folds the rows that are not needed
click_widget clip_files 10
wait_until widget_shown add_clips
clips() { state clip_count; } # of the first model
own=$(clips)
place=$(state soldier.0)
select_first_soldier
exchanged() { wait_for equipping 0; wait_for busy ""; frames 2; }

# Each clip as its mirror image, and back; A and B stay what they are.
click_widget mirror_clips
exchanged
(($(clips) == 2 * own)) || fail "$(clips) clips with mirror images, $own without"
[[ $(state clip_name_a.0) == Idle ]] || fail "clip A is $(state clip_name_a.0)"
[[ $(state soldier.0) == "$place" ]] || fail "the soldier has moved"
[[ $(state selected) == 0 ]] || fail "the selection is gone"
click_widget mirror_clips
exchanged
(($(clips) == own)) || fail "$(clips) clips"

# A further file by the dialog; a soldier plays one of its clips.
click_widget add_clips
wait_for browser 1
click_widget browser_path
field_key ctrl+a
type_text "$moves"
field_key Return
exchanged
(($(clips) > own)) || fail "no further clips: $(state notice)"
choose clip_a StrafeLeft
wait_until state_is clip_name_a.0 StrafeLeft
key ctrl+z
wait_until state_is clip_name_a.0 Idle
key ctrl+y
wait_until state_is clip_name_a.0 StrafeLeft

# Without the file, its clip is gone, and A is one of the model's own.
click_widget remove_clips_0
exchanged
(($(clips) == own)) || fail "$(clips) clips"
[[ $(state clip_name_a.0) != StrafeLeft ]] || fail "clip A is of a file that was removed"

# A file that has no clips changes nothing, and the notice names it.
printf 'not a model' >broken.glb
click_widget add_clips
wait_for browser 1
click_widget browser_path
field_key ctrl+a
type_text "$PWD/broken.glb"
field_key Return
wait_for notice_is_error 1
[[ $(state notice) == *broken.glb* ]] || fail "the notice: $(state notice)"
exchanged
(($(clips) == own)) || fail "$(clips) clips"
widget_shown remove_clips_0 && fail "the file is listed"

# A dialog that is closed: the next file is a model again.
click_widget add_clips
wait_for browser 1
key Escape
wait_for browser 0
[[ $(state adds_clips) == 0 ]] || fail "the next file would add clips"
close_window
leave 0
