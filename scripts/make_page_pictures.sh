#!/usr/bin/env bash
# Takes the pictures of docs/page.md in Chromium and writes them to docs/pictures, or measures frame times.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

usage() {
    cat <<'HELP'
Usage: scripts/make_page_pictures.sh [--times | NAME...]

Needs the page and its browser tests: run scripts/web.sh --test first, which builds both.
  NAME...   takes only these pictures: scene profiler lesson picked anatomy mistakes check embed phone phone_panel
  --times   prints the frame times of the page and of build/release on this machine, as a table.
            Nothing else should run meanwhile; about 15 minutes on two cores without a GPU.
PHALANX_CHROMIUM_FLAGS="--use-angle=gl-egl": Chromium draws with the GPU; default: in software.
HELP
}

case ${1:-} in
    --help | -h) usage && exit 0 ;;
esac
page=$root/build/web/page
tests=$root/build/web/test
[[ -f $page/phalanx.wasm && -d $tests/node_modules ]] || fail 2 "the page and its tests are not built: run scripts/web.sh --test first"
cp -r "$root/tests/web/." "$tests"
if [[ ${1:-} == --times ]]; then
    native=$root/build/release/bin/phalanx
    [[ -x $native ]] || fail 2 "build/release is not built: run scripts/run.sh first"
    PHALANX_DATA=$root exec node "$tests/tools/frame_times.mjs" "$page" "$native"
fi
exec node "$tests/tools/pictures.mjs" "$page" "$root/docs/pictures" "$@"
