#!/usr/bin/env bash
# Makes the files of a release in build/release-files.
# shellcheck source=scripts/lib/common.sh
source "$(dirname "$0")/lib/common.sh"

usage() {
    cat <<'HELP'
Usage: scripts/release.sh [--no-page]

Installs missing packages (as root or with sudo), builds the program and makes in build/release-files:
  phalanx_VERSION+RELEASE_ARCHITECTURE.deb       for this release of Debian
  phalanx-VERSION-linux-ARCHITECTURE.tar.gz      runs from any folder, on this release and on later ones
  phalanx-VERSION-page.tar.gz                    the page, by scripts/web.sh --build, if its packages are installed
  CHANGES.md                                     the newest part of CHANGELOG.md
  SHA256SUMS
Packs twice and compares: the same commit gives the same bytes.
  --no-page   leaves out the page
PHALANX_NO_APT=1 skips the check and installation of packages.
HELP
}

page=1
while (($# > 0)); do
    case $1 in
        --no-page) page=0 ;;
        --help | -h) usage && exit 0 ;;
        *) usage >&2 && fail 2 "unknown option $1" ;;
    esac
    shift
done

# archive FOLDER NAME FILE.tar.gz [OPTIONS OF tar]: packs FOLDER/NAME, sorted, as files of root with the time of the commit.
archive() {
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "${@:4}" -C "$1" -c "$2" | gzip -9 -n >"$3"
}

# pack FOLDER: makes the packages in build/package/FOLDER.
pack() {
    local folder=$root/build/package/$1 file name
    rm -rf "$folder"
    cpack --config build/package/CPackConfig.cmake -B "$folder" || return
    # CPack's own archive has the order of the file system.
    for file in "$folder"/*.tar.gz; do
        name=${file##*/}
        archive "$folder/_CPack_Packages/Linux/TGZ" "${name%.tar.gz}" "$file" || return
    done
}

files=$root/build/release-files
step_count=$((5 + page))
step "Packages"
ensure_packages "${packages_run[@]}" "${packages_release[@]}"
SOURCE_DATE_EPOCH=$(git show -s --format=%ct HEAD) || fail "$kExitEnvironment" "needs the git repository, for the date of the commit"
export SOURCE_DATE_EPOCH
if [[ -n $(git status --porcelain --untracked-files=no) ]]; then echo "Note: the packages contain uncommitted changes."; fi
step "Configuring"
configure package
step "Building"
build package phalanx
step "Packing"
logged pack pack packed || fail 1 "packing failed: $logs/pack.log"
end_step
step "Packing again, to compare"
logged pack-again pack packed-again || fail 1 "packing failed: $logs/pack-again.log"
rm -rf "$files"
mkdir -p "$files"
for file in build/package/packed/phalanx*.deb build/package/packed/phalanx*.tar.gz; do
    cmp "$file" "build/package/packed-again/${file##*/}" || fail 1 "${file##*/}: packing again gives other bytes"
    cp "$file" "$files/"
done
end_step "the same bytes"
if ((page)); then
    step "The page"
    mapfile -t missing < <(missing_packages "${packages_web[@]}")
    if ((${#missing[@]} > 0)); then
        end_step "left out, these packages are not installed: ${missing[*]}"
    else
        logged page bash scripts/web.sh --build || fail 1 "the page cannot be built: $logs/page.log"
        program=$(echo "$files"/phalanx-*-linux-*.tar.gz)
        archive build/web page "${program%-linux-*}-page.tar.gz" --transform='s/^page/phalanx-page/'
        end_step
    fi
fi
awk '/^## / { ++parts } parts == 1' CHANGELOG.md >"$files/CHANGES.md"
(cd "$files" && sha256sum -- *.deb *.tar.gz CHANGES.md >SHA256SUMS)
echo "$files:"
(cd "$files" && ls -l --human-readable -- *)
