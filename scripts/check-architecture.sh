#!/usr/bin/env bash
# Do the dependencies between our crates still point one way, and is the repository free of paths
# that exist on one machine only? Prints what is wrong and exits 1.
#
# What only tests need (dev-dependencies) is free: a test may compare anything with anything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Crate → the crates of ours it may name. A crate that is not listed here fails the check: decide
# where it belongs first. So does one that is listed and not there. Those with * stand on top and may
# name all.
declare -A may_depend_on=(
    [term]=""
    [core-erlang]="term"
    [runtime]="term"
    [tables]="term runtime"
    [symbolic]="term runtime"
    [typing]="term core-erlang"
    [analysis]="term core-erlang typing"
    [schedules]=""
    [trace]="term core-erlang analysis runtime symbolic schedules"
    [solver]="term runtime symbolic typing"
    [interpreter]="term core-erlang analysis runtime tables symbolic schedules trace"
    [beam]="term core-erlang analysis runtime symbolic trace"
    [explore]="term core-erlang runtime symbolic typing solver schedules trace"
    [report]="term core-erlang runtime symbolic typing trace explore"
    [world]="term core-erlang runtime interpreter beam"
    [workbench]="term core-erlang analysis runtime symbolic typing trace solver explore report interpreter beam world"
    [cli]="*"
    [bench]="*"
    [differential]="*"
)

wrong=0
complain() { echo "architecture: $*" >&2; wrong=1; }

# Our crates that the given one names, one per line. Crates of the workspace are those printed with
# a path.
depends_on() {
    cargo tree --quiet --package "$1" --edges normal,build --depth 1 --prefix none --format '{p}' |
        tail -n +2 | awk '$3 ~ /^\(\// { print $1 }'
}

for manifest in crates/*/Cargo.toml; do
    crate=$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -n 1)
    [[ "crates/$crate" == "$(dirname "$manifest")" ]] || complain "$manifest names its crate $crate: folder and crate are called alike"
    if [[ -z "${may_depend_on[$crate]+listed}" ]]; then
        complain "$crate is not listed in scripts/check-architecture.sh"
        continue
    fi
    dependencies=$(depends_on "$crate") || { complain "cargo tree fails for $crate"; continue; }
    for dependency in $dependencies; do
        case " ${may_depend_on[$crate]} " in
            " * " | *" $dependency "*) ;;
            *) complain "$crate must not depend on $dependency" ;;
        esac
    done
done

for crate in "${!may_depend_on[@]}"; do
    [[ -d "crates/$crate" ]] || complain "$crate is listed in scripts/check-architecture.sh, and there is none"
done

# The arrows that would hurt most, also through others.
must_not_reach() {
    [[ -d "crates/$1" && -d "crates/$2" ]] || return 0
    if cargo tree --quiet --package "$1" --edges normal,build --prefix none --format '{p}' |
        awk '{ print $1 }' | grep -qx -- "$2"; then
        complain "$1 reaches $2"
    fi
}
must_not_reach interpreter beam
must_not_reach interpreter explore
must_not_reach explore interpreter
must_not_reach explore beam
must_not_reach beam interpreter

# What is known of values symbolically is a part of the interpreter that knows nothing of who runs.
shadow=(crates/interpreter/src/shadow crates/interpreter/src/record.rs crates/interpreter/src/bounds.rs)
for part in "${shadow[@]}"; do
    [[ -e "$part" ]] || complain "$part is gone: where is the shadow?"
done
if found=$(grep -rnE 'crate::(execute|machine|natives|process|system)|\<Machine\>' "${shadow[@]}"); then
    complain "the shadow must not know the machine, its processes or what is around them:"
    echo "$found" >&2
fi

# A name means one thing in a crate. What stands inside of a function or a test module is its own.
for crate in crates/*; do
    twice=$(grep -rhoE '^(pub(\([a-z]+\))? )?(struct|enum|trait|type) [A-Z][A-Za-z0-9]*' "$crate/src" |
        awk '{ print $NF }' | sort | uniq -d | tr '\n' ' ')
    [[ -z "$twice" ]] || complain "two types of one name in $crate: $twice"
done

# Files of the repository, also those not yet committed.
repository_files() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard
    else
        find . \( -name target -o -name .tools -o -name .git \) -prune -o -type f -print0
    fi
}
if found=$(repository_files | xargs -0 grep -nsE '(^|[^[:alnum:]_.-])/(root|home|work)/'); then
    complain "paths of one machine:"
    echo "$found" >&2
fi

exit $wrong
