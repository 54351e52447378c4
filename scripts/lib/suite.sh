#!/usr/bin/env bash
# suite.sh PROGRAM OPTION...: starts a test program for ctest. CMake puts it before the commands of the GoogleTest programs.
# With PHALANX_SUITES, an empty folder that scripts/test.sh makes for one run of ctest, the first test of a suite runs the
# whole suite in one process, and the others take their results from there: they share the start of the sanitizers and what
# a suite loads once, such as the soldier. A test that has no result there, because the process ended before, runs alone.
set -euo pipefail
program=$1
if [[ -z ${PHALANX_SUITES:-} || ! ${2:-} =~ ^--gtest_filter=([A-Za-z0-9_/]+)\.([A-Za-z0-9_/]+)$ ]]; then exec "$@"; fi
suite=${BASH_REMATCH[1]}
test=$suite.${BASH_REMATCH[2]}
folder=$PHALANX_SUITES/${program##*/}/${suite//\//-}
began=0
# CTest runs the tests of one suite one after the other (RESOURCE_LOCK).
if mkdir -p "${folder%/*}" && mkdir "$folder" 2>/dev/null; then
    began=1
    status=0
    "$program" "--gtest_filter=$suite.*" "${@:3}" >"$folder/output" 2>&1 || status=$?
    echo "$status" >"$folder/status"
fi
status=$(cat "$folder/status" 2>/dev/null || echo none) # none: ctest has ended the process, which took too long
result=$(awk -v test="$test" '
    $0 == "[ RUN      ] " test { on = 1 }
    on { print }
    on && /^\[ (      OK| FAILED | SKIPPED) \]/ && index($0, "] " test) { exit }' "$folder/output" 2>/dev/null || true)
last=${result##*$'\n'}
# The process has run all tests, and failed for no other reason than tests that failed.
whole=0
if grep -qE '^\[==========\] [0-9]+ tests? from .* ran\.' "$folder/output" 2>/dev/null; then
    if [[ $status == 0 ]] || { [[ $status == 1 ]] && grep -q '^\[  FAILED  \]' "$folder/output"; }; then whole=1; fi
fi
if ((began && !whole)); then
    tail -n 200 "$folder/output" | sed 's/\[  SKIPPED \]/[  skipped ]/' # not what ctest takes for a skipped test
    echo "The process of the suite $suite ended with status $status; its tests run one by one."
    exit 1
fi
case $last in
    '[       OK ]'*) if ((whole)); then echo "$result" && exit 0; fi ;;
    '[  SKIPPED ]'*) echo "$result" && exit 0 ;;
    '[  FAILED  ]'*) echo "$result" && exit 1 ;;
esac
exec "$@"
