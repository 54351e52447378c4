# shellcheck shell=bash
# Shared by run.sh and test.sh: steps with their times, packages, configuring and building.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
# shellcheck source=scripts/lib/packages.sh
source scripts/lib/packages.sh

readonly kExitEnvironment=4  # the program's exit code for a missing part of the environment
script=scripts/$(basename "$0")
logs=${PHALANX_LOGS:-build/logs}
step_number=0
step_count=0  # set by the script
step_title=
step_start=0

now_ms() { echo $((${EPOCHREALTIME/./} / 1000)); }

seconds_since() {
    local ms=$(($(now_ms) - $1))
    printf '%d.%d s' $((ms / 1000)) $((ms % 1000 / 100))
}

# fail CODE TEXT: prints a one-line error and exits.
fail() {
    printf '%s: %s\n' "$script" "$2" >&2
    exit "$1"
}

# step TITLE starts a step, end_step [NOTE] ends it: "[2/4] Configuring ... 3.1 s".
step() {
    step_number=$((step_number + 1))
    step_title="[$step_number/$step_count] $1"
    step_start=$(now_ms)
    if [[ -t 1 ]]; then printf '%s ...' "$step_title"; fi
}

end_step() {
    if [[ -t 1 ]]; then printf '\r\033[K'; fi
    printf '%s ... %s%s\n' "$step_title" "$(seconds_since "$step_start")" "${1:+ ($1)}"
}

readonly kProgressSeconds=15 # between two lines of progress where stdout is no terminal

# show_progress: reads ninja's output and shows how far it is: in the step's line on a terminal, else in a line now and then.
show_progress() {
    local line next=$((SECONDS + kProgressSeconds)) begun=$SECONDS
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        if [[ -t 1 ]]; then
            printf '\r\033[K%s ... %s/%s' "$step_title" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        elif ((SECONDS >= next)); then
            printf '      %s of %s steps after %d s\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" $((SECONDS - begun))
            next=$((SECONDS + kProgressSeconds))
        fi
    done
}

# logged NAME COMMAND...: runs a command with its output in a log, and shows ninja's progress.
# If the command fails, prints the end of the log and returns the command's status.
logged() {
    local log=$logs/$1.log status=0
    shift
    mkdir -p "$logs"
    "$@" </dev/null 2>&1 | tee "$log" | show_progress || status=$?
    if ((status != 0)); then
        end_step failed
        # Compiler errors may be far above the end, because other files are built in parallel.
        grep -E -A12 'error:|Error|FAILED:|undefined reference' "$log" | head -n 60 >&2 || true
        printf -- '---- the end of %s ----\n' "$log" >&2
        tail -n 25 "$log" >&2
    fi
    return "$status"
}

# missing_packages PACKAGE...: prints those that are not installed.
missing_packages() {
    local installed package
    installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true)
    for package in "$@"; do
        grep -qxF "$package installed" <<<"$installed" || echo "$package"
    done
}

# ensure_packages PACKAGE...: installs the missing ones; calls neither apt nor sudo if all are installed.
# PHALANX_NO_APT=1 assumes that everything is installed under other names (another distribution, libraries built by hand).
ensure_packages() {
    local missing as_root=()
    if [[ ${PHALANX_NO_APT:-0} == 1 ]]; then
        end_step "not checked: PHALANX_NO_APT"
        return
    fi
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        fail $kExitEnvironment "no apt on this system. Install the equivalents of these Debian packages, then run this again with PHALANX_NO_APT=1: $*"
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        end_step "all installed"
        return
    fi
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            fail $kExitEnvironment "packages are missing, and installing them needs root or sudo. As root: apt-get install ${missing[*]}"
        fi
        as_root=(sudo)
        # Without a terminal no password can be entered.
        if [[ ! -t 0 ]]; then as_root=(sudo -n); fi
        if ! "${as_root[@]}" true; then
            fail $kExitEnvironment "packages are missing, and sudo failed. As root: apt-get install ${missing[*]}"
        fi
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
    local install=("${apt[@]}" install -y --no-install-recommends "${missing[@]}")
    # A new machine has no package lists, and old lists refer to deleted files: then update the lists and try again.
    if ! apt-cache show --no-all-versions "${missing[@]}" >/dev/null 2>&1 || ! quietly "${install[@]}"; then
        logged apt-update "${apt[@]}" update || fail $kExitEnvironment "apt-get update failed; the reason is above"
        logged apt-install "${install[@]}" ||
            fail $kExitEnvironment "apt-get cannot install: ${missing[*]}; the reason is above"
    fi
    end_step "installed ${#missing[@]}: ${missing[*]}"
}

# ensure_each PACKAGE...: installs those of the missing ones that can be installed.
ensure_each() {
    local package lacking=()
    for package in "$@"; do
        (ensure_packages "$package") >/dev/null 2>&1 || lacking+=("$package")
    done
    end_step "${lacking[*]:+cannot be installed: ${lacking[*]}}"
}

quietly() {
    mkdir -p "$logs"
    "$@" </dev/null >"$logs/apt-install.log" 2>&1
}

# The number of parallel compilers: one per core, but at most one per 1.5 GB of available memory.
job_count() {
    local cores memory_kb by_memory
    cores=$(nproc)
    memory_kb=$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)
    by_memory=$((memory_kb / 1500000))
    if ((by_memory < 1)); then by_memory=1; fi
    echo $((by_memory < cores ? by_memory : cores))
}

# configure PRESET [-DNAME=VALUE ...]
configure() {
    local preset=$1
    shift
    if command -v ccache >/dev/null; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
        # Without these ccache does not cache sources with precompiled headers.
        export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_ctime,include_file_mtime
    fi
    logged "configure-$preset" cmake --preset "$preset" "$@" || fail 1 "configuring failed: $logs/configure-$preset.log"
    end_step
}

# build PRESET [TARGET...]
build() {
    local preset=$1 targets=()
    shift
    if (($# > 0)); then targets=(--target "$@"); fi
    logged "build-$preset" cmake --build --preset "$preset" -j "$(job_count)" "${targets[@]}" ||
        fail 1 "the build failed: $logs/build-$preset.log"
    end_step
}
