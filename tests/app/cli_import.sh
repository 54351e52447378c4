#!/usr/bin/env bash
# The import of models: in a process of its own, with limits, and into a .phx file by `convert`.
source "$(dirname "$0")/support/app.sh"
soldier=$PHALANX_SOURCE_DIR/assets/soldier.glb

# says_not FILE TEXT: the file does not contain the text.
says_not() {
    if grep -qF -- "$2" "$1"; then fail "'$2' is in $1"; fi
}

write_quad quad.obj

# The import process, and the import inside the program.
expect 0 "$PHALANX" info quad.obj
said stdout "imported in" "by a process of up to"
expect 0 "$PHALANX" info quad.obj --trust
says_not stdout "by a process"
expect 0 "$PHALANX" info "$soldier"
says_not stdout "by a process"
expect 0 "$PHALANX" info quad.obj --json -
said stdout '"in_own_process": true' '"peak_memory_bytes"'
# File names that look like an option of the import process, or begin like an option.
cp quad.obj "hide=x y.obj"
expect 0 "$PHALANX" info "hide=x y.obj"
cp quad.obj ./-x.obj
expect 0 "$PHALANX" info ./-x.obj

# Limits of memory and time.
head -c 1100000 /dev/zero >big.gltf
refused 3 big.gltf "1100000 bytes" "limit of 1048576" -- "$PHALANX" info big.gltf --import-size 1
refused 2 --import-size -- "$PHALANX" info quad.obj --import-size 0
refused 2 --import-memory -- "$PHALANX" info quad.obj --import-memory much
refused 2 --import-time -- "$PHALANX" info quad.obj --import-time nan
refused 2 --import-cpu -- "$PHALANX" info quad.obj --import-cpu -1
printf 'no model\n' >text.fbx
refused 3 text.fbx -- "$PHALANX" info text.fbx
refused 3 text.fbx -- "$PHALANX" info text.fbx --trust

# Clips from additional files.
expect 0 "$PHALANX" convert "$soldier" -o clips.phx
refused 3 quad.obj "has no clips" -- "$PHALANX" info quad.obj --clips quad.obj
refused 3 clips.phx "none of the" "in the model" -- "$PHALANX" info quad.obj --clips clips.phx
refused 3 none.fbx "no such file" -- "$PHALANX" info quad.obj --clips none.fbx
expect 0 "$PHALANX" info "$soldier" --clips clips.phx
said stdout "28 clips" "14 clips from clips.phx onto"
refused 2 clips.phx "is a container" -- "$PHALANX" info clips.phx --clips clips.phx
refused 2 clips.phx -- "$PHALANX" convert quad.obj --clips clips.phx -o clips.phx

# convert
expect 0 "$PHALANX" convert quad.obj -o quad.phx
said stdout quad.phx "version " "4 vertices"
expect 0 "$PHALANX" info quad.phx
said stdout Sign "no clips"
said stdout "by a process"
expect 0 "$PHALANX" convert "$soldier" -o soldier.phx
# Both files give the same pose.
expect 0 "$PHALANX" pose "$soldier" --exact --clip Walk --time 0.3 -o of_glb.obj
expect 0 "$PHALANX" pose soldier.phx --exact --clip Walk --time 0.3 -o of_phx.obj
cmp <(grep '^v ' of_glb.obj) <(grep '^v ' of_phx.obj) || fail "the container has another pose"
# Compressed clips: a file without most of its megabyte of keys, and nearly the same pose.
expect 0 "$PHALANX" convert "$soldier" --compress-clips 0.1 -o packed.phx
said stdout "14 clips compressed to"
[[ $(($(stat -c %s soldier.phx) - $(stat -c %s packed.phx))) -gt 1000000 ]] || fail "compressed clips save too little"
expect 0 "$PHALANX" pose packed.phx --exact --clip Walk --time 0.3 -o of_packed.obj
paste <(grep '^v ' of_phx.obj) <(grep '^v ' of_packed.obj) |
    awk '{ d = sqrt(($2 - $6) ^ 2 + ($3 - $7) ^ 2 + ($4 - $8) ^ 2); if (d > most) most = d } END { exit !(most > 0 && most < 0.00011) }' ||
    fail "the compressed clip has another pose"
refused 2 --compress-clips -- "$PHALANX" convert "$soldier" --compress-clips 0 -o none.phx
refused 2 .phx -- "$PHALANX" convert quad.obj -o other.glb
refused 2 quad.phx -- "$PHALANX" convert quad.phx -o quad.phx
refused 2 --output -- "$PHALANX" convert quad.obj
refused 3 "no such file" -- "$PHALANX" convert none.glb -o none.phx
[[ ! -e none.phx ]] || fail "convert wrote a file for nothing"
head -c 300 soldier.phx >cut.phx
refused 3 cut.phx container -- "$PHALANX" info cut.phx
