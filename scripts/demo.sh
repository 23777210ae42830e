#!/usr/bin/env bash
# Shows what Ermine can do today; each command is printed as one would type it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

ermine="${CARGO_TARGET_DIR:-target}/release/ermine"
[[ -x "$ermine" ]] || { echo "demo: $ermine is missing: run make demo" >&2; exit 2; }

title() { printf '\n\033[1m# %s\033[0m\n' "$*"; }

# Prints the command with its arguments quoted where a shell needs it, then runs it.
show() {
    printf '$ ermine'
    for argument in "$@"; do
        if [[ "$argument" =~ ^[A-Za-z0-9_./=:-]+$ ]]; then printf ' %s' "$argument"; else printf " '%s'" "$argument"; fi
    done
    printf '\n'
    "$ermine" "$@"
}

# For calls that are meant to crash: the exit code tells so, and the demo goes on.
show_crash() { show "$@" || true; }

title "Is everything there?"
show doctor

title "Any function of any module, as the compiler sees it"
show core lists map/2

title "OTP's own library, interpreted"
show eval lists sort '[[3, 1, 2]]'

title "A shop that adds up an order: which order crashes it?"
show_crash run examples/shop.erl total --depth 20

title "The same, as the shell would show it"
show_crash eval examples/shop.erl total '[[], {share, 0}]'

title "The same as a test, which fails until the bug is repaired"
show_crash run examples/shop.erl total --depth 20 --format eunit

title "A parcel that no price fits"
show_crash run examples/shop.erl shipping
