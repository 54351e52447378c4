#!/usr/bin/env bash
# check_package.sh FILE.deb|FILE.tar.gz: installs a package on a minimal Debian system, runs the program and opens its window. A
# .deb is purged then, and nothing of it may be left. Called by prove_package.sh in a root of its own, since it installs packages.
set -euo pipefail
package=${1:?a package}
work=$(mktemp -d)
export DEBIAN_FRONTEND=noninteractive XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
cd "$work"

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# shown COMMAND...: prints the command and its output, and fails if it fails.
shown() {
    printf '$ %s\n' "$*"
    "$@" </dev/null || fail "exit code $?: $*"
}

# apt_install PACKAGE...: what the packages require, and nothing else.
apt_install() {
    apt-get -q -y -o Dpkg::Use-Pty=0 install --no-install-recommends "$@" >apt.log 2>&1 || { tail -n 20 apt.log && fail "apt: $*"; }
    echo "installed: $* (with $(grep -c '^Setting up ' apt.log || true) packages)"
}

# check_program PROGRAM DATA: it starts, reads a model and renders an image; then its window opens and draws frames.
check_program() {
    local program=$1 data=$2 number display_pipe display_process
    shown "$program" --version
    shown "$program" info "$data/assets/soldier.glb" >info.txt
    head -n 3 info.txt
    shown "$program" shot --units 20 --size 320x180 -o shot.png
    [[ $(head -c 4 shot.png | tail -c 3) == PNG ]] || fail "no image"
    apt_install xvfb
    exec {display_pipe}<> <(:)
    Xvfb -displayfd "$display_pipe" -screen 0 640x480x24 -nolisten tcp >xvfb.log 2>&1 &
    display_process=$!
    read -r -t 60 -u "$display_pipe" number || fail "Xvfb does not start: $(tail -n 3 xvfb.log)"
    DISPLAY=:$number shown "$program" run --units 6 --size 320x240 --frames 4
    kill "$display_process"
    wait "$display_process" || true
}

# shellcheck source=/dev/null
echo "---- ${package##*/} on $(. /etc/os-release && echo "$PRETTY_NAME")"
apt-get -q update >apt.log 2>&1 || { tail -n 20 apt.log && fail "apt-get update"; }
if [[ $package == *.tar.gz ]]; then
    # OpenGL, EGL and a font come from the system.
    apt_install libgl1 libegl1 fonts-dejavu-core
    mkdir "$work/folder with a space"
    tar -x -f "$package" -C "$work/folder with a space"
    folder=$(echo "$work/folder with a space"/*)
    ldd "$folder/bin/phalanx" >libraries.txt
    ! grep 'not found' libraries.txt || fail "libraries are missing"
    echo "libraries: $(grep -cF "$folder" libraries.txt) of the archive, $(grep -vcF "$folder" libraries.txt) of the system"
    check_program "$folder/bin/phalanx" "$folder/share/phalanx"
    echo "ok: the archive"
    exit 0
fi
apt_install man-db # before, so that its trigger sees the page
apt_install "$package"
dpkg-query --show --showformat='${Package} ${Version}, depends on: ${Depends}\n' phalanx
dpkg -L phalanx >listed.txt
check_program phalanx /usr/share/phalanx
shown man -w phalanx
shown man -l "$(man -w phalanx)" >page.txt # with -l man keeps no copy of the page, which would be left
head -n 8 page.txt
for file in bash-completion/completions/phalanx zsh/site-functions/_phalanx fish/vendor_completions.d/phalanx.fish \
    applications/phalanx.desktop mime/packages/phalanx.xml; do
    [[ -s /usr/share/$file ]] || fail "$file is not installed"
done
shown apt-get -q -y purge phalanx >apt.log 2>&1
apt-get -q -y autoremove --purge >apt.log 2>&1 || fail "apt-get autoremove"
left=()
while IFS= read -r file; do
    if [[ -e $file && ! -d $file ]]; then left+=("$file"); fi
done <listed.txt
mapfile -t -O "${#left[@]}" left < <(find / -xdev -iname '*phalanx*' -not -path '/srv/*' -not -path '/proc/*' -not -path "$work/*")
((${#left[@]} == 0)) || fail "left after purge: ${left[*]}"
echo "ok: installed, ran, purged; of $(wc -l <listed.txt) files and folders none is left"
