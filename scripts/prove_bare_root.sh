#!/usr/bin/env bash
# Tests README's two commands on a system without any packages: creates a minimal Debian root, clones this checkout into it,
# runs scripts/run.sh (without a display, so it renders an image) and scripts/test.sh in it, and prints their times.
# shellcheck disable=SC2016,SC2317  # apt expands $(REPO_URI); functions are called by name
set -euo pipefail

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

die() {
    printf 'scripts/prove_bare_root.sh: %s\n' "$2" >&2
    exit "$1"
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
((EUID == 0)) || die 4 "needs root; use sudo"
for tool in debootstrap git unshare taskset apt-get; do
    command -v "$tool" >/dev/null || die 4 "$tool is missing: apt-get install debootstrap git util-linux"
done
# In a separate mount namespace, all mounts below disappear when this process ends, whatever the reason.
if [[ ${PHALANX_OWN_MOUNTS:-0} != 1 ]]; then
    PHALANX_OWN_MOUNTS=1 exec unshare --mount --propagation private -- bash "$0" "${arguments[@]}"
fi

source_dir=$(cd "$(dirname "$0")/.." && pwd)
if [[ -z $dir ]]; then dir=$(mktemp -d "${TMPDIR:-/tmp}/phalanx-bare.XXXXXX"); fi
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
bare=$dir/root
[[ ! -e $bare ]] || die 4 "$bare exists already"
checkout=/srv/phalanx

clean_up() {
    local mounted
    for mounted in dev proc sys; do umount -R -l "$bare/$mounted" 2>/dev/null || true; done
    if ((!keep)); then rm -rf --one-file-system "$bare"; fi
}
trap clean_up EXIT

# timed NAME COMMAND...: prints the output, writes it to a log, and stores the time.
times=()
timed() {
    local name=$1 start=$SECONDS status=0
    shift
    "$@" </dev/null 2>&1 | tee "$dir/$name.log" || status=$?
    times+=("$(printf '%-12s %4d s  %s' "$name" $((SECONDS - start)) "$( ((status == 0)) && echo ok || echo "exit code $status")")")
    return "$status"
}

report() {
    echo "---- on $(uname -m), $cores cores, Debian $suite, commit $commit"
    printf '%s\n' "${times[@]}"
    echo "logs and image: $dir"
}

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
[[ -n $mirror ]] || die 4 "apt has no Debian mirror on this machine"
if [[ -n $(git -C "$source_dir" status --porcelain --untracked-files=no) ]]; then
    echo "Note: uncommitted changes are not tested."
fi

timed debootstrap debootstrap --variant=minbase "$suite" "$bare" "$mirror" >/dev/null || die 4 "debootstrap failed; see $dir/debootstrap.log"
# This machine's network settings for apt, without its package sources.
apt-config dump | grep -iE '^Acquire::(https?|ftp)::' >"$bare/etc/apt/apt.conf.d/90host" || true
cp -L /etc/resolv.conf /etc/hosts "$bare/etc/"
mount -t proc proc "$bare/proc"
mount --rbind /sys "$bare/sys"
mount --rbind /dev "$bare/dev"
git clone --quiet --no-hardlinks "$source_dir" "$bare$checkout"
commit=$(git -C "$bare$checkout" rev-parse --short HEAD)

inside() {
    taskset -c "0-$((cores - 1))" chroot "$bare" env -i HOME=/root LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@"
}

status=0
timed run inside bash "$checkout/scripts/run.sh" || status=$?
if ((status == 0)); then
    cp "$bare$checkout/build/phalanx.png" "$dir/" || die 1 "run.sh rendered no image"
    timed test inside bash "$checkout/scripts/test.sh" || status=$?
fi
if ((status == 0 && full)); then timed test-full inside bash "$checkout/scripts/test.sh" --full || status=$?; fi
cp -r "$bare$checkout/build/logs" "$dir/" 2>/dev/null || true
report
exit "$status"
