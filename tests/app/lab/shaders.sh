#!/usr/bin/env bash
# Shaders are reloaded when their files change; an error shows the file and the line, and the old shader stays.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
mkdir data
cp -r "$PHALANX_SOURCE_DIR/shaders" "$PHALANX_SOURCE_DIR/assets" data/
export PHALANX_DATA=$PWD/data
start_window
pause_army
overlay=$((window_width - panel_room))x100+$panel_room+0
picture top.ppm "$overlay"

shader=data/shaders/present.frag
cp "$shader" right.frag
# replace FILE: atomically, so that the window cannot read half of it.
replace() { mv "$1" "$shader"; }
sed '/void main/a no_such_function();' right.frag >other.frag
replace other.frag
wait_until state_is_not shader_error ""
line=$(grep -n no_such_function "$shader" | cut -d: -f1)
[[ $(state shader_error) == *"present.frag:$line"* ]] || fail "file and line are not named: $(state shader_error)"
picture error.ppm "$overlay"
changed top.ppm error.ppm 5000 "the error shows"
picture bottom_error.ppm "$((window_width - panel_room))x130+$panel_room+170"

# The valid file with another colour is loaded without a key.
sed '/o_color = /s/$/ o_color.rgb = o_color.grb;/' right.frag >other.frag
cmp -s right.frag other.frag && fail "present.frag has no line 'o_color = ' to edit"
replace other.frag
wait_for shader_error ""
picture green.ppm
changed still_2.ppm green.ppm 50000 "another shader"

# So is the original file.
magick_verb convert still_2.ppm -crop "$((window_width - panel_room))x130+0+130" +repage right.ppm
back() {
    picture now.ppm "$((window_width - panel_room))x130+$panel_room+130"
    (($(differing_pixels now.ppm right.ppm) == 0))
}
replace right.frag
wait_until back

# F5 rebuilds all programs, changed or not.
notices=$((window_width - panel_room))x40+$panel_room+$((window_height - 40))
picture before_f5.ppm "$notices"
key F5
[[ $(state notice) == "All shaders reloaded"* ]] || fail "F5 says: $(state notice)"
picture after_f5.ppm "$notices"
changed before_f5.ppm after_f5.ppm 100 "what F5 says is shown"
wait_until back

close_window
leave 0
