#!/usr/bin/env bash
# Everything that must hold before a change goes in. The tests come last, so that their summary is
# the last thing to be read.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { echo "== $*"; "$@"; }

scripts/lint.sh
if grep -rqE --include='*.rs' '^ *//[/!] ```' crates/*/src; then
    step cargo test --workspace --doc --quiet
fi
if command -v cargo-nextest >/dev/null; then
    step cargo nextest run --workspace "$@"
else
    step cargo test --workspace --lib --bins --tests "$@"
fi
