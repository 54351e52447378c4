#!/usr/bin/env bash
# The installed program finds shaders and soldier under its own prefix, in any folder.
source "$(dirname "$0")/support/app.sh"
prefix=$OUTPUT/opt/phalanx

expect 0 cmake --install "$PHALANX_BUILD_DIR" --prefix "$prefix"
for file in bin/phalanx share/phalanx/assets/soldier.glb share/applications/phalanx.desktop \
    share/icons/hicolor/scalable/apps/phalanx.svg share/mime/packages/phalanx.xml share/man/man1/phalanx.1.gz \
    share/bash-completion/completions/phalanx share/zsh/site-functions/_phalanx share/fish/vendor_completions.d/phalanx.fish \
    share/doc/phalanx/{LICENSE,README.md,copyright,changelog.gz} share/doc/phalanx/docs/guide.md; do
    [[ -s $prefix/$file ]] || fail "$file is not installed"
done
# Its documents lead to nothing that is not there.
while read -r text target; do
    [[ -e $(dirname "$text")/${target%%#*} ]] || fail "$text: $target is not installed"
done < <(cd "$prefix" && grep -oE '\]\([^()#: ]+\.[a-z]+[^()]*\)' -r share/doc/phalanx --include='*.md' |
             sed -E "s|^([^:]*):\]\((.*)\)|$prefix/\1 \2|")
if command -v desktop-file-validate >/dev/null; then
    expect 0 desktop-file-validate "$prefix/share/applications/phalanx.desktop"
fi

if command -v update-mime-database >/dev/null; then
    cp -r "$prefix/share/mime" mime
    expect 0 update-mime-database mime
    grep -qF 'model/x-phalanx:*.phx' mime/globs || fail "the type of .phx files is unknown"
fi

unset PHALANX_DATA
installed=$prefix/bin/phalanx
expect 0 "$installed" --version
said stdout phalanx
expect 0 "$installed" shot --units 9 --size 160x90 -o shot.png
[[ -s shot.png ]] || fail "no picture"

# The examples of the README name files that come with it.
expect 0 "$installed" info assets/soldier.glb
expect 0 "$installed" shot assets/soldier.glb --clips assets/soldier_moves.glb --attach assets/banner.glb@UpperChest:every=2 \
    --units 9 --size 160x90 -o banners.png
cmp -s shot.png banners.png && fail "no banner is drawn"
expect 3 "$installed" info assets/no_such.glb
said stderr assets/no_such.glb

# It reads the installed shaders, not those of the source tree: with an invalid one, the error names the installed folder.
mv "$prefix/share/phalanx/shaders" "$prefix/share/phalanx/shaders.kept"
cp -r "$prefix/share/phalanx/shaders.kept" "$prefix/share/phalanx/shaders"
find "$prefix/share/phalanx/shaders" -name '*.vert' -exec sh -c 'echo "corrupted on purpose" > "$1"' sh {} \;
expect 4 "$installed" shot --units 9 --size 160x90 -o corrupted.png
said stderr "$prefix/share/phalanx/shaders"
rm -r "$prefix/share/phalanx/shaders"
mv "$prefix/share/phalanx/shaders.kept" "$prefix/share/phalanx/shaders"

# With a staging folder (DESTDIR), as packages are built.
DESTDIR=$OUTPUT/stage expect 0 cmake --install "$PHALANX_BUILD_DIR" --prefix /usr
expect 0 "$OUTPUT/stage/usr/bin/phalanx" shot --units 9 --size 160x90 -o staged.png
cmp shot.png staged.png || fail "the staged program draws another picture"
