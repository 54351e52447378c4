#!/usr/bin/env bash
# The tour of the first start: each step ends by what it asks for, or by its buttons; once left, it does not come again.
source "$(dirname "$0")/../support/window.sh"
render_scale=0.4
tour=
window_width=700
settings=$XDG_CONFIG_HOME/phalanx/settings.json

# step N: waits for that step, 0 to 4.
step() { wait_for tour.step "$1"; }

start_window
[[ $(state tour.shown) == 1 ]] || fail "the first window shows no tour"
wait_until widget_shown tour_next
widget_shown tour_back && fail "the first step has a way back"

# What each step asks for, by mouse and keys; the next step follows by itself.
drag 1 500 180 560 200
wait_until widget_shown tour_done
step 1
read -r x y <<<"$(state soldier.0)"
click "${x%.*}" "${y%.*}"
wait_for selected 0
step 2
key plus
step 3
key 8
wait_for drawn_technique static
step 4
key 1
wait_until widget_shown tour_battle
widget_shown tour_end && fail "the last step can be skipped"
for button in tour_back tour_next tour_lesson tour_battle tour_profiler; do
    read -r x0 _ x1 _ <<<"$(state widget.$button)"
    ((x0 >= panel_room && x1 <= window_width)) || fail "$button is at $x0 to $x1"
done
click_widget tour_back
step 3
click_widget tour_next
step 4
click_widget tour_lesson
wait_for tour.shown 0
wait_for learn lesson
grep -q '"no-tour": true' "$settings" || fail "the tour comes again: $(cat "$settings")"
key l

# Again by the help; Esc leaves it.
key h
click_widget show_tour
wait_for tour.shown 1
step 0
[[ $(state help) == 0 ]] || fail "the help covers the tour"
click_widget tour_next
step 1
key Escape
wait_for tour.shown 0
close_window
leave 0

# Not at the next start, and never with a scene.
start_window
[[ $(state tour.shown) == 0 ]] || fail "the tour comes again"
close_window
leave 0
rm "$settings"
start_window --scene parade
[[ $(state tour.shown) == 0 ]] || fail "a scene begins with the tour"
close_window
leave 0

# What another hand wrote into the settings stays.
printf '{"options": {"seed": 8}}' >"$settings"
start_window
[[ $(state tour.shown) == 1 ]] || fail "no tour with settings about other things"
click_widget tour_end
wait_for tour.shown 0
grep -q '"seed": 8' "$settings" || fail "other settings are gone: $(cat "$settings")"
close_window
leave 0
