#!/usr/bin/env bash
# What do hostile programs come to? A table of every program of tests/hostile and every command it goes through.
#
#   scripts/hostile.sh [FILTER]
#
# For each: the exit code, the seconds it took, the most memory that Ermine, its node and its solver had, in MiB,
# whether the canaries are untouched (files, sockets, a child), and which promises were broken. FILTER is a part of
# the names, such as confirm/ or limits/large. Exit codes: 0 all promises hold, 1 some do not, 2 could not run.
#
# ERMINE names another command than the release build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.tools/bin:$PATH"

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cargo test --release --quiet --package cli --test hostile --no-run || exit 2
code=0
HOSTILE_TABLE="$folder/table" cargo test --release --quiet --package cli --test hostile -- "$@" >"$folder/log" 2>&1 || code=1
[[ -s "$folder/table" ]] || { cat "$folder/log" >&2; exit 2; }
{
    printf 'program\tcommand\texit\tseconds\tErmine\tnode\tsolver\tcanaries\tbroken\n'
    sort "$folder/table"
} | cut -c -240 | column -t -s "$(printf '\t')"
rows=$(wc -l <"$folder/table")
broken=$(awk -F '\t' '$9 != ""' "$folder/table" | wc -l)
touched=$(awk -F '\t' '$8 != "untouched"' "$folder/table" | wc -l)
programs=$(cut -f 1 "$folder/table" | sort -u | wc -l)
echo "$programs programs, $rows commands: $touched touched the canaries, $broken broke a promise"
exit $code
