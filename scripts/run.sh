#!/usr/bin/env bash
# Installs what running needs, builds Phalanx and opens its window; where there is no display, renders a picture.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'HELP'
Usage: scripts/run.sh [MODEL...] [OPTIONS OF phalanx run]

Installs the packages that are missing (root or sudo), builds build/release/bin/phalanx and runs it. Without a display
it renders a picture with `phalanx shot` instead and says where the picture lies.
PHALANX_NO_APT=1 leaves the system's packages alone.
HELP
    exit 0
fi

step_count=4
step "Packages"
ensure_packages "${packages_run[@]}"
step "Configuring"
configure release
step "Building"
build release phalanx

phalanx=build/release/bin/phalanx
if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    step "Running"
    end_step "$phalanx run $*"
    exec "$phalanx" run "$@"
fi
step "No display, rendering a picture"
picture=$root/build/phalanx.png
status=0
"$phalanx" shot "$@" -o "$picture" </dev/null || status=$?
if ((status != 0)); then
    end_step failed
    exit "$status"
fi
end_step
echo "The picture: $picture"
