#!/usr/bin/env bash
# Is `proved` true? Calls every function that `ermine check` calls proved with random arguments within its spec,
# in a plain `erl`.
#
#   scripts/proofs.sh [--calls N] [--time TIME] [--report FILE] [APPLICATION…]
#   scripts/proofs.sh --analysis [--calls N] [APPLICATION…]
#
# Checks the applications (stdlib, kernel and the cases, if none is named; TIME a function, 2s) and calls each
# proved function N (1000) times; functions without arguments are called ten times. A call that raises, or that
# does not end within 20 seconds, or returns what the spec does not allow, is a false proof and printed. A report that is there already is not made again.
# With --analysis nothing is searched: every function of stdlib and kernel (or of the applications of OTP that are
# named) that the analysis alone shows to be safe is called N (10000) times.
# Exit codes: 0 all proofs hold, 1 some do not, 2 could not run.
#
# ERMINE names another command than the release build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.tools/bin:$PATH"

calls=""
analysis=""
time=2s
report=""
targets=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        --analysis) analysis=yes; shift ;;
        --calls) calls="$2"; shift 2 ;;
        --time) time="$2"; shift 2 ;;
        --report) report="$2"; shift 2 ;;
        -*) echo "usage: scripts/proofs.sh [--analysis] [--calls N] [--time TIME] [--report FILE] [APPLICATION…]" >&2; exit 2 ;;
        *) targets+=("$1"); shift ;;
    esac
done
if [[ -n "$analysis" ]]; then
    [[ ${#targets[@]} -gt 0 ]] || targets=(stdlib kernel)
    mapfile -t modules < <(
        for target in "${targets[@]}"; do
            folder="$(erl -noshell -eval "io:format(\"~ts\", [code:lib_dir($target, ebin)]), halt().")"
            find "$folder" -name '*.beam' -exec basename {} .beam \;
        done | sort
    )
    [[ ${#modules[@]} -gt 0 ]] || { echo "proofs: no modules of ${targets[*]}" >&2; exit 2; }
    cargo build --release --quiet --package differential --bin proofs || exit 2
    folder="$(mktemp -d)"
    trap 'rm -rf "$folder"' EXIT
    "${CARGO_TARGET_DIR:-target}/release/proofs" analysis "${calls:-10000}" "$folder" "${modules[@]}"
    exit
fi
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
"${CARGO_TARGET_DIR:-target}/release/proofs" "$report" "${calls:-1000}" "$folder/erl" ${files[@]+"${files[@]}"}
