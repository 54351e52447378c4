#!/usr/bin/env bash
# Builds the page (WebAssembly and WebGL 2) into build/web/page and serves it on this machine.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

usage() {
    cat <<'HELP'
Usage: scripts/web.sh [--build | --test] [--port N]

Installs missing packages (as root or with sudo), gets the sources of Dear ImGui, meshoptimizer and Draco from the source
packages of this Debian release, builds the page into build/web/page, and serves it at http://localhost:8000 until Ctrl + C.
The folder's files can be copied to any web server and any path.
  --build    only builds
  --test     builds, then tests the page in Chromium and Firefox (tests/web), and compares its images with those of
             build/release, if that is built. build/web/test/out gets the screenshots. About 15 minutes on two cores.
  --port N   the port; default: 8000
PHALANX_NO_APT=1 skips the check and installation of packages.
HELP
}

port=8000 only_build=0 test=0
while (($# > 0)); do
    case $1 in
        --build) only_build=1 ;;
        --test) test=1 ;;
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
    "${apt[@]}" update
    (cd "$lists" && "${apt[@]}" --download-only source "${missing[@]}")
    for library in "${missing[@]}"; do
        rm -rf "$folder/$library.part"
        mkdir "$folder/$library.part"
        tar -x -f "$lists/$library"_*.orig.tar.* -C "$folder/$library.part" --strip-components=1
        mv "$folder/$library.part" "$folder/$library"
    done
}

step_count=$((test ? 5 : 4))
step "Packages"
packages=("${packages_run[@]}" "${packages_web[@]}")
((test)) && packages+=("${packages_web_test[@]}")
ensure_packages "${packages[@]}"
step "Sources"
logged web-sources get_sources imgui meshoptimizer draco
end_step
# Debian's Emscripten finds its own helpers only by this.
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
step "Configuring"
configure web
step "Building"
build web phalanx_page

page=$root/build/web/page
echo "The page: $page"
((only_build)) && exit 0
if ((test)); then
    # Node resolves packages from the folder of the file that imports them, so the tests run as a copy beside them.
    tests=$root/build/web/test
    mkdir -p "$tests"
    step "Driver of the browsers (npm)"
    cp -r tests/web/. "$tests"
    logged web-npm npm ci --prefix "$tests" --ignore-scripts --no-audit --no-fund || exit $kExitEnvironment
    end_step
    native=$root/build/release/bin/phalanx
    [[ -x $native ]] || native=
    PHALANX_DATA=$root exec node "$tests/run.mjs" "$page" "$native" "$tests/out"
fi
echo "http://localhost:$port (Ctrl + C ends it)"
exec python3 -m http.server --bind 127.0.0.1 --directory "$page" "$port"
