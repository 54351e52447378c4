#!/usr/bin/env bash
# run.sh and test.sh print a one-line error and exit with the right code if packages are missing and cannot be installed;
# without a display run.sh renders an image and ignores options of the window.
# shellcheck disable=SC2016  # the stand-ins expand their own variables
source "$(dirname "$0")/support/app.sh"
scripts=$PHALANX_SOURCE_DIR/scripts

# A PATH with the tools that the scripts use, and stand-ins for the package manager.
mkdir tools
for tool in bash env dirname basename cat grep awk head tail tee mkdir date sleep nproc tr; do
    ln -s "$(command -v "$tool")" tools/
done
stand_in() {
    printf '#!/bin/sh\n%s\n' "$2" >"tools/$1"
    chmod +x "tools/$1"
}
bare() { env -i PATH="$OUTPUT/tools" HOME="$OUTPUT" PHALANX_LOGS="$OUTPUT/logs" bash "$@"; }

# Without apt, the packages are listed.
expect 4 bare "$scripts/run.sh"
said stderr "scripts/run.sh: no apt on this system" libglfw3-dev PHALANX_NO_APT=1
expect 4 bare "$scripts/test.sh"
said stderr "scripts/test.sh: no apt on this system" libglfw3-dev libgtest-dev
[[ $(wc -l <stderr) == 1 ]] || fail "more than one line: $(cat stderr)"

# With apt, one package missing and no sudo: only the missing package is named.
stand_in dpkg-query 'for p in "$@"; do case $p in -*|libimgui-dev) ;; *) echo "$p installed" ;; esac; done'
stand_in apt-get 'echo "apt-get was called" >&2; exit 1'
if ((EUID != 0)); then
    expect 4 bare "$scripts/run.sh"
    said stderr "needs root or sudo" "apt-get install libimgui-dev"
    stand_in sudo 'exit 1'
    expect 4 bare "$scripts/run.sh"
    said stderr "sudo failed" "apt-get install libimgui-dev"
else
    stand_in apt-cache 'exit 0'
    expect 4 bare "$scripts/run.sh"
    said stderr "apt-get was called" "apt-get update failed"
fi

# All packages are installed: apt is not called. (The next step fails, because there is no cmake.)
stand_in dpkg-query 'for p in "$@"; do case $p in -*) ;; *) echo "$p installed" ;; esac; done'
status=0
bare "$scripts/run.sh" </dev/null >stdout 2>stderr || status=$?
((status != 0)) || fail "configured without cmake"
said stdout "[1/4] Packages" "all installed"
! grep -q "apt-get was called" stderr || fail "apt was called though nothing was missing"

# Without a display an image is rendered. The tree is the test's own, with everything built.
stand_in cmake 'exit 0'
mkdir -p tree/build/release/bin
cp -r "$scripts" tree/
printf '#!/bin/sh\necho "$@" >"%s"\nexec "%s" "$@"\n' "$OUTPUT/asked" "$PHALANX" >tree/build/release/bin/phalanx
chmod +x tree/build/release/bin/phalanx
expect 0 bare tree/scripts/run.sh --fullscreen --units 3 --frames 5 --ui-scale=2 --size 64x48 --no-ui --seed 4
said stdout "[4/4] No display" "Ignored, because they only apply to the window: --fullscreen --frames 5 --ui-scale=2 --no-ui" \
    "Image: $OUTPUT/tree/build/phalanx.png"
[[ -s tree/build/phalanx.png ]] || fail "there is no picture"
[[ $(<asked) == "shot --units 3 --size 64x48 --seed 4 -o "* ]] || fail "asked for: $(<asked)"
expect 0 bare tree/scripts/run.sh --units 3 --size 64x48
! grep -q "Ignored" stdout || fail "options were ignored: $(<stdout)"
expect 2 bare tree/scripts/run.sh --units many

expect 2 bare "$scripts/test.sh" --ful
said stderr "unknown option --ful"
expect 2 bare "$scripts/release.sh" --pages
said stderr "unknown option --pages"
for script in run test web release prove_bare_root prove_package; do
    expect 0 bare "$scripts/$script.sh" --help
    said stdout "Usage: scripts/$script.sh"
done
