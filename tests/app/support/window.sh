# shellcheck shell=bash
# Drives the window: a virtual display, keys and mouse by xdotool, and the state that the program writes after each frame
# ("name value" lines). Nothing sleeps for a guessed time: all waits read the state of each frame, for at most wait_s
# seconds. The program draws on the same cores meanwhile, so the functions here start no process to read the state or to wait, and
# one xdotool for all events of a step.
source "$(dirname "${BASH_SOURCE[0]}")/app.sh"
need Xvfb xdotool import compare

wait_s=${PHALANX_WAIT_S:-300}           # a bake, a sweep or rebuilding all programs takes minutes on a busy machine
window_width=540
window_height=350
window_units=6
render_scale=1   # 0.4 halves the cost of a frame, for tests that need no sharp soldiers
shadows=--no-shadows # a quarter of a frame's time; empty: with shadows, for tests that look at them
coarse="--lod-error 12 --samples 1" # another quarter; empty: for tests that look at LODs, triangles or edges
ui_scale=0.5     # the minimum; empty: follows the display
tour=--no-tour   # empty: with the tour, as at the first start
panel_room=195   # width of the panel in pixels; images begin beside it
display_dpi=96   # at 192, GLFW makes windows twice as large as requested
state_file=$PWD/state
exec {silent_pipe}<> <(:) # nothing is written to it: `read -t` waits without starting a process

# start_window [ARGUMENTS]: few soldiers and a small window, for software rendering. If sized_by_scene is set, a scene among
# the arguments sets the size.
start_window() {
    local asked="$((window_width * 96 / display_dpi))x$((window_height * 96 / display_dpi))"
    start_display "${window_width}x$((window_height + 40))" "${display_dpi#96}"
    rm -f "$state_file"
    local size=(--size "$asked" ${ui_scale:+--ui-scale "$ui_scale"})
    [[ -z ${sized_by_scene:-} ]] || size=()
    [[ $render_scale == 1 ]] || size+=(--render-scale "$render_scale")
    # shellcheck disable=SC2086 # several options in one word
    "$PHALANX" run --units "$window_units" $shadows $coarse $tour "${size[@]}" \
        --dump-state "$state_file" "$@" >window.log 2>&1 &
    window_process=$!
    own_processes+=("$window_process")
    wait_for ready 1
    xdotool mousemove $((window_width - 5)) $((window_height / 2))
    frames 2
}

# look_up NAME: sets found to its value in the newest state. A read always gets one whole file, because the program replaces
# it by renaming.
look_up() {
    local lines=() line
    found=
    mapfile -t lines 2>/dev/null <"$state_file" || return 0
    for line in "${lines[@]}"; do
        if [[ $line == "$1 "* ]]; then
            found=${line#* }
            return
        fi
    done
}
# state NAME: prints its value.
state() {
    local found
    look_up "$1"
    printf '%s\n' "$found"
}

running() { kill -0 "$window_process" 2>/dev/null; }

# wait_until COMMAND...: runs the command after each frame until it succeeds.
wait_until() {
    local give_up=$((SECONDS + wait_s)) found first seen newest=
    look_up frame
    first=${found:-none} # before the first
    while
        { read -r newest; } 2>/dev/null <"$state_file" || true
        seen=$newest
        ! "$@"
    do
        while
            running || fail "the window is gone, waiting for: $*; $(tail -n 3 window.log)"
            ((SECONDS < give_up)) ||
                fail "not in $wait_s s, frames $first to $(state frame): $*; $(state "${2:-frame}")"
            { read -r newest; } 2>/dev/null <"$state_file" || true
            [[ $newest == "$seen" ]]
        do
            read -r -t 0.005 -u "$silent_pipe" || true
        done
    done
}

state_is() {
    local found
    look_up "$1"
    [[ $found == "$2" ]]
}
state_is_not() { ! state_is "$@"; }
state_above() { above "$(state "$1")" "$2"; }
frame_reached() {
    local found
    look_up frame
    [[ $found -ge $1 ]]
}
wait_for() { wait_until state_is "$1" "$2"; }

# frames N: waits for N more frames. After input wait for two: the current frame may have polled its events before.
frames() {
    local found
    look_up frame
    wait_until frame_reached $((found + $1))
}

# key [ctrl+]KEY: presses a key that the window itself handles, by events.
key() {
    xdotool key "$1"
    frames 2
}
# field_key [ctrl+]KEY: presses a key for a text field. Dear ImGui before 1.87 misses a press shorter than a frame.
field_key() {
    xdotool keydown "$1"
    all_read
    xdotool keyup "$1"
    all_read
}
# Waits two frames, and more if Dear ImGui has not read all events: it may read only one per frame.
all_read() {
    frames 2
    wait_for waiting_events 0
    frames 1
}

# type_text TEXT: types into the field that has the keyboard focus.
type_text() {
    xdotool type "$1"
    all_read
}

# xdotool does not fail if a coordinate is missing, so it is checked here.
is_place() { [[ ${1:-} =~ ^[0-9]+$ && ${2:-} =~ ^[0-9]+$ ]] || fail "no place to point at: '${1:-}' '${2:-}'"; }

point_at() {
    is_place "$@"
    xdotool mousemove "$1" "$2"
    frames 2
}

# If press and release are polled together, Dear ImGui 1.86 handles the release one frame later.
click() {
    is_place "$@"
    xdotool mousemove "$1" "$2" click 1
    frames 3
}

# drag BUTTON X0 Y0 X1 Y1: drags in two steps. A slider keeps the value of the last frame before the release.
drag() {
    is_place "$2" "$3"
    is_place "$4" "$5"
    xdotool mousemove "$2" "$3" mousedown "$1"
    frames 2
    xdotool mousemove $((($2 + $4) / 2)) $((($3 + $5) / 2))
    frames 1
    xdotool mousemove "$4" "$5"
    frames 2
    xdotool mouseup "$1"
    frames 2
}

# in_widget NAME SHARE: prints a point in the widget, SHARE percent of its width from the left.
in_widget() {
    local found x0 y0 x1 y1 enabled
    look_up "widget.$1"
    read -r x0 y0 x1 y1 enabled <<<"$found"
    [[ -n ${enabled:-} ]] || fail "no widget $1 is shown"
    echo "$((x0 + (x1 - x0) * $2 / 100)) $(((y0 + y1) / 2))"
}

click_widget() {
    local x y
    wait_s=60 wait_place "$1"
    read -r x y <<<"$(in_widget "$1" "${2:-50}")"
    click "$x" "$y"
}

# slide NAME FROM TO: drags along a slider; FROM and TO are percent of its width.
slide() {
    local x0 x1 y
    wait_s=60 wait_place "$1"
    read -r x0 y <<<"$(in_widget "$1" "$2")"
    read -r x1 y <<<"$(in_widget "$1" "$3")"
    drag 1 "$x0" "$y" "$x1" "$y"
}

# choose COMBO ENTRY: opens the list and clicks the entry.
choose() {
    click_widget "$1"
    wait_place "$1/$2"
    click_widget "$1/$2"
    wait_until widget_shown "$1" # the state does not have it while its list is open
}
widget_shown() {
    local found
    look_up "widget.$1"
    [[ -n $found ]]
}
widget_ready() { # shown and enabled
    local found
    look_up "widget.$1"
    [[ $found == *" 1" ]]
}

# wait_place NAME: waits until the widget has not moved for one frame: widgets of a new panel may move at first.
wait_place() {
    local last_place=
    wait_until keeps_place "$1"
}
keeps_place() {
    local found before=$last_place
    look_up "widget.$1"
    last_place=$found
    [[ -n $found && $found == "$before" ]]
}

# Selects soldier 0 by a click, which shows its panel.
select_first_soldier() {
    local x y
    read -r x y <<<"$(state soldier.0)"
    click "${x%.*}" "${y%.*}"
    wait_for selected 0
    wait_until widget_shown unit_anatomy
}

# picture FILE.ppm [GEOMETRY]: saves the part of the display that shows the army: right of the panel, above the notices. PNG
# would take ten times as long.
picture() {
    local part=${2:-$((window_width - panel_room))x$((window_height - 40))+$panel_room+0}
    [[ $part =~ ^[1-9][0-9]*x[1-9][0-9]*\+[0-9]+\+[0-9]+$ ]] || fail "$1 cannot be of $part"
    frames 2
    import -silent -window root -crop "$part" +repage "$1"
}

# changed A B LEAST WHAT: at least LEAST pixels differ.
changed() {
    local pixels
    pixels=$(differing_pixels "$1" "$2")
    ((pixels >= $3)) || fail "$4: only $pixels pixels changed, $3 expected"
}
# unchanged A B MOST WHAT: at most MOST pixels differ.
unchanged() {
    local pixels
    pixels=$(differing_pixels "$1" "$2")
    ((pixels <= $3)) || fail "$4: $pixels pixels changed"
}

# Pauses the army, so that pixels change only by what the test does.
pause_army() {
    key space
    wait_for paused 1
    wait_until standing
    picture still_1.ppm
    picture still_2.ppm
    unchanged still_1.ppm still_2.ppm 0 "the paused army still moves"
}

# The camera does not move any more.
standing() { state_is standing 1; }

# open_anatomy: of the first soldier, in the middle of the free part of the window.
open_anatomy() {
    select_first_soldier
    click_widget unit_anatomy
    wait_for anatomy 1
    frames 2 # the free part of the window is known one frame later
    key f
    wait_until standing
}

# check_plots SWEEP...: both lines and colours of plots of the profiler; lines.SWEEP gets the lines that were found.
check_plots() {
    local sweep
    picture plots.ppm "${window_width}x$window_height+0+0"
    magick_verb convert plots.ppm -depth 8 plots.ppm
    cp "$state_file" plots
    for sweep in "$@"; do
        python3 "$PHALANX_SOURCE_DIR/tests/app/support/plot_lines.py" plots.ppm plots "sweep_$sweep" \
            >"lines.$sweep" 2>bad_lines || fail "the plot of $sweep: $(<bad_lines)"
    done
}

# keeps_places N: in N states, some frames apart, all widgets have the same place. Of values in columns and cells of tables
# only the right edge and the line are compared, because they are right-aligned.
keeps_places() {
    local i
    rm -f places.*
    for ((i = 0; i < $1; ++i)); do
        wait_until state_above refreshes "$(state refreshes)" # the panel's numbers, a few times per second
        frames 3
        cp "$state_file" "places.$i"
    done
    awk -v looks="$1" '
        function moved(a, b) { return (a - b) ^ 2 > 1 }
        /^widget\./ {
            right = $1 ~ /^widget\.(value|more|cell):/
            if ($1 in seen && (moved($3, y0[$1]) || moved($4, x1[$1]) || moved($5, y1[$1]) || (!right && moved($2, x0[$1])))) {
                print $1 " moves from " x0[$1], y0[$1], x1[$1], y1[$1] " to " $2, $3, $4, $5
                bad = 1
            }
            ++seen[$1]; x0[$1] = $2; y0[$1] = $3; x1[$1] = $4; y1[$1] = $5
        }
        END { for (name in seen) if (seen[name] != looks) { print name " is shown " seen[name] " times"; bad = 1 }
              exit bad }' places.* >places || fail "widgets of the panels move: $(head -n 4 places)"
}

# Esc twice. GLFW takes a second press within 20 ms for a key that repeats, unless it has read the release before.
close_window() {
    xdotool key Escape
    frames 2
    xdotool key Escape
}

# threads_of PROCESS: name, state and what the kernel waits for, of each.
threads_of() {
    local task
    for task in "/proc/$1/task/"*; do
        printf '%s %s %s; ' "$(cat "$task/comm")" "$(sed 's/.*) \(.\).*/\1/' "$task/stat")" "$(cat "$task/wchan")"
    done 2>/dev/null
}

# leave CODE: waits for the program to end and checks its exit code, and that all text in any frame could be read: WCAG 2.1 AA
# asks for a contrast of 4.5.
leave() {
    local status=0 contrast
    local give_up=$((SECONDS + wait_s))
    while running && ((SECONDS < give_up)); do read -r -t 0.01 -u "$silent_pipe" || true; done
    running && fail "the window does not close; its threads: $(threads_of "$window_process")"
    wait "$window_process" || status=$?
    ((status == $1)) || fail "exit code $status instead of $1: $(tail -n 3 window.log)"
    contrast=$(state contrast)
    [[ $contrast == - ]] || above "$contrast" 4.49 || fail "text with a contrast of $contrast: $(state contrast.where)"
}

# far A B LEAST: the points A and B, "x y z" each, are at least LEAST apart
far() {
    awk -v a="$1" -v b="$2" -v least="$3" 'BEGIN { split(a, p); split(b, q); for (i = 1; i < 4; ++i) s += (p[i] - q[i]) ^ 2
                                           exit !(sqrt(s) >= least) }'
}
near() { ! far "$1" "$2" "$3"; }
