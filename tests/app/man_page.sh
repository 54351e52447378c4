#!/usr/bin/env bash
# The manual page has every command and every option that --help shows, and roff accepts it without a warning.
source "$(dirname "$0")/support/app.sh"
source "$(dirname "$0")/support/help.sh"
page=$PHALANX_BUILD_DIR/manual/phalanx.1

commands_of_help
for command in "${commands[@]}"; do
    grep -qxF "\\fB$command\\fR" <<<"$(sed -E 's/(\\fR).*/\1/' "$page")" || fail "the command $command is not in the page"
    options_of_help "$command"
    for option in "${options[@]}"; do
        said "$page" "\\fB${option//-/\\-}\\fR"
    done
done
said "$page" ".SH OPTIONS OF COMMANDS" "Default: phalanx" "Values: 10 to 20000" "display, GL or disk" "PHALANX_DATA"
gzip -d -c "$page.gz" | cmp - "$page" || fail "phalanx.1.gz is another page"

if command -v man >/dev/null; then
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 expect 0 man --warnings -E UTF-8 -l -Tutf8 -Z "$page"
    [[ ! -s stderr ]] || fail "warnings: $(head -n 5 stderr)"
elif command -v mandoc >/dev/null; then
    expect 0 mandoc -T lint -W warning "$page"
else
    skip "neither man nor mandoc is installed; the text of the page is correct"
fi
