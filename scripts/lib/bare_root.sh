# shellcheck shell=bash
# Shared by prove_bare_root.sh and prove_package.sh: minimal Debian roots, a clone of this checkout in them, commands with their times.
# The script sets `cores`, `dir` ("": a new folder) and `keep` by its options, then calls begin_roots with its arguments.
# shellcheck disable=SC2016,SC2154,SC2317  # apt expands $(REPO_URI); the script sets variables; functions are called by name
set -euo pipefail

script=scripts/$(basename "$0")
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
checkout=/srv/phalanx # of the clone, in a root
bare=                 # the root that make_root has created last
roots=()
times=()

# die CODE TEXT
die() {
    printf '%s: %s\n' "$script" "$2" >&2
    exit "$1"
}

# begin_roots ARGUMENTS...: checks the tools, and starts the script again in a mount namespace of its own, in which all mounts
# disappear when this process ends, whatever the reason.
begin_roots() {
    local tool
    ((EUID == 0)) || die 4 "needs root; use sudo"
    for tool in debootstrap git unshare taskset apt-get; do
        command -v "$tool" >/dev/null || die 4 "$tool is missing: apt-get install debootstrap git util-linux"
    done
    if [[ ${PHALANX_OWN_MOUNTS:-0} != 1 ]]; then
        PHALANX_OWN_MOUNTS=1 exec unshare --mount --propagation private -- bash "$0" "$@"
    fi
    if [[ -z $dir ]]; then dir=$(mktemp -d "${TMPDIR:-/tmp}/phalanx-bare.XXXXXX"); fi
    mkdir -p "$dir"
    dir=$(cd "$dir" && pwd)
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
    [[ -n $mirror ]] || die 4 "apt has no Debian mirror on this machine"
    if [[ -n $(git -C "$source_dir" status --porcelain --untracked-files=no) ]]; then
        echo "Note: uncommitted changes are not tested."
    fi
    commit=$(git -C "$source_dir" rev-parse --short HEAD)
    trap remove_roots EXIT
}

remove_roots() {
    local root mounted
    for root in "${roots[@]}"; do
        for mounted in dev proc sys; do umount -R -l "$root/$mounted" 2>/dev/null || true; done
        if ((!keep)); then rm -rf --one-file-system "$root"; fi
    done
}

# make_root SUITE NAME: creates the folder NAME below `dir` with a minimal system, and sets `bare` to it.
make_root() {
    bare=$dir/$2
    [[ ! -e $bare ]] || die 4 "$bare exists already"
    roots+=("$bare")
    timed "debootstrap-$2" debootstrap --variant=minbase "$1" "$bare" "$mirror" >/dev/null ||
        die 4 "debootstrap failed; see $dir/debootstrap-$2.log"
    # This machine's network settings for apt, without its package sources.
    apt-config dump | grep -iE '^Acquire::(https?|ftp)::' >"$bare/etc/apt/apt.conf.d/90host" || true
    cp -L /etc/resolv.conf /etc/hosts "$bare/etc/"
    mount -t proc proc "$bare/proc"
    mount --rbind /sys "$bare/sys"
    mount --rbind /dev "$bare/dev"
}

# Clones the commit of this checkout into the root.
clone_checkout() {
    git clone --quiet --no-hardlinks "$source_dir" "$bare$checkout"
}

# inside COMMAND...: runs it in the root, with an environment of its own.
inside() {
    taskset -c "0-$((cores - 1))" chroot "$bare" env -i HOME=/root LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@"
}

# timed NAME COMMAND...: prints the output, writes it to a log, and stores the time.
timed() {
    local name=$1 start=$SECONDS status=0
    shift
    "$@" </dev/null 2>&1 | tee "$dir/$name.log" || status=$?
    times+=("$(printf '%-18s %4d s  %s' "$name" $((SECONDS - start)) "$( ((status == 0)) && echo ok || echo "exit code $status")")")
    return "$status"
}

# report SUITE: the times of all that was run.
report() {
    echo "---- on $(uname -m), $cores cores, Debian $1, commit $commit"
    printf '%s\n' "${times[@]}"
}
