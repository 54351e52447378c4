#!/usr/bin/env bash
# A battle by mouse: begun from its page, its soldiers counted by state, a state marked, a company told to hold, sent to a front
# line that is drawn on the ground, and made to flee; a graph with a mistake is refused with its line, and the old one stays.
source "$(dirname "$0")/../support/window.sh"
window_units=60
window_width=760
window_height=460
panel_room=195
render_scale=0.4
# Muskets that reach less far than the hosts are apart, so that a company that holds does not fire.
graph() { sed 's/"range": 55/"range": 20/' "$PHALANX_SOURCE_DIR/assets/graphs/soldier.json"; }
graph >graph.json
start_window --graph graph.json --camera 0,30,-75:0,0,-30

key b
wait_for learn battle
# A click counts though the mouse is elsewhere before the next frame.
wait_s=60 wait_place battle_begin
read -r x y <<<"$(in_widget battle_begin 50)"
xdotool mousemove "$x" "$y" click 1 mousemove 500 300
wait_for formation battle
wait_for battle 1
# The camera goes where it was asked to be, from wherever it had followed the army.
read -r goal_x _ goal_z <<<"$(state goal_eye)"
awk -v x="$goal_x" -v z="$goal_z" 'BEGIN { exit !(x ^ 2 + (z + 75) ^ 2 < 25) }' || fail "the camera goes to $(state goal_eye)"
wait_for battle.state.ready 60
wait_until state_above battle.state.march 20

# Everyone is in one state.
cat "$state_file" >counts
awk '/^battle.state./ { sum += $NF } END { exit !(sum == 60) }' counts || fail "not 60 soldiers: $(grep ^battle counts)"
click_widget "state:march"
wait_for battle.marked march
click_widget "state:march"
wait_for battle.marked -

# A soldier that marches would leave the place of a click.
select_paused() {
    key space
    wait_for paused 1
    frames 2
    select_first_soldier
    key space
    wait_for paused 0
}

# Without a soldier, orders reach no company.
widget_greyed() {
    local found
    look_up "widget.$1"
    [[ $found == *" 0" ]]
}
widget_greyed order_hold || fail "an order for no company is not greyed"

# A click on the flag of a company selects one of its soldiers.
[[ -z $(state battle.company) ]] || fail "company $(state battle.company) is selected"
key space
wait_for paused 1
frames 2
read -r company flag_x flag_y <<<"$(state battle.flag)"
click "$flag_x" "$flag_y"
wait_for battle.company "$company"
key space
wait_for paused 0
[[ $company == 0 ]] || fail "the flag in front is that of company $company"
wait_until widget_ready order_hold
click_widget order_hold
wait_for battle.company.order hold

# A front line, from left to right as the company sees it from behind: it faces away from the camera, as wide as the line.
click_widget place_front
wait_for battle.placing 1
drag 1 300 250 400 250
wait_for battle.placing 0
wait_for battle.company.order advance
read -r x0 z0 <<<"$(state battle.company.front)"
files=$(state battle.company.files)
facing=$(state battle.company.facing)
awk -v f="$facing" 'BEGIN { while (f > 3.1416) f -= 6.2832; exit !(f > -0.3 && f < 0.3) }' || fail "the company faces $facing"
((files >= 3)) || fail "$files files"
wait_for battle.company.order hold # it is there
read -r x1 z1 <<<"$(state battle.company.front)"
awk -v x="$x0" -v z="$z0" -v u="$x1" -v w="$z1" 'BEGIN { exit !((u - x) ^ 2 + (w - z) ^ 2 > 9) }' || fail "it went from $x0 $z0 to $x1 $z1"

# A mistake in the graph is said with its line; the battle goes on by the old one.
graph | sed 's/"go": "march"}/"go": "marhc"}/' >graph.next
mv graph.next graph.json
wait_for notice_is_error 1
[[ $(state notice) == *"graph.json:"*'is "marhc"; did you mean "march"?' ]] || fail "the mistake: $(state notice)"
[[ $(state battle) == 1 && $(state battle.company.order) == hold ]] || fail "the old graph does not stay"
graph >graph.next
mv graph.next graph.json
before=$(state battle.seconds)
again() { awk -v now="$(state battle.seconds)" -v before="$before" 'BEGIN { exit !(now < before) }'; }
wait_until again

# A front line by keys: Enter marks its left end at the middle of the view, and then its right one. The first stays on the ground
# when the camera moves on, here away from the eye: the company then faces left.
select_paused
wait_until widget_ready place_front
click_widget place_front
wait_for battle.placing 1
key Return
for _ in 1 2 3 4 5 6; do key shift+Up; done
wait_until standing
key Return
wait_for battle.placing 0
faces_left() { awk -v f="$(state battle.company.facing)" 'BEGIN { exit !(f > 1.2 && f < 1.9) }'; }
wait_until faces_left
key r
wait_until standing

wait_until widget_ready order_flee
click_widget order_flee
wait_until state_above battle.state.flee 20
wait_until widget_greyed order_hold
wait_for battle.winner 1
xdotool key Escape
wait_for learn none
close_window
leave 0
