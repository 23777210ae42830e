#!/usr/bin/env bash
# Formatting, clippy, links in comments, and the one-way dependencies between the crates.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() { echo "== $*"; "$@"; }

# A minimal Rust installation has neither; the toolchain is its owner's, so we only say so.
if cargo fmt --version >/dev/null 2>&1; then
    step cargo fmt --all --check
else
    echo "== no rustfmt (rustup component add rustfmt): formatting is not checked"
fi
if cargo clippy --version >/dev/null 2>&1; then
    step cargo clippy --workspace --all-targets --quiet -- -D warnings
else
    echo "== no clippy (rustup component add clippy): lints are not checked"
fi
# Links in comments lead somewhere.
RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" \
    step cargo doc --workspace --lib --no-deps --quiet
step scripts/check-architecture.sh
