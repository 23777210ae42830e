#!/usr/bin/env bash
# How many of a module's clauses does a search of all of its exported functions come to?
#
#   scripts/coverage.sh [MODULE…]
#
# SECONDS_EACH (120) are spent on a module, on JOBS (2) cores. Clauses that only the compiler wrote do
# not count. ERMINE names the command.
set -euo pipefail

ermine=${ERMINE:-ermine}
seconds=${SECONDS_EACH:-120}
jobs=${JOBS:-2}
modules=("$@")
if [ ${#modules[@]} -eq 0 ]; then
    modules=(lists orddict ordsets calendar erl_internal otp_internal string)
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf '%-14s %9s %8s %8s %8s\n' module functions clauses reached percent
for module in "${modules[@]}"; do
    functions=$(erl -noinput -eval "io:format(\"~b\", [length($module:module_info(exports)) - 2]), halt().")
    # Functions that are exhausted early leave time for another round of all: it goes on from what the
    # rounds before have reached.
    round=0
    began=$SECONDS
    left=$seconds
    while [ "$left" -gt $((seconds / 10)) ]; do
        "$ermine" check "$module" --all --jobs "$jobs" --time "$((left * jobs * 1000 / functions))ms" --quiet \
            --seed "$round" --corpus "$folder/$module" --lcov "$folder/$module.info" > "$folder/$module.txt" || true
        round=$((round + 1))
        left=$((seconds - (SECONDS - began)))
    done
    awk -F: -v module="$module" -v functions="$functions" '
        $1 == "BRF" { known += $2 }
        $1 == "BRH" { reached += $2 }
        END { printf "%-14s %9d %8d %8d %8.2f\n", module, functions, known, reached, 100 * reached / known }
    ' "$folder/$module.info"
done
