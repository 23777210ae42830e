#!/usr/bin/env bash
# Does `ermine check` come to the same findings when its solvers and its node are killed again and again?
#
#   scripts/soak.sh [--minutes N] [--runs N] [--time TIME] [TARGET…]
#
# Checks the targets (stdlib, if none is named) twice, with as many runs for each function in both:
# once in peace, and once while a solver is killed every few seconds and the node every minute. The
# second check is repeated until the minutes (10) are over, and every time must find what the first
# found. A search that was stopped by time finds more or less by chance: such functions are counted
# (`by time`) and left out of the comparison. Neither is a crash lost that the report tells as one that
# depends on the order of the processes, because the BEAM took another order this time (`by order`).
# Prints a table. Exit codes: 0 the same findings, 1 not, 2 could not run.
#
# ERMINE names another command than the release build; SOLVER_PAUSE (5) and NODE_PAUSE (60) are the
# longest times between two kills, in seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="$PWD/.tools/bin:$PATH"

minutes=10
runs=20
time=5s
targets=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        --minutes) minutes="$2"; shift 2 ;;
        --runs) runs="$2"; shift 2 ;;
        --time) time="$2"; shift 2 ;;
        -*) echo "usage: scripts/soak.sh [--minutes N] [--runs N] [--time TIME] [TARGET…]" >&2; exit 2 ;;
        *) targets+=("$1"); shift ;;
    esac
done
[[ ${#targets[@]} -gt 0 ]] || targets=(stdlib)

ermine="${ERMINE:-${CARGO_TARGET_DIR:-target}/release/ermine}"
[[ -x "$ermine" ]] || { echo "soak: $ermine is missing: cargo build --release" >&2; exit 2; }
command -v python3 >/dev/null || { echo "soak: python3 is missing" >&2; exit 2; }
solver_pause="${SOLVER_PAUSE:-5}"
node_pause="${NODE_PAUSE:-60}"

folder="$(mktemp -d)"
ermine_pid=""
finish() {
    [[ -z "$ermine_pid" ]] || kill "$ermine_pid" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

# What one worker finds that is stopped by runs is to depend on nothing but the program. Hangs are found by
# reductions, and few of these keep the check short.
check=("$ermine" --quiet check "${targets[@]}" --jobs 1 --runs "$runs" --time "$time" --reductions 1000000 --format json)

# The children of a process, and theirs, that are called so.
descendants() {
    local child
    for child in $(pgrep -P "$1" || true); do
        [[ "$(cat "/proc/$child/comm" 2>/dev/null)" != $2 ]] || echo "$child"
        descendants "$child" "$2"
    done
}

# Kills one of them, whichever; fails if there is none.
kill_one() {
    local found
    mapfile -t found < <(descendants "$1" "$2")
    [[ ${#found[@]} -gt 0 ]] || return 1
    kill -KILL "${found[RANDOM % ${#found[@]}]}" 2>/dev/null
}

# Kills what the process started, until it is over. Writes how many it killed.
disturb() {
    local pid="$1" solvers=0 nodes=0 next_node=$((SECONDS + node_pause))
    while kill -0 "$pid" 2>/dev/null; do
        sleep "$((RANDOM % solver_pause)).$((RANDOM % 10))"
        ! kill_one "$pid" '@(z3|cvc5)' || solvers=$((solvers + 1))
        if [[ $SECONDS -ge $next_node ]]; then
            ! kill_one "$pid" 'beam.smp' || nodes=$((nodes + 1))
            next_node=$((SECONDS + node_pause))
        fi
        echo "$solvers $nodes" >"$folder/killed"
    done
}

# Compares two reports. Prints FUNCTIONS FINDINGS UNCONFIRMED FAILURES BY_TIME BY_ORDER of the second, and the
# findings that only one of them has, a line each: function, kind, error and place. The smallest input may be
# another, and is not compared.
digest() {
    python3 - "$1" "$2" <<'PYTHON'
import json, sys
from collections import Counter

ORDER = "a crash that depends on the order of the processes"

def read(path):
    report = json.load(open(path))
    findings, by_time, by_order, unconfirmed = set(), set(), Counter(), 0
    for function in report["functions"]:
        if function["stop"] == "time":
            by_time.add(function["mfa"])
        by_order[function["mfa"]] = sum(gap["count"] for gap in function["incomplete"] if gap["what"] == ORDER)
        for finding in function["findings"]:
            unconfirmed += finding["confirmation"] == "not_tried"
            reason = (finding["reason"] or "").split(",")[0].strip("{[}")
            place = f'{finding["file"]}:{finding["line"]}'
            findings.add((function["mfa"], finding["kind"], finding["class"] or "-", reason, place))
    failures = len((report.get("check") or {}).get("failures", []))
    return len(report["functions"]), findings, unconfirmed, failures, by_time, by_order

_, expected, _, _, expected_by_time, expected_by_order = read(sys.argv[1])
functions, found, unconfirmed, failures, by_time, by_order = read(sys.argv[2])
print(functions, len(found), unconfirmed, failures, len(by_time), by_order.total())
lost, new = expected - found, found - expected
for mark, findings, told in (("lost", lost, by_order - expected_by_order), ("new", new, expected_by_order - by_order)):
    for finding in sorted(findings):
        if finding[0] in by_time | expected_by_time:
            continue
        if told[finding[0]] > 0:
            told[finding[0]] -= 1
            continue
        print(f"  {mark}:", *finding)
PYTHON
}

row() { printf '%-13s %7s %9s %8s %11s %8s %7s %8s %7s %5s %5s  %s\n' "$@"; }
row check seconds functions findings unconfirmed failures 'by time' 'by order' solvers nodes MiB 'the same?'

# A row about a check that is over, compared with the one in peace.
tell() {
    local name="$1" seconds="$2" solvers="$3" nodes="$4" same=yes
    digest "$folder/undisturbed.json" "$folder/$name.json" >"$folder/digest"
    read -r functions findings unconfirmed failures by_time by_order <"$folder/digest"
    [[ $(wc -l <"$folder/digest") -eq 1 ]] || { same=no; outcome=1; }
    [[ $name != undisturbed ]] || same=-
    row "$name" "$seconds" "$functions" "$findings" "$unconfirmed" "$failures" "$by_time" "$by_order" "$solvers" "$nodes" "$peak" "$same"
    tail -n +2 "$folder/digest"
}

# Runs a check with its peak of memory noted; the exit code of findings is no failure here.
measured_check() {
    local name="$1" code=0
    "${check[@]}" --output "$folder/$name.json" & ermine_pid=$!
    if [[ "$name" != undisturbed ]]; then disturb "$ermine_pid" & disturber=$!; fi
    peak=0
    while kill -0 "$ermine_pid" 2>/dev/null; do
        local now
        now=$(awk '/VmHWM/ { print int($2 / 1024) }' "/proc/$ermine_pid/status" 2>/dev/null || true)
        [[ -z "$now" || "$now" -le $peak ]] || peak=$now
        sleep 0.5
    done
    wait "$ermine_pid" || code=$?
    ermine_pid=""
    [[ $code -le 1 ]] || { echo "soak: ermine ended with $code" >&2; exit 1; }
}

disturber=""
peak=0
outcome=0
started=$SECONDS
measured_check undisturbed
tell undisturbed $((SECONDS - started)) 0 0

number=0
end=$((SECONDS + minutes * 60))
while [[ $number -eq 0 || $SECONDS -lt $end ]]; do
    number=$((number + 1))
    started=$SECONDS
    echo 0 0 >"$folder/killed"
    measured_check "disturbed-$number"
    wait "$disturber" || true
    read -r solvers nodes <"$folder/killed"
    tell "disturbed-$number" $((SECONDS - started)) "$solvers" "$nodes"
done
exit $outcome
