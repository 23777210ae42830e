#!/usr/bin/env bash
# Does what `make dist` made run where there is no Rust? Makes a fresh Debian in a folder, installs the
# package there (apt brings Erlang/OTP and nothing else), takes the tour of the README, and uses the
# plugins. Then the archive, without a package manager. Needs root, debootstrap and Debian's server;
# changes nothing outside of the folder.
#
#   scripts/test-dist.sh [FOLDER OF WHAT WAS MADE]    (target/dist)
#
# SUITE=bookworm and MIRROR=http://deb.debian.org/debian may be set. The fresh system is kept in
# target/dist-root/SUITE.tar, so that the next time is faster.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly SUITE=${SUITE:-bookworm} MIRROR=${MIRROR:-http://deb.debian.org/debian}
readonly ROOTS=$PWD/target/dist-root
made=$(realpath "${1:-target/dist}")

fail() { echo "test-dist: $*" >&2; exit 2; }
say() { echo "== $*"; }

[[ $(id -u) -eq 0 ]] || fail "only root can make a system in a folder: sudo scripts/test-dist.sh"
command -v debootstrap >/dev/null || fail "there is no debootstrap (Debian: apt-get install debootstrap)"
package=$(compgen -G "$made/ermine_*.deb") || fail "no package in $made: make dist makes it"
archive=$(compgen -G "$made/ermine-*.tar.gz") || fail "no archive in $made: make dist makes it"

# --- a fresh system ----------------------------------------------------------------------------

root=$ROOTS/root
mkdir -p "$ROOTS"
if [[ ! -f "$ROOTS/$SUITE.tar" ]]; then
    say "a fresh Debian ($SUITE)"
    rm -rf "$ROOTS/base"
    debootstrap --variant=minbase "$SUITE" "$ROOTS/base" "$MIRROR" >"$ROOTS/debootstrap.log" 2>&1 ||
        fail "debootstrap could not: see $ROOTS/debootstrap.log"
    tar --create --directory "$ROOTS/base" --file "$ROOTS/$SUITE.tar.new" .
    mv "$ROOTS/$SUITE.tar.new" "$ROOTS/$SUITE.tar"
    rm -rf "$ROOTS/base"
fi
rm -rf "$root"
mkdir -p "$root"
tar --extract --directory "$root" --file "$ROOTS/$SUITE.tar"

# Runs a command in the fresh system, with processes of its own.
inside() {
    unshare --mount --pid --fork -- sh -c '
        mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 \
            PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive "$@"' "$root" "$@"
}

say "apt-get install ermine"
cp "$package" "$root/tmp/ermine.deb"
inside apt-get -qq update >"$ROOTS/apt.log" 2>&1 || fail "apt-get update failed: see $ROOTS/apt.log"
inside apt-get -qq -y --no-install-recommends install /tmp/ermine.deb >>"$ROOTS/apt.log" 2>&1 ||
    fail "the package cannot be installed: see $ROOTS/apt.log"

# --- the README --------------------------------------------------------------------------------

# What differs from one machine to the next: times, versions, lines of OTP's files.
lasting() {
    sed -E 's/[0-9]+(\.[0-9]+)? s\b/… s/g; s/under … s/… s/; s/OTP [0-9.]+[0-9]/OTP …/
            s/(lists\.erl, line )[0-9]+/\1…/; s/[0-9]+ runs?\b/… runs/g; s/\r$//'
}

# The commands of the README's tour, each with what the README says that it prints.
tour() {
    awk '/^## /{ in_tour = /^## A tour/ } /^```/{ in_code = !in_code; if (!in_code) print "END"; next }
         in_tour && in_code' README.md | awk '/^\$ /{ shown = 1 } shown; /^END$/{ shown = 0 }'
}

wrong=0
complain() { echo "test-dist: $*" >&2; wrong=1; }

run_and_compare() { # COMMAND EXPECTED
    [[ -n "$1" ]] || return 0
    local printed
    echo "\$ $1"
    printed=$(inside sh -c "cd /srv/tour && $1" 2>&1) || [[ $? -eq 1 ]] || complain "it could not run: $1: $printed"
    # Which solver and walls there are is said by doctor, and is not ours to know.
    [[ -z "$2" || "$1" == *doctor ]] && return
    if ! diff <(lasting <<<"$2") <(lasting <<<"$printed"); then
        complain "the README says something else: $1"
    fi
}

say "the tour of the README"
inside cp -r /usr/share/doc/ermine /srv/tour
command='' expected=''
while IFS= read -r line <&3; do
    case "$line" in
        '$ '*) run_and_compare "$command" "${expected%$'\n'}"; command=${line#'$ '} expected='' ;;
        END) run_and_compare "$command" "${expected%$'\n'}"; command='' expected='' ;;
        *) expected+=$line$'\n' ;;
    esac
done 3< <(tour)

say "manual and completions"
for file in bin/ermine share/man/man1/ermine-check.1.gz share/bash-completion/completions/ermine \
    share/zsh/vendor-completions/_ermine share/fish/vendor_completions.d/ermine.fish share/doc/ermine/copyright; do
    [[ -s "$root/usr/$file" ]] || complain "there is no /usr/$file"
done
inside sh -c '! command -v cargo && ! command -v rustc' >/dev/null || complain "there is Rust in the fresh system"

# --- the plugins -------------------------------------------------------------------------------

say "apt-get install rebar3 elixir"
inside apt-get -qq -y --no-install-recommends install rebar3 elixir >>"$ROOTS/apt.log" 2>&1 ||
    fail "rebar3 and elixir cannot be installed: see $ROOTS/apt.log"
cp -r tests/projects "$root/srv/projects"
ln -s /usr/share/ermine/plugins/rebar3_ermine "$root/srv/projects/rebar/_checkouts/rebar3_ermine"
ln -s /usr/share/ermine/plugins/mix_ermine "$root/srv/projects/mix/mix_ermine"
for tool in rebar mix; do
    command=$([[ $tool == rebar ]] && echo rebar3 || echo mix)
    echo "\$ $command ermine --quiet"
    printed=$(inside sh -c "cd /srv/projects/$tool && exec $command ermine --quiet --runs 50" 2>&1) || true
    grep -q '[24] findings (.*) in [24] of [36] functions' <<<"$printed" || complain "$command ermine: $printed"
done

# --- the archive -------------------------------------------------------------------------------

say "the archive"
inside dpkg --remove ermine >>"$ROOTS/apt.log" 2>&1
tar --extract --gzip --directory "$root/opt" --file "$archive"
ermine=$(cd "$root" && compgen -G "opt/ermine-*/bin/ermine")
printed=$(inside "/$ermine" eval lists sort '[[3,1,2]]')
[[ "$printed" == '[1,2,3]' ]] || complain "the command of the archive prints: $printed"

[[ $wrong -eq 0 ]] && say "all is well"
exit $wrong
