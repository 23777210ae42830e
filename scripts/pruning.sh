#!/usr/bin/env bash
# What does it save to leave out what cannot fail, and is anything lost by it?
#
#   scripts/pruning.sh [--runs N] [--time TIME] [MODULE, APPLICATION or FILE…]
#
# Checks each target twice, with and without --no-prune, on one core and with at most N (300) runs a function, or
# TIME (60s) if that is over first.
# Prints for each module, with and without: verdicts, runs, questions to the solver, seconds, clauses reached (the sum
# of what each search has reached) and findings; and each place that was found only in one of the two.
# Exit codes: 0 nothing is found only without pruning, 1 something is, 2 could not run.
#
# ERMINE names another command than the release build. Needs jq.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.tools/bin:$PATH"

runs=300
time=60s
targets=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        --runs) runs="$2"; shift 2 ;;
        --time) time="$2"; shift 2 ;;
        -*) echo "usage: scripts/pruning.sh [--runs N] [--time TIME] [MODULE, APPLICATION or FILE…]" >&2; exit 2 ;;
        *) targets+=("$1"); shift ;;
    esac
done
if [[ ${#targets[@]} -eq 0 ]]; then
    targets=(lists orddict ordsets calendar erl_internal otp_internal string)
fi
ermine="${ERMINE:-${CARGO_TARGET_DIR:-target}/release/ermine}"
[[ -x "$ermine" ]] || { echo "pruning: $ermine is missing: cargo build --release" >&2; exit 2; }
command -v jq > /dev/null || { echo "pruning: jq is missing" >&2; exit 2; }

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
# The first run fills the cache of modules, so that it is no matter which of the two comes first.
"$ermine" check "${targets[@]}" --all --jobs 1 --runs 1 --time "$time" --quiet > /dev/null || true
check() {
    "$ermine" check "${targets[@]}" --all --jobs 1 --runs "$runs" --time "$time" --format json "${@:2}" \
        > "$folder/$1.json" || [[ $? -eq 1 ]] || { echo "pruning: the check failed" >&2; exit 2; }
}
check with
check without --no-prune

row='
    .functions | group_by(.mfa | split(":")[0]) | (map(.) + [flatten | map(. + {module: "total"})])[] |
    [ (.[0].module // (.[0].mfa | split(":")[0])),
      (map(select(.verdict == "crash")) | length),
      (map(select(.verdict == "proved")) | length),
      (map(select(.verdict == "no_crash_found")) | length),
      (map(.stats.runs) | add),
      (map(.stats.solver.sat + .stats.solver.unsat + .stats.solver.unknown) | add),
      (map(.stats.pruned) | add),
      (map(.stats.time_ms) | add / 1000 | . * 10 | round / 10),
      (map(.coverage.clauses.reached) | add),
      (map(.findings | length) | add)
    ] | @tsv'
for which in with without; do
    echo "$which pruning:"
    printf 'module\tcrash\tproved\tneither\truns\tqueries\tpruned\tseconds\tclauses\tfindings\n' > "$folder/table"
    jq -r "$row" "$folder/$which.json" >> "$folder/table"
    column -t -s $'\t' "$folder/table"
    jq -r '.check.operations | "operations: \(.all) can fail, \(.safe) safe, \(.found) found, \(.left) left"' "$folder/$which.json"
    jq -r '.functions[] | .mfa as $mfa | .findings[] | [$mfa, .site.id, .kind] | @tsv' "$folder/$which.json" |
        sort -u > "$folder/$which.sites"
    jq -r '.functions[] | select(any(.incomplete[]; .kind == "analysis_refuted")) | "REFUTED BY A RUN: \(.mfa)"' \
        "$folder/$which.json"
    echo
done
echo "found only with pruning:"
comm -23 "$folder/with.sites" "$folder/without.sites"
echo "found only without pruning:"
comm -13 "$folder/with.sites" "$folder/without.sites" | tee "$folder/lost"
[[ ! -s "$folder/lost" ]]
