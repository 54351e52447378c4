#!/usr/bin/env bash
# Tests the packages on systems without any other packages: makes them by scripts/release.sh in a minimal Debian root, then
# installs the .deb in a second one, runs the program, opens its window, and purges it; and runs the archive.
# shellcheck source=scripts/lib/bare_root.sh
source "$(dirname "$0")/lib/bare_root.sh"

usage() {
    cat <<'HELP'
Usage: scripts/prove_package.sh [--suite bookworm|trixie] [--deb FILE] [--archive FILE] [--cores N] [--dir FOLDER] [--keep]

Needs root and debootstrap. Uses the mirror of this machine's apt. Without a file, both packages are made in a root of the
same release, from committed files.
  --suite NAME     the Debian release; default: bookworm (12)
  --deb FILE       tests this .deb
  --archive FILE   tests this .tar.gz, which may have been made on an older release
  --cores N        number of cores; default: 2
  --dir FOLDER     folder for roots, packages and logs; default: a new folder in $TMPDIR or /tmp
  --keep           keep the roots
HELP
}

arguments=("$@")
suite=bookworm deb='' archive='' cores=2 dir='' keep=0
while (($# > 0)); do
    case $1 in
    --suite) suite=${2:?--suite needs a name} && shift ;;
    --deb) deb=${2:?--deb needs a file} && shift ;;
    --archive) archive=${2:?--archive needs a file} && shift ;;
    --cores) cores=${2:?--cores needs a number} && shift ;;
    --dir) dir=${2:?--dir needs a folder} && shift ;;
    --keep) keep=1 ;;
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && die 2 "unknown option $1" ;;
    esac
    shift
done
for file in "$deb" "$archive"; do [[ -z $file || -r $file ]] || die 2 "$file: no such file"; done
begin_roots "${arguments[@]}"

if [[ -z $deb$archive ]]; then
    make_root "$suite" build-root
    clone_checkout
    status=0
    timed release inside bash "$checkout/scripts/release.sh" --no-page || status=$?
    cp -r "$bare$checkout/build/logs" "$dir/" 2>/dev/null || true
    ((status == 0)) || exit "$status"
    cp -r "$bare$checkout/build/release-files" "$dir/files"
    deb=$(echo "$dir"/files/*.deb)
    archive=$(echo "$dir"/files/*-linux-*.tar.gz)
fi

make_root "$suite" root
mkdir "$bare/srv/package"
cp "$source_dir/scripts/lib/check_package.sh" "$bare/srv/package/"
status=0
for file in "$deb" "$archive"; do
    [[ -n $file ]] || continue
    cp "$file" "$bare/srv/package/"
    name=deb
    if [[ $file == *.tar.gz ]]; then name=archive; fi
    timed "$name" inside bash /srv/package/check_package.sh "/srv/package/${file##*/}" || status=$?
done
report "$suite"
echo "packages and logs: $dir"
exit "$status"
