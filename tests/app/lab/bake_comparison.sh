#!/usr/bin/env bash
# The bake comparison runs in the background and shows the numbers of `phalanx bake --compare`. The table is sorted by a
# click on a column; the plot shows the row under the mouse; a click on a row or dot applies its bake to the army.
source "$(dirname "$0")/../support/window.sh"
coarse=
need python3
render_scale=0.4
window_width=733
window_height=547

# A small model is fast: a blade of three joints that sweeps.
python3 "$PHALANX_SOURCE_DIR/tests/app/support/blade.py" blade.gltf
expect 0 "$PHALANX" bake blade.gltf --compare --json bakes.json
said stdout "all bakes, smallest first" "worst clip, joint"
python3 -c 'import json
for row in json.load(open("bakes.json"))["bakes"]: print(row["line"])' >expected.txt

# rows_are TABLE: the table's rows are the lines of standard input.
rows_are() {
    local i=0 line
    while read -r line; do
        [[ $(state "$1.row.$i") == "$line" ]] || fail "row $i is '$(state "$1.row.$i")', the command says '$line'"
        i=$((i + 1))
    done
    [[ $i == "$(state "$1.rows")" ]] || fail "$(state "$1.rows") rows, the command has $i"
}

start_window blade.gltf
pause_army
click_widget poses 10
wait_until widget_shown bakes
picture alone.ppm
click_widget bakes
wait_for bakes.shown 1
wait_place bakes_begin
click_widget bakes_begin
wait_until state_is_not bakes.rows 0
wait_for bakes.running 0
rows_are bakes <expected.txt
wait_until widget_shown bakes_plot
picture compared.ppm
changed alone.ppm compared.ppm 5000 "no comparison is drawn"

# Sorted by the clicked column, ascending, then descending.
sort_by_bytes() {
    local x y
    read -r x y <<<"$(in_widget bakes_by_bytes 50)"
    point_at "$x" "$y"
    click "$x" "$y"
    frames 2
}
first_bytes() { awk -v row="$(state bakes.order | cut -d' ' -f1)" 'NR == row + 1 { print $4 }' expected.txt; }
sort_by_bytes
least=$(awk '$4 != "refused" { print $4 }' expected.txt | sort -n | head -1)
most=$(awk '$4 != "refused" { print $4 }' expected.txt | sort -n | tail -1)
[[ $(first_bytes) == "$least" ]] || fail "sorted by memory $(first_bytes) comes first, the least is $least"
sort_by_bytes
[[ $(first_bytes) == "$most" ]] || fail "sorted down $(first_bytes) comes first, the most is $most"

# A dot of the plot: hovered, then clicked. Row 8 is 15 Hz, rgba16f, linear.
[[ $(sed -n 9p expected.txt) == "15 rgba16f linear "* ]] || fail "row 8 is $(sed -n 9p expected.txt)"
read -r x y rest <<<"$(state widget.bakes_dot_8)"
point_at "$x" "$y"
wait_until state_is_not bakes.pointed -
pointed=$(state bakes.pointed)
bytes=$(state animation_bytes)
click "$x" "$y"
wait_until state_is_not rate_hz auto
taken=$(sed -n $((pointed + 1))p expected.txt)
read -r rate encoding lookup rest <<<"$taken"
wait_for encoding "$encoding"
wait_for lookup "$lookup"
[[ $(state rate_hz) == "$rate" ]] || fail "the rate is $(state rate_hz), the row was '$taken'"
wait_for baking 0
state_is_not animation_bytes "$bytes" || fail "the army still takes $bytes bytes"

# A click on the first line of the table, which is the largest bake.
row=$(state bakes.order | cut -d' ' -f1)
click_widget "bakes_row_$row" 5
read -r rate encoding lookup rest <<<"$(sed -n $((row + 1))p expected.txt)"
wait_for encoding "$encoding"
wait_for lookup "$lookup"
wait_for baking 0

# The compression methods, with the numbers of `phalanx compress`.
expect 0 "$PHALANX" compress blade.gltf --json compress.json
python3 -c 'import json
for row in json.load(open("compress.json"))["rows"]: print(row["line"])' >expected.txt
click_widget bakes_compression
wait_for compression.shown 1
wait_place bakes_begin
picture bakes.ppm
click_widget bakes_begin
wait_until state_is_not compression.rows 0
wait_for compression.running 0
rows_are compression <expected.txt
wait_until widget_shown compression_row_0
picture compression.ppm
changed bakes.ppm compression.ppm 2000 "no table of compression is drawn"
click_widget bakes_compression
wait_for compression.shown 0

wait_place bakes_close # the panel is smaller without the table
click_widget bakes_close
wait_for bakes.shown 0
close_window
leave 0

# Cancelled while it runs: neither new nor old rows are left. The soldier takes seconds, so that there is time to cancel.
start_window
click_widget poses 10
wait_until widget_shown bakes
click_widget bakes
wait_place bakes_begin
click_widget bakes_begin
wait_until state_is_not bakes.rows 0
wait_until widget_shown bakes_plot
wait_place bakes_begin
click_widget bakes_begin
wait_for bakes.running 1
wait_place bakes_cancel
click_widget bakes_cancel
wait_for bakes.running 0
state_is bakes.rows 0 || fail "$(state bakes.rows) rows are left of a comparison that was stopped"
# Esc closes the comparison, not the window.
key Escape
wait_for bakes.shown 0
close_window
leave 0
