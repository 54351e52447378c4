#!/usr/bin/env bash
# Runs clang-tidy over sources in groups (scripts/lib/tidy.py): those that changed last, all, or those that are named.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

readonly kLastChanged=80 # files; all of them take about 13 minutes on two cores

case ${1:-} in
--help | -h)
    cat <<HELP
Usage: scripts/tidy.sh [--all | FILE.cpp...]

Without arguments: the $kLastChanged sources that changed last, uncommitted ones first. --all: every source, about 13 minutes on
two cores. Needs clang-tidy-14 and clang-14 (scripts/test.sh --full installs them). Exit code 1 if there are findings.
HELP
    exit 0
    ;;
esac

# all_sources: src/**/*.cpp and so on, one per line, except those of the page, which need Emscripten's headers, and those of a build
# without Bullet.
all_sources() { find src tests tools examples -type f -name '*.cpp' -not -path 'src/*/web/*' -not -path 'src/bodies/no_bullet/*' -not -path 'examples/outside_*' | sort; }

# last_changed: all sources, those that changed last first; files that git does not know come first.
last_changed() {
    {
        git status --porcelain --untracked-files=all 2>/dev/null | cut -c4-
        git log --name-only --format= 2>/dev/null
        all_sources
    } | awk '/\.cpp$/ && !seen[$0]++' | while IFS= read -r file; do
        case $file in src/*/web/* | src/bodies/no_bullet/* | examples/outside_*) ;; src/* | tests/* | tools/* | examples/*) if [[ -f $file ]]; then echo "$file"; fi ;; esac
    done
}

step_count=2
step "Configuring (clang-tidy)"
# Without precompiled headers, which clang cannot read, and without unity sources; tests/fuzz is a separate project.
logged tidy-configure cmake --preset ci -B build/tidy -DPHALANX_TESTS=ON -DPHALANX_PCH=OFF -DPHALANX_UNITY=OFF ||
    fail 1 "configuring failed: $logs/tidy-configure.log"
logged tidy-configure cmake -S tests/fuzz -B build/tidy-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON || fail 1 "configuring failed: $logs/tidy-configure.log"
end_step

step "clang-tidy"
case ${1:-} in
--all) mapfile -t files < <(all_sources) ;;
'') mapfile -t files < <(last_changed | head -n "$kLastChanged") ;;
*) files=("$@") ;;
esac
status=0
"${PYTHON:-python3}" scripts/lib/tidy.py -p build/tidy -p build/tidy-fuzz --jobs "$(job_count)" "${files[@]}" \
    </dev/null >"$logs/tidy.log" 2>&1 || status=$?
if ((status != 0)); then
    end_step failed
    grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning): ' "$logs/tidy.log" || tail -n 25 "$logs/tidy.log"
    exit 1
fi
end_step "$(tail -n 1 "$logs/tidy.log"), of $(all_sources | wc -l) in all"
