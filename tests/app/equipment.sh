#!/usr/bin/env bash
# What units carry, by the command line: groups of parts (--variants, --equip) and attached models (--attach).
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb
banner=$PHALANX_SOURCE_DIR/assets/banner.glb
knight=${PHALANX_TEST_MODELS:-$PHALANX_SOURCE_DIR/../shared/models}/kaykit_knight/Knight.glb

# Small, and without culling and LODs, so that draws do not depend on the view.
plain=(--units 100 --size 96x64 --rate 15 --fetch 2d --samples 1 --no-cull --lod-error 0 --shadow-cascades 1)

# shoot NAME ARGUMENT...: an image NAME.png and its counts NAME.json
shoot() {
    local name=$1
    shift
    expect 0 "$PHALANX" shot -o "$name.png" --json "$name.json" "${plain[@]}" "$@"
}

# number NAME KEY: a number in NAME.json
number() {
    sed -nE "s/^ *\"$2\": ([0-9]+),?$/\\1/p" "$1.json"
}

# draws NAME COUNT: the units of NAME took so many draws
draws() {
    [[ $(number "$1" unit_draws) == "$2" ]] || fail "$1: $(number "$1" unit_draws) draws of units, not $2"
}

# The soldier's own variants, by default: three, in the image and in the shadow map.
shoot auto
draws auto 6
shoot all --variants none
draws all 2
(($(number all triangles) > $(number auto triangles))) || fail "not all parts are shown"
shoot officers --equip variant=officer
draws officers 2

# Groups of a file: the combinations of two and three choices.
cat >groups.json <<'JSON'
{"groups": [
  {"name": "head", "choices": ["helmet", "beret"]},
  {"name": "load", "choices": ["pack", {"name": "medic's bag", "parts": ["medic"], "share": 2}, {"name": "light", "parts": []}]}
]}
JSON
shoot kit --variants groups.json
draws kit 12
shoot kit_again --variants groups.json
cmp kit.png kit_again.png || fail "the same seed gives another image"
shoot kit_other --variants groups.json --seed 5
! cmp -s kit.png kit_other.png || fail "another seed gives the same image"
shoot berets --variants groups.json --equip head=beret --equip load=none
draws berets 2
(($(number berets triangles) < $(number kit triangles))) || fail "parts that are not chosen are drawn"

# An attached model: every tenth unit has it. Each variant has units with it and without it, and its own material.
shoot banners --attach "$banner@UpperChest:every=10"
(($(number banners triangles) == $(number auto triangles) + 10 * 2 * 78)) || fail "not ten units carry the banner"
shoot banner_of_all --variants none --attach "$banner@UpperChest"
draws banner_of_all 4
(($(number banner_of_all triangles) == $(number all triangles) + 100 * 2 * 78)) || fail "not all units carry the banner"
expect 0 "$PHALANX" bench "$soldier" --units 20 --frames 5 --technique texture --size 64x64 --attach "$banner@Hand.R:axes=joint"

# One line says what is wrong; lines about the driver may come before it.
fails_with 3 none.json "No such file" -- "$PHALANX" shot -o x.png --variants none.json
printf '{' >broken.json
fails_with 3 broken.json "is not valid JSON" -- "$PHALANX" shot -o x.png --variants broken.json
printf '{"groups": [{"name": "head", "choices": ["helmet", "barret"]}]}' >wrong.json
fails_with 3 wrong.json 'group "head"' 'no part "barret"' 'did you mean "beret"' -- "$PHALANX" shot -o x.png --variants wrong.json
printf '{"groups": [{"name": "mount", "choices": ["horse"]}]}' >horse.json
fails_with 3 horse.json 'group "mount": no model has one of its parts' -- "$PHALANX" shot -o x.png --variants horse.json
fails_with 2 --equip "names no group" "the groups are variant" -- "$PHALANX" shot -o x.png --equip head=beret
fails_with 2 --equip 'no choice "general"' "rifleman, medic, officer" -- "$PHALANX" shot -o x.png --equip variant=general
fails_with 2 --equip 'no choice "none"' -- "$PHALANX" shot -o x.png --equip variant=none
refused 2 --attach "FILE@JOINT" -- "$PHALANX" shot -o x.png --attach "$banner"
refused 2 --attach "every=0" -- "$PHALANX" shot -o x.png --attach "$banner@Head:every=0"
fails_with 2 --attach 'no joint "Hed"' "Head" -- "$PHALANX" shot -o x.png --attach "$banner@Hed"
fails_with 3 none.glb "no such file" -- "$PHALANX" shot -o x.png --attach none.glb@Head
[[ ! -e x.png ]] || fail "a refused command wrote an image"
# Inputs are not overwritten.
cp groups.json read.json
refused 2 read.json -- "$PHALANX" shot -o x.png --variants read.json --json read.json
# Other commands show all parts.
for command in info pose convert verify; do
    fails_with 2 --variants -- "$PHALANX" $command "$soldier" --variants none
done

if [[ ! -f $knight ]]; then
    echo "Knight is not at $knight: groups were not searched in it"
    exit 0
fi
expect 0 "$PHALANX" info "$knight" --json info.json
said stdout "group       parts of which a unit shows one" \
    "handslot.l  1H_Sword_Offhand, Badge_Shield, Rectangle_Shield, Round_Shield, Spike_Shield" \
    "handslot.r  1H_Sword, 2H_Sword"
said info.json '"part_groups"'
shoot knights "$knight"
draws knights 20
shoot shields "$knight" --equip handslot.l=Round_Shield --equip handslot.r=none
draws shields 2
# What is hidden is not in a group.
expect 0 "$PHALANX" info "$knight" --hide 2H_Sword
! grep -qF handslot.r stdout || fail "a group of one part"
