#!/usr/bin/env bash
# Settings that bake the models again in the background: encoding, sampling rate, fetch path, vertex format. And the
# measurement of the bottleneck.
source "$(dirname "$0")/../support/window.sh"
coarse="--samples 1"
render_scale=0.4
window_height=680
# No crossfade, at whatever time it is paused: baked vertices are blended differently from joints. No LODs: joints
# are summed from fewer weights there than baked vertices, which moved 800 to 1,700 pixels, depending on the moment. Not
# measured at the start: a buffer texture is some bytes smaller, and this counts bytes.
start_window --fetch 2d --crossfade 0 --lod-error 0
pause_army
click_widget poses 10
wait_until widget_shown encoding
wait_until standing
picture still_2.ppm
floats=$(state animation_bytes)
baked=$(state baked)

# rebake_with COMBO ENTRY: selects the entry and waits for the bake, during which frames are drawn.
rebake_with() {
    local frame
    frame=$(state frame)
    choose "$1" "$2"
    wait_for baking 0
    frame_reached $((frame + 3)) || fail "no frame was shown while $2 was baked"
    picture now.ppm
}

rebake_with encoding rgba16f
state_is encoding rgba16f || fail "the encoding is $(state encoding)"
halves=$(state animation_bytes)
above "$floats" "$halves" || fail "rgba16f takes $halves bytes, rgba32f $floats"
unchanged still_2.ppm now.ppm 800 "half floats show another army"

rebake_with encoding trs
state_above animation_bytes 1000 || fail "trs takes $(state animation_bytes) bytes"
above "$halves" "$(state animation_bytes)" || fail "trs takes $(state animation_bytes) bytes, rgba16f $halves"

rebake_with encoding rgba32f
state_is animation_bytes "$floats" || fail "rgba32f takes $(state animation_bytes) bytes, and took $floats"
unchanged still_2.ppm now.ppm 0 "rgba32f again"

rebake_with rate 15_Hz
state_is rate_hz 15 || fail "the rate is $(state rate_hz)"
above "$floats" "$(state animation_bytes)" || fail "15 Hz takes $(state animation_bytes) bytes, the rates chosen $floats"
[[ $(state baked) == *"15 Hz"* ]] || fail "at 15 Hz the panel says: $(state baked)"
rebake_with rate auto
state_is rate_hz auto || fail "the rate is $(state rate_hz)"
[[ ${baked%, in*} == "$(state baked | sed 's/, in.*//')" ]] || fail "once $baked, then $(state baked)"
unchanged still_2.ppm now.ppm 0 "the rates chosen again"

choose fetch buffer
wait_for fetched "buffer texture"
picture now.ppm
unchanged still_2.ppm now.ppm 0 "buffer texture"
choose fetch 2d
wait_for fetched "2D texture"
choose fetch auto
wait_for fetch auto

choose technique vertex-texture
wait_for drawn_technique vertex-texture
picture posed.ppm
unchanged still_2.ppm posed.ppm 200 "baked vertices show another army"
rebake_with vertex_format half
state_is vertex_format half || fail "the format is $(state vertex_format)"
state_is drawn_technique vertex-texture || fail "drawn by $(state drawn_technique)"
unchanged posed.ppm now.ppm 800 "vertices as half floats show another army"
# Another encoding replaces the animation texture and the baked vertices: both are baked again.
rebake_with encoding rgba16f
wait_for drawn_technique vertex-texture
rebake_with encoding rgba32f
choose technique texture
wait_for drawn_technique texture

# The bottleneck is measured and shown; afterwards the army is drawn as before.
picture drawn.ppm
choose technique auto
wait_for technique auto
[[ $(state automatic) == auto:* ]] || fail "the panel says '$(state automatic)' of technique auto"
case $(state drawn_technique) in
texture | palette | compute) ;;
*) fail "auto is drawn by $(state drawn_technique)" ;;
esac
picture auto.ppm
unchanged drawn.ppm auto.ppm 200 "technique auto shows another army"
choose technique texture
wait_for technique texture
wait_for automatic ""

# The verdict is valid until the frame is drawn differently.
state_is limit_measured 0 || fail "measured without being asked: $(state limit)"
before=$(state limit)
click_widget measure
wait_for limit_measured 1
wait_for measuring 0
state_is_not limit "$before" || fail "measuring says what was said before: $before"
click_widget single_clip 10
wait_for limit_measured 0
click_widget single_clip 10
picture now.ppm
unchanged still_2.ppm now.ppm 0 "measuring changed the picture"
