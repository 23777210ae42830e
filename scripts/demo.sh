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

title "A shop that adds up an order …"
show eval examples/shop.erl total '[[{book, 2, 1500}, {pen, 10, 120}], none]'

title "… and an order nobody thought of"
show_crash eval examples/shop.erl total '[[{gift, 0, 0}], {share, 5}]'

title "A parser of frames, and a frame without values"
show eval examples/protocol.erl decode '[<<1, 0, 5, "hello", 2, 0, 3, 7, 255, 254>>]'
show_crash eval examples/protocol.erl decode '[<<3, 0, 0>>]'

printf '\nNext to come: finding such inputs by itself.\n'
