#!/usr/bin/env bash
# Installs the required packages, builds Phalanx and opens its window; without a display, renders an image.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

if [[ ${1:-} == --help || ${1:-} == -h ]]; then
    cat <<'HELP'
Usage: scripts/run.sh [MODEL...] [OPTIONS OF phalanx run]

Installs missing packages (as root or with sudo), builds build/release/bin/phalanx and runs it. Without a display it
renders an image with `phalanx shot` instead and prints the image's path; options that only apply to the window are
ignored then.
PHALANX_NO_APT=1 skips the check and installation of packages.
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

# Options of `phalanx run` that `phalanx shot` does not have, or that mean something else there, such as --frames.
options=()
left_out=()
while (($# > 0)); do
    case $1 in
        --fullscreen | --no-vsync | --no-ui | --frames=* | --ui-scale=* | --dump-state=*) left_out+=("$1") ;;
        --frames | --ui-scale | --dump-state)
            left_out+=("$1${2:+ $2}")
            if (($# > 1)); then shift; fi
            ;;
        *) options+=("$1") ;;
    esac
    shift
done

step "No display, rendering an image"
picture=$root/build/phalanx.png
status=0
"$phalanx" shot "${options[@]}" -o "$picture" </dev/null || status=$?
if ((status != 0)); then
    end_step failed
    exit "$status"
fi
end_step
if ((${#left_out[@]} > 0)); then
    printf 'Ignored, because they only apply to the window:'
    printf ' %s' "${left_out[@]}"
    echo
fi
echo "Image: $picture"
