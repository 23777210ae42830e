#!/usr/bin/env bash
# Is `proved` true? Calls every function that `ermine check` calls proved with random arguments within its spec,
# in a plain `erl`.
#
#   scripts/proofs.sh [--calls N] [--time TIME] [--report FILE] [APPLICATION…]
#
# Checks the applications (stdlib, kernel and the cases, if none is named; TIME a function, 2s) and calls each
# proved function N (1000) times; functions without arguments are called ten times. A call that raises, or that
# takes longer than a second, is a false proof and printed. A report that is there already is not made again.
# Exit codes: 0 all proofs hold, 1 some do not, 2 could not run.
#
# ERMINE names another command than the release build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.tools/bin:$PATH"

calls=1000
time=2s
report=""
targets=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        --calls) calls="$2"; shift 2 ;;
        --time) time="$2"; shift 2 ;;
        --report) report="$2"; shift 2 ;;
        -*) echo "usage: scripts/proofs.sh [--calls N] [--time TIME] [--report FILE] [APPLICATION…]" >&2; exit 2 ;;
        *) targets+=("$1"); shift ;;
    esac
done
files=()
if [[ ${#targets[@]} -eq 0 ]]; then
    targets=(stdlib kernel tests/cases)
    mapfile -t files < <(find tests/cases -name '*.erl' | sort)
fi

ermine="${ERMINE:-${CARGO_TARGET_DIR:-target}/release/ermine}"
[[ -x "$ermine" ]] || { echo "proofs: $ermine is missing: cargo build --release" >&2; exit 2; }
cargo build --release --quiet --package differential --bin proofs || exit 2

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
if [[ -z "$report" || ! -e "$report" ]]; then
    report="${report:-$folder/report.json}"
    code=0
    "$ermine" --quiet check "${targets[@]}" --time "$time" --format json --output "$report" || code=$?
    [[ $code -le 1 ]] || { echo "proofs: ermine ended with $code" >&2; exit 2; }
fi
mkdir "$folder/erl"
"${CARGO_TARGET_DIR:-target}/release/proofs" "$report" "$calls" "$folder/erl" ${files[@]+"${files[@]}"}
