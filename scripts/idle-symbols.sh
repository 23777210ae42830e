#!/usr/bin/env bash
# What does the symbolic half cost when nothing is symbolic? Instructions of each benchmark program,
# against a build from which the questions "is this symbolic?" are compiled out. Instructions are
# counted and not timed, so that the answer is the same on a busy machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v valgrind >/dev/null || { echo "idle-symbols: valgrind is missing" >&2; exit 2; }
targets=${CARGO_TARGET_DIR:-target}
cargo build --release --quiet --package cli --target-dir "$targets/with-symbols"
RUSTFLAGS="${RUSTFLAGS:-} --cfg without_symbols" \
    cargo build --release --quiet --package cli --target-dir "$targets/without-symbols"

# Instructions of one program, what comes before and after it apart.
instructions() { # with|without program
    local counted
    counted=$(mktemp)
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --trace-children=no \
        --toggle-collect='interpreter::machine::Machine::call' \
        "$targets/$1-symbols/release/ermine" eval "$2" run >/dev/null 2>"$counted"
    awk '/Collected :/ { print $4 }' "$counted"
    rm "$counted"
}

printf '%-18s %15s %15s %7s\n' program with without ratio
for program in ${*:-crates/bench/programs/*.erl}; do
    with=$(instructions with "$program")
    without=$(instructions without "$program")
    printf '%-18s %15d %15d %7.3f\n' "$(basename "$program" .erl)" "$with" "$without" \
        "$(awk "BEGIN { print $with / $without }")"
done | tee >(cat >&2) |
    awk '{ total += log($4); count += 1 } END { printf "geometric mean %.3f\n", exp(total / count) }'
