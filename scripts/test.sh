#!/usr/bin/env bash
# Installs the packages that the tests need, builds everything and runs all tests. Prints ctest's summary at the end.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

full=0
case ${1:-} in
--help | -h)
    cat <<'HELP'
Usage: scripts/test.sh [--full] [-- OPTIONS OF ctest]

Builds everything and runs all tests: 15 to 25 minutes on two cores. `-- -L cpu` runs one group (cpu, gl, golden, app,
gate, scripts).
--full treats warnings as errors and adds the instruction counts of fixed frames, the format of the sources, a second build
with the address and undefined-behaviour sanitizers and the tests of what reads files and what computes, 20 seconds of
fuzzing each reader, the page and its tests in browsers, and clang-tidy over the sources that changed last: 60 to 80
minutes on two cores. The page and the fuzzers are built while the tests run. build/logs/ has the output of each step.
PHALANX_NO_APT=1 skips the check and installation of packages.
HELP
    exit 0
    ;;
--full)
    full=1
    shift
    ;;
esac
if [[ ${1:-} == -- ]]; then
    shift
elif (($# > 0)); then
    fail 2 "unknown option $1; see scripts/test.sh --help"
fi

script_start=$(now_ms)
failures=()

# only_the_tracer_crashed LOG: true if every failure is a crash of LeakSanitizer itself. It may crash if a driver's thread
# ends while it searches for leaks: the test has passed then, without a result about leaks. With some memory layouts the
# crash repeats every time.
only_the_tracer_crashed() {
    local failed crashed
    failed=$(grep -oE '[0-9]+ tests failed out of' "$1" | tail -n 1 | cut -d' ' -f1 || true)
    crashed=$(grep -c '^Tracer caught signal' "$1" || true)
    ((${failed:-0} > 0 && crashed == failed))
}

# run_tests PRESET [OPTIONS OF ctest]: runs all tests, two at a time, even if some fail.
run_tests() {
    local preset=$1 status=0 suites
    shift
    echo "$step_title"
    # One process per suite (scripts/lib/suite.sh): most tests take as long as the start of sanitizers, or of a GL context.
    suites=$(mktemp -d)
    # Two tests share two cores: Mesa's software renderer needs less processor time without threads of its own.
    LP_NUM_THREADS=${LP_NUM_THREADS:-0} PHALANX_SUITES=$suites ctest --preset "$preset" -j 2 --no-tests=error "$@" \
        </dev/null 2>&1 | tee "$logs/ctest-$preset.log" || status=$?
    rm -rf "$suites"
    if ((status != 0)) && only_the_tracer_crashed "$logs/ctest-$preset.log"; then
        status=0
        echo "LeakSanitizer itself crashed after these tests had passed: running them again without leak detection."
        ASAN_OPTIONS=detect_leaks=0 ctest --preset "$preset" --rerun-failed --no-tests=error </dev/null 2>&1 | tee -a "$logs/ctest-$preset.log" || status=$?
    fi
    end_step
    if ((status != 0)); then
        failures+=("tests of the build '$preset':"$'\n'"$(python3 scripts/lib/failed_tests.py "$logs/ctest-$preset.log" || true)")
    fi
}

# ctest's line with the number of passed tests.
summary() { grep -E 'tests passed, [0-9]+ tests? failed out of' "$logs/ctest-$1.log" || echo "no summary from ctest"; }

# sources PATTERN...: the source files that the LLVM tools check, by file name patterns.
sources() {
    local pattern names=()
    for pattern in "$@"; do names+=(-o -name "$pattern"); done
    find src tests tools examples -type f \( "${names[@]:1}" \) | sort
}

check_format() {
    local files bad
    mapfile -t files < <(sources '*.h' '*.cpp')
    clang-format-14 --dry-run "${files[@]}" >"$logs/format.log" 2>&1 || true
    bad=$(grep -oE '^[^: ]+:[0-9]+:[0-9]+: (warning|error)' "$logs/format.log" | cut -d: -f1 | sort -u | paste -sd' ' || true)
    if [[ -z $bad && ! -s $logs/format.log ]]; then
        end_step "${#files[@]} files"
    else
        end_step failed
        failures+=("format: clang-format-14 -i ${bad:-(see $logs/format.log)}")
    fi
}

# The sources that changed last; scripts/tidy.sh --all checks every one.
check_tidy() {
    local finding
    if ! command -v clang++-14 >/dev/null; then
        end_step "skipped: no clang++-14"
        return
    fi
    if logged tidy-summary bash scripts/tidy.sh; then
        end_step "$(grep -oE '[0-9]+ files in [0-9]+ groups, of [0-9]+ in all' "$logs/tidy-summary.log" || true)"
    else
        while IFS= read -r finding; do failures+=("clang-tidy: $finding"); done \
            < <(grep -E '^[^ ]+:[0-9]+:[0-9]+: ' "$logs/tidy-summary.log" | head -n 10 || echo "see $logs/tidy-summary.log")
    fi
}

# build_fuzzers: into build/fuzz.
build_fuzzers() {
    cmake -S tests/fuzz -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 -DPHALANX_UNITY=ON && cmake --build build/fuzz
}

# Fuzzes the readers of containers and of glTF with libFuzzer at the same time, for 20 s, from the seeds that the tests have
# just written. docs/testing.md has the commands for longer runs.
fuzz_readers() {
    local reader options runs=() processes=()
    if ! command -v clang++-14 >/dev/null; then
        end_step "skipped: no clang++-14"
        return
    fi
    if ! logged fuzz-build build_fuzzers; then
        failures+=("building the fuzzers: $logs/fuzz-build.log")
        return
    fi
    for reader in container gltf; do
        options=(-max_total_time=20 "-artifact_prefix=$logs/")
        if [[ -f tests/fuzz/$reader.dict ]]; then options+=("-dict=tests/fuzz/$reader.dict"); fi
        mkdir -p "build/fuzz/${reader}_corpus"
        "build/fuzz/${reader}_fuzz" "${options[@]}" "build/fuzz/${reader}_corpus" "build/ci/tests/output/${reader}_corpus" \
            </dev/null >"$logs/fuzz-$reader.log" 2>&1 &
        processes+=($!)
    done
    for reader in container gltf; do
        if wait "${processes[0]}"; then
            runs+=("$reader $(grep -oE 'Done [0-9]+ runs' "$logs/fuzz-$reader.log" | cut -d' ' -f2-)")
        else
            tail -n 25 "$logs/fuzz-$reader.log" >&2
            failures+=("fuzzing $reader: $logs/fuzz-$reader.log")
        fi
        processes=("${processes[@]:1}")
    done
    end_step "${runs[*]}"
}

# Builds the page and the fuzzers while the tests run: the page's linker and the longest tests leave a core idle. Their packages
# must have been installed before. What fails here fails again in its own step, which reports it.
build_in_background() {
    nice bash scripts/web.sh --build >"$logs/page-build.log" 2>&1 || true
    if ((llvm)) && command -v clang++-14 >/dev/null; then
        nice bash -c "$(declare -f build_fuzzers); build_fuzzers" >"$logs/fuzz-build.log" 2>&1 || true
    fi
}

# Builds the page and tests it in Chromium and Firefox. Where its packages cannot be installed, it is skipped, which the
# summary says, too.
check_page() {
    local status=0 line
    wait "$background" || true
    trap - EXIT
    bash scripts/web.sh --test --native "build/$preset/bin/phalanx" </dev/null 2>&1 | tee "$logs/page.log" | show_progress ||
        status=$?
    page=$(tail -n 1 "$logs/page.log")
    if ((status == 0)); then
        end_step "$page"
        grep -E '^skipped ' "$logs/page.log" || true
    elif ((status == kExitEnvironment)); then
        page="skipped: $page"
        end_step "$page"
    else
        end_step failed
        while IFS= read -r line; do failures+=("page: $line"); done \
            < <(grep -E -A3 '^failed ' "$logs/page.log" | head -n 20 | grep . || tail -n 5 "$logs/page.log")
    fi
}

preset=release
page=
background=
left_out=(-LE '^instructions$')
packages=("${packages_run[@]}" "${packages_test[@]}")
step_count=4
llvm=0
if ((full)); then
    preset=ci
    left_out=()
    packages+=("${packages_gate[@]}")
    step_count=9
    # The sources are formatted and checked with LLVM 14; on systems without it these steps are skipped.
    if command -v clang-tidy-14 >/dev/null || apt-cache show clang-tidy-14 >/dev/null 2>&1 ||
        grep -q '^VERSION_ID="12"' /etc/os-release 2>/dev/null; then
        llvm=1
        packages+=("${packages_full[@]}")
        step_count=12
    else
        echo "Format, fuzzing and clang-tidy are skipped: this system has no clang-tidy-14."
    fi
fi
mkdir -p "$logs"

step "Packages"
ensure_packages "${packages[@]}"
if ((full)); then
    step "Packages of the page"
    # Without them the page is skipped, in its own step.
    (ensure_packages "${packages_web[@]}" "${packages_web_test[@]}") || end_step "cannot be installed"
fi
if ((llvm)); then
    step "Format of the sources"
    check_format
fi
step "Configuring ($preset)"
configure "$preset" -DPHALANX_TESTS=ON
step "Building ($preset)"
build "$preset"
if ((full)); then
    set -m # a process group of its own, to end all of it if this script ends early
    build_in_background </dev/null &
    background=$!
    set +m
    trap 'kill -- "-$background" 2>/dev/null || true' EXIT
fi
step "Testing ($preset)"
run_tests "$preset" "${left_out[@]}" "$@"
if ((full)); then
    sanitized=dev
    if ((llvm)) && command -v clang++-14 >/dev/null; then sanitized=dev-clang; fi
    step "Configuring ($sanitized: sanitizers)"
    configure "$sanitized" -DPHALANX_TESTS=ON
    step "Building ($sanitized: sanitizers)"
    build "$sanitized" phalanx phalanx_cpu_tests
    step "Testing ($sanitized: sanitizers)"
    # What reads files and what computes. Everything that draws runs in the other build only: with sanitizers and a software
    # renderer it would take too long (docs/testing.md says how to run it).
    export UBSAN_OPTIONS=print_stacktrace=1
    run_tests "$sanitized" -L '^(cpu|cli)$' "$@"
fi
if ((full)); then
    step "The page"
    check_page
fi
if ((llvm)); then
    step "Fuzzing the readers"
    fuzz_readers
    step "clang-tidy"
    check_tidy
fi

echo "Total time: $(seconds_since "$script_start")"
if ((full)); then
    echo "With sanitizers: $(summary "$sanitized")"
    echo "The page: $page"
fi
if ((${#failures[@]} > 0)); then
    printf 'FAILED: %s\n' "${failures[@]}"
    summary "$preset"
    exit 1
fi
summary "$preset"
