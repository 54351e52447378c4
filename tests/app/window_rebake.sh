#!/usr/bin/env bash
# The re-bake bench: worked out in the background, the numbers of `phalanx bake --compare`, sorted, pointed at in the plot,
# and taken for the army by a click.
source "$(dirname "$0")/support/window.sh"
coarse=
need python3
render_scale=0.4
window_width=733
window_height=547

# A small model, so that it is quick: a blade of three joints that sweeps.
python3 "$PHALANX_SOURCE_DIR/tests/app/support/blade.py" blade.gltf
expect 0 "$PHALANX" bake blade.gltf --compare --json bakes.json
said stdout "all bakes, smallest first" "worst clip, joint"
python3 -c 'import json
for row in json.load(open("bakes.json"))["bakes"]: print(row["line"])' >expected.txt

start_window blade.gltf
pause_army
click_widget poses 10
wait_until widget_shown rebake
picture alone.ppm
click_widget rebake
wait_for rebake.shown 1
wait_place rebake_begin
click_widget rebake_begin
wait_until state_is_not rebake.rows 0
wait_for rebake.running 0
[[ $(wc -l <expected.txt) == "$(state rebake.rows)" ]] || fail "$(state rebake.rows) rows, the command has $(wc -l <expected.txt)"
i=0
while read -r line; do
    [[ $(state "rebake.row.$i") == "$line" ]] || fail "row $i is '$(state "rebake.row.$i")', the command says '$line'"
    i=$((i + 1))
done <expected.txt
wait_until widget_shown rebake_plot
picture bench.ppm
changed alone.ppm bench.ppm 5000 "no bench is drawn"

# Sorted by what is clicked, up, then down.
sort_by_bytes() {
    local x y
    read -r x y <<<"$(in_widget rebake_by_bytes 50)"
    point_at "$x" "$y"
    click "$x" "$y"
    frames 2
}
first_bytes() { awk -v row="$(state rebake.order | cut -d' ' -f1)" 'NR == row + 1 { print $4 }' expected.txt; }
sort_by_bytes
least=$(awk '$4 != "refused" { print $4 }' expected.txt | sort -n | head -1)
most=$(awk '$4 != "refused" { print $4 }' expected.txt | sort -n | tail -1)
[[ $(first_bytes) == "$least" ]] || fail "sorted by memory $(first_bytes) comes first, the least is $least"
sort_by_bytes
[[ $(first_bytes) == "$most" ]] || fail "sorted down $(first_bytes) comes first, the most is $most"

# A dot of the plot: pointed at, then taken. Row 8 is 15 Hz, rgba16f, linear.
[[ $(sed -n 9p expected.txt) == "15 rgba16f linear "* ]] || fail "row 8 is $(sed -n 9p expected.txt)"
read -r x y rest <<<"$(state widget.rebake_dot_8)"
point_at "$x" "$y"
wait_until state_is_not rebake.pointed -
pointed=$(state rebake.pointed)
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

# A line of the table: the first, which is the largest.
row=$(state rebake.order | cut -d' ' -f1)
click_widget "rebake_row_$row" 5
read -r rate encoding lookup rest <<<"$(sed -n $((row + 1))p expected.txt)"
wait_for encoding "$encoding"
wait_for lookup "$lookup"
wait_for baking 0

click_widget rebake_close
wait_for rebake.shown 0
xdotool key Escape
leave 0

# Stopped on the way: nothing of it is left, and the old rows are gone. The soldier takes seconds, so none is too late.
start_window
click_widget poses 10
wait_until widget_shown rebake
click_widget rebake
wait_place rebake_begin
click_widget rebake_begin
wait_until state_is_not rebake.rows 0
wait_until widget_shown rebake_plot
wait_place rebake_begin
click_widget rebake_begin
wait_for rebake.running 1
wait_place rebake_cancel
click_widget rebake_cancel
wait_for rebake.running 0
state_is rebake.rows 0 || fail "$(state rebake.rows) rows are left of a bench that was stopped"
click_widget rebake_close
wait_for rebake.shown 0
xdotool key Escape
leave 0
