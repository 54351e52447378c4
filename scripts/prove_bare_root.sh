#!/usr/bin/env bash
# Tests README's two commands on a system without any packages: creates a minimal Debian root, clones this checkout into it,
# runs scripts/run.sh (without a display, so it renders an image) and scripts/test.sh in it, and prints their times.
# shellcheck source=scripts/lib/bare_root.sh
source "$(dirname "$0")/lib/bare_root.sh"

usage() {
    cat <<'HELP'
Usage: scripts/prove_bare_root.sh [--suite bookworm|trixie] [--full] [--cores N] [--dir FOLDER] [--keep]

Needs root and debootstrap. Tests committed files only. Uses the mirror of this machine's apt.
  --suite NAME   the Debian release; default: bookworm (12)
  --full         also runs scripts/test.sh --full
  --cores N      number of cores; default: 2, as for the times in the README
  --dir FOLDER   folder for root, image and logs; default: a new folder in $TMPDIR or /tmp
  --keep         keep the root
HELP
}

arguments=("$@")
suite=bookworm full=0 cores=2 dir='' keep=0
while (($# > 0)); do
    case $1 in
    --suite) suite=${2:?--suite needs a name} && shift ;;
    --cores) cores=${2:?--cores needs a number} && shift ;;
    --dir) dir=${2:?--dir needs a folder} && shift ;;
    --full) full=1 ;;
    --keep) keep=1 ;;
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && die 2 "unknown option $1" ;;
    esac
    shift
done
begin_roots "${arguments[@]}"
make_root "$suite" root
clone_checkout

status=0
timed run inside bash "$checkout/scripts/run.sh" || status=$?
if ((status == 0)); then
    cp "$bare$checkout/build/phalanx.png" "$dir/" || die 1 "run.sh rendered no image"
    timed test inside bash "$checkout/scripts/test.sh" || status=$?
fi
if ((status == 0 && full)); then timed test-full inside bash "$checkout/scripts/test.sh" --full || status=$?; fi
cp -r "$bare$checkout/build/logs" "$dir/" 2>/dev/null || true
report "$suite"
echo "logs and image: $dir"
exit "$status"
