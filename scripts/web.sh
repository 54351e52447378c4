#!/usr/bin/env bash
# Builds the page (WebAssembly and WebGL 2) into build/web/page and serves it on this machine.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

usage() {
    cat <<'HELP'
Usage: scripts/web.sh [--build | --test [--native PROGRAM]] [--host ADDRESS] [--port N]

Installs missing packages (as root or with sudo), gets the sources of Dear ImGui, meshoptimizer, Draco and fmt from the
source packages of this Debian release, builds the page into build/web/page, and serves it at http://localhost:8000 until
Ctrl + C.
The folder's files can be copied to any web server and any path.
  --build    only builds
  --test     builds, then tests the page in Chromium and Firefox (tests/web), and compares its images with those of the
             program of this machine, also those of the player of `phalanx export` (three from npm). build/web/test/out
             gets the screenshots. A browser that cannot be installed is skipped. Exit code 4: something else cannot be installed.
  --native PROGRAM   the program to compare with; default: build/release/bin/phalanx, which is built first
  --host ADDRESS   where it listens; default: 127.0.0.1, this machine only. 0.0.0.0: phones and others in the network can
             open it, at http://NAME-OF-THIS-MACHINE:8000
  --port N   the port; default: 8000
PHALANX_NO_APT=1 skips the check and installation of packages.
HELP
}

host=127.0.0.1 port=8000 only_build=0 test=0 native=
while (($# > 0)); do
    case $1 in
        --build) only_build=1 ;;
        --test) test=1 ;;
        --native) native=${2:?--native needs a program} && shift ;;
        --host) host=${2:?--host needs an address} && shift ;;
        --port) port=${2:?--port needs a number} && shift ;;
        --help | -h) usage && exit 0 ;;
        *) usage >&2 && fail 2 "unknown option $1" ;;
    esac
    shift
done
[[ $port =~ ^[0-9]+$ ]] || fail 2 "--port $port: not a number"

# Unpacks the upstream sources of these packages into build/web-sources, which stays between builds. The list of source packages
# is our own, since most systems have none, and leaves apt's settings as they are.
get_sources() {
    local folder=$root/build/web-sources library lists=$root/build/web-sources/apt missing=() mirror release
    for library in "$@"; do [[ -d $folder/$library ]] || missing+=("$library"); done
    ((${#missing[@]} > 0)) || return 0
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 'Component: main' |
        grep -v -e security -e updates | head -n 1)
    [[ -n $mirror ]] || fail "$kExitEnvironment" "apt knows no package mirror to get the sources of ${missing[*]} from"
    read -r mirror release <<<"$mirror"
    mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
    echo "deb-src $mirror $release main" >"$lists/sources.list"
    local apt=(apt-get -q -o Dir::Etc::sourcelist="$lists/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o Dir::State::lists="$lists/lists" -o Dir::Cache="$lists/cache" -o APT::Sandbox::User="$(id -un)")
    # Called in a condition, where the shell goes on after errors.
    "${apt[@]}" update || return
    (cd "$lists" && "${apt[@]}" --download-only --tar-only source "${missing[@]}") || return
    for library in "${missing[@]}"; do
        rm -rf "$folder/$library.part"
        mkdir "$folder/$library.part"
        tar -x -f "$lists/$library"_*.orig.tar.* -C "$folder/$library.part" --strip-components=1 || return
        mv "$folder/$library.part" "$folder/$library" || return
    done
}

[[ -z $native || -x $native ]] || fail 2 "--native $native: no such program"

step_count=$((4 + (test ? 3 : 0) + (test && ${#native} == 0 ? 2 : 0)))
step "Packages"
packages=("${packages_run[@]}" "${packages_web[@]}")
if ((test)); then
    packages+=("${packages_web_test[@]}")
    # Packages of Node.js from elsewhere contain npm, and conflict with Debian's.
    command -v npm >/dev/null || packages+=(npm)
fi
ensure_packages "${packages[@]}"
if ((test)); then
    step "Browsers"
    ensure_each "${packages_browsers[@]}"
fi
step "Sources"
logged web-sources get_sources imgui meshoptimizer draco fmtlib || exit $kExitEnvironment
end_step
# Debian's Emscripten finds its own helpers only by this.
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
step "Configuring"
configure web
step "Building"
build web phalanx_page

page=$root/build/web/page
echo "The page: $page"
node "$root/tests/web/support/sizes.mjs" "$page"
((only_build)) && exit 0
if ((test)); then
    if [[ -z $native ]]; then
        native=$root/build/release/bin/phalanx
        step "Configuring (release, to compare with)"
        configure release -DPHALANX_TESTS=OFF
        step "Building (release)"
        build release phalanx
    fi
    # Node resolves packages from the folder of the file that imports them, so the tests run as a copy beside them.
    tests=$root/build/web/test
    mkdir -p "$tests"
    step "Driver of the browsers, three (npm)"
    installed=$tests/installed.json # package-lock.json of the last complete installation
    find "$tests" -name '*.mjs' -not -path '*/node_modules/*' -delete
    cp -r tests/web/. "$tests"
    if ! cmp -s "$tests/package-lock.json" "$installed"; then
        logged web-npm npm ci --prefix "$tests" --ignore-scripts --no-audit --no-fund --fetch-retries=1 ||
            fail $kExitEnvironment "npm cannot install the driver of the browsers; the reason is above"
        cp "$tests/package-lock.json" "$installed"
    fi
    end_step
    step "Testing"
    echo "$step_title"
    PHALANX_DATA=$root exec node "$tests/run.mjs" "$page" "$(realpath "$native")" "$tests/out"
fi
echo "http://localhost:$port (Ctrl + C ends it)"
exec python3 -m http.server --bind "$host" --directory "$page" "$port"
