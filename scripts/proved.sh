#!/usr/bin/env bash
# How many functions of a module are proved, and how many were before there was an analysis? And does a loop
# over a list cost a proof more runs, the deeper one looks?
#
#   scripts/proved.sh [--runs N] [--time TIME] [MODULE…]
#
# Checks each module with --depth 20, 100 and 400, and once with --no-prune, on one core and with at most N (300)
# runs a function, or TIME (30s) if that is over first. Prints for each module how many functions it exports, how
# many have a finding, and how many are proved: by taking all paths alone (`before`), and now, by whom. `of 100` is how
# many of 100 functions without a finding are proved. Then the functions of the first module that have neither; and the
# runs of all functions that the analysis proves, by depth, and those that differ.
# Exit codes: 0 no proof takes more runs the deeper one looks, 1 some do, 2 could not run.
#
# ERMINE names another command than the release build. Needs jq.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.tools/bin:$PATH"

runs=300
time=30s
modules=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        --runs) runs="$2"; shift 2 ;;
        --time) time="$2"; shift 2 ;;
        -*) echo "usage: scripts/proved.sh [--runs N] [--time TIME] [MODULE…]" >&2; exit 2 ;;
        *) modules+=("$1"); shift ;;
    esac
done
if [[ ${#modules[@]} -eq 0 ]]; then
    modules=(lists orddict ordsets maps queue gb_sets gb_trees proplists string calendar binary base64 uri_string)
fi
ermine="${ERMINE:-${CARGO_TARGET_DIR:-target}/release/ermine}"
[[ -x "$ermine" ]] || { echo "proved: $ermine is missing: cargo build --release" >&2; exit 2; }
command -v jq > /dev/null || { echo "proved: jq is missing" >&2; exit 2; }

folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
check() {
    "$ermine" --quiet check "${modules[@]}" --all --jobs 1 --runs "$runs" --time "$time" --format json "${@:2}" \
        > "$folder/$1.json" || [[ $? -eq 1 ]] || { echo "proved: the check failed" >&2; exit 2; }
}
for depth in 20 100 400; do check "$depth" --depth "$depth"; done
check before --no-prune

{
    printf 'module\texports\tfindings\tbefore\tnow\tanalysis\tboth\tmixed\tpaths\tof 100\n'
    jq -rn --slurpfile now "$folder/100.json" --slurpfile before "$folder/before.json" '
        def where: .mfa | split(":")[0];
        def proved: map(select(.verdict == "proved"));
        def by($how): map(select(.proof == $how)) | length;
        ($before[0].functions | proved | map(select(.proof == "paths" or .proof == "both").mfa)) as $paths |
        $now[0].functions | (group_by(where) | map({name: (.[0] | where), all: .})) + [{name: "total", all: .}] |
        .[] | .name as $name | .all | (map(select(.verdict == "crash")) | length) as $crash | proved as $proved |
        [$name, length, $crash, (map(.mfa) | map(select(IN($paths[]))) | length), ($proved | length),
         ($proved | by("analysis"), by("both"), by("mixed"), by("paths")),
         (if length == $crash then "-" else ($proved | length) * 100 / (length - $crash) | floor end)] | @tsv'
} | column -t -s $'\t'

echo
echo "neither proved nor crashed, of ${modules[0]}:"
jq -r --arg name "${modules[0]}:" '
    .functions[] | select(.verdict == "no_crash_found" and (.mfa | startswith($name))) |
    "  \(.mfa): \([.operations.left[]? | "\(.what) (\(.why))"] | unique | join(", "))"' "$folder/100.json"

echo
for depth in 20 100 400; do
    jq -r '.functions[] | select(.proof == "analysis" or .proof == "both") | "\(.mfa) \(.stats.runs)"' \
        "$folder/100.json" | cut -d ' ' -f 1 > "$folder/names"
    jq -r --rawfile names "$folder/names" '
        ($names | split("\n")) as $names | .functions[] | select(.mfa | IN($names[])) |
        "\(.mfa) \(.proof) \(.stats.runs)"' "$folder/$depth.json" | LC_ALL=C sort > "$folder/runs.$depth"
    echo "--depth $depth: $(wc -l < "$folder/runs.$depth") functions proved by analysis," \
        "$(awk '{ sum += $3 } END { print sum + 0 }' "$folder/runs.$depth") runs," \
        "at most $(awk '$3 > most { most = $3 } END { print most + 0 }' "$folder/runs.$depth")"
done
# Columns: the function, its runs with --depth 20, 100 and 400.
LC_ALL=C join "$folder/runs.20" "$folder/runs.100" | LC_ALL=C join - "$folder/runs.400" |
    awk '{ print "  " $1, $3, $5, $7 }' | awk '$2 != $3 || $3 != $4' | tee "$folder/differ"
awk '$3 > $2 || $4 > $3 { more = 1 } END { exit more }' "$folder/differ"
