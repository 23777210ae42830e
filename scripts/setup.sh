#!/usr/bin/env bash
# Brings what Ermine needs beside Rust, as far as it is missing: Erlang/OTP with its sources, an SMT
# solver, and with --tests also cargo-nextest, Elixir, rebar3, and what checks reports. Asks nothing, may be run at any time, and
# ends at once when everything is there. System packages come through apt; everything else goes
# into .tools/ in the project's folder.
#
# Exit codes: 0 ready (perhaps with a line on what is missing and what that costs), 2 not ready.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly OLDEST_OTP=25
readonly SOLVER_WHEEL='z3-solver>=4.13.4'
readonly TOOLS="$PWD/.tools"
readonly LOG="$TOOLS/setup.log"
export PATH="$TOOLS/bin:$PATH"

with_tests=false
for argument in "$@"; do
    case "$argument" in
        --tests) with_tests=true ;;
        *) echo "usage: scripts/setup.sh [--tests]" >&2; exit 2 ;;
    esac
done

say() { echo "setup: $*"; }
fail() { echo "setup: $*" >&2; exit 2; }
have() { command -v "$1" >/dev/null 2>&1; }

# Runs a command with its output in the log; the caller decides what a failure means.
quietly() { mkdir -p "$TOOLS" && "$@" >>"$LOG" 2>&1 </dev/null; }

# What could not be had is tried again only after a day, so that an offline machine is not slowed
# down at every step.
failed_lately() { [[ -n "$(find "$TOOLS" -maxdepth 1 -name "$1.failed" -mmin -1440 2>/dev/null)" ]]; }
note_failure() { mkdir -p "$TOOLS" && touch "$TOOLS/$1.failed"; }
note_success() { rm -f "$TOOLS/$1.failed"; }

# --- apt ---------------------------------------------------------------------------------------

as_root() {
    if [[ $(id -u) -eq 0 ]]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

can_use_apt() {
    have apt-get && { [[ $(id -u) -eq 0 ]] || { have sudo && sudo -n true 2>/dev/null; }; }
}

package_lists_are_new=false
apt_install() {
    can_use_apt || return 1
    local wait_for_lock=(-o DPkg::Lock::Timeout=300)
    if ! $package_lists_are_new; then
        # An old list may still do: a failure here is not yet one.
        quietly as_root apt-get "${wait_for_lock[@]}" -qq update || true
        package_lists_are_new=true
    fi
    quietly as_root apt-get "${wait_for_lock[@]}" -qq -y --no-install-recommends install "$@"
}

is_installed() {
    [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

# --- Erlang/OTP --------------------------------------------------------------------------------

# Which of Debian's packages are missing? None if the `erl` in use is not Debian's: then it is
# whatever its owner made of it.
missing_erlang_packages() {
    if ! have erl || ! have erlc; then
        echo erlang erlang-src
    elif [[ "$(readlink -f "$(command -v erl)")" == /usr/lib/erlang/* ]] && have dpkg-query; then
        for package in erlang erlang-src; do
            is_installed "$package" || echo "$package"
        done
    fi
}

# Prints "RELEASE ROOT" of the `erl` in use. Where it is installed as usual its files tell, which is
# faster than to start it.
installed_otp() {
    local root version
    root=$(dirname "$(dirname "$(readlink -f "$(command -v erl)")")")
    version=$(compgen -G "$root/releases/[1-9]*/OTP_VERSION" | sort -V | tail -n 1) || true
    if [[ -n "$version" ]]; then
        echo "$(basename "$(dirname "$version")") $root"
    else
        erl -noinput -boot start_clean -eval \
            'io:put_chars([erlang:system_info(otp_release), " ", code:root_dir(), "\n"]), halt().' 2>/dev/null
    fi
}

set_up_erlang() {
    local missing
    read -ra missing <<<"$(missing_erlang_packages | tr '\n' ' ')"
    if [[ ${#missing[@]} -gt 0 ]]; then
        local cure="install Erlang/OTP $OLDEST_OTP or later (Debian: apt-get install ${missing[*]})"
        can_use_apt || fail "no apt or no root here: $cure, then try again"
        say "installing ${missing[*]} (a few minutes) …"
        apt_install "${missing[@]}" || fail "apt could not (see .tools/setup.log): $cure, then try again"
        hash -r
    fi

    local release root
    read -r release root < <(installed_otp) ||
        fail "$(command -v erl) does not start: install Erlang/OTP $OLDEST_OTP or later"
    [[ "$release" =~ ^[0-9]+$ && "$release" -ge $OLDEST_OTP ]] ||
        fail "Erlang/OTP $release is too old: Ermine needs $OLDEST_OTP or later"
    compgen -G "$root/lib/stdlib-*/src/lists.erl" >/dev/null ||
        say "$root has no library sources: tests that compile them are skipped (Debian: apt-get install erlang-src)"
}

# --- the solver --------------------------------------------------------------------------------

# The wheel is the same solver as Debian's, several years newer: Debian's segfaults when a time
# limit fires on some queries.
install_solver_wheel() {
    if ! have python3 || ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        apt_install python3-venv || return 1
    fi
    rm -rf "$TOOLS/solver"
    quietly python3 -m venv "$TOOLS/solver" &&
        quietly "$TOOLS/solver/bin/python" -m pip install --quiet --disable-pip-version-check \
            --retries 1 --timeout 30 --only-binary :all: "$SOLVER_WHEEL" &&
        quietly "$TOOLS/solver/bin/z3" --version &&
        mkdir -p "$TOOLS/bin" &&
        ln -sf ../solver/bin/z3 "$TOOLS/bin/z3"
}

set_up_solver() {
    [[ -x "$TOOLS/bin/z3" || -n "${ERMINE_SOLVER:-}" ]] && return
    if ! failed_lately solver; then
        say "installing the solver Z3 into .tools/ …"
        if install_solver_wheel; then
            note_success solver
            return
        fi
        note_failure solver
        have z3 || apt_install z3 || true
        hash -r
    fi
    if have z3; then
        say "using $(command -v z3); a newer Z3 (pip install z3-solver) is faster to recover from time limits"
    else
        say "no Z3 (Debian: apt-get install z3): arithmetic beyond the native solver will stay unsolved"
    fi
}

# --- for the tests -----------------------------------------------------------------------------

# What projects are built with, and what the plugins are tested with.
set_up_build_tools() {
    have elixir && have rebar3 && return
    if ! failed_lately build-tools; then
        say "installing elixir and rebar3 …"
        if apt_install elixir rebar3; then
            note_success build-tools
            return
        fi
        note_failure build-tools
    fi
    say "no Elixir or rebar3 (Debian: apt-get install elixir rebar3): ERMINE_WITHOUT_ELIXIR=1 and ERMINE_WITHOUT_REBAR3=1 skip the tests of the plugins that need them; the test that loads an Elixir module is skipped"
}

# Schemas and pages of reports are checked by the tools that know them best.
set_up_report_checkers() {
    have xmllint && { have chromium || have google-chrome; } && have mandoc && return
    if ! failed_lately report-checkers; then
        say "installing chromium, libxml2-utils and mandoc (a minute) …"
        if apt_install chromium libxml2-utils mandoc; then
            note_success report-checkers
            return
        fi
        note_failure report-checkers
    fi
    say "no chromium, xmllint or mandoc (Debian: apt-get install chromium libxml2-utils mandoc): ERMINE_WITHOUT_BROWSER=1, ERMINE_WITHOUT_XMLLINT=1 and ERMINE_WITHOUT_MANDOC=1 skip the tests that need them"
}

set_up_nextest() {
    have cargo-nextest && return
    if ! failed_lately nextest; then
        say "building cargo-nextest into .tools/ (a few minutes, once) …"
        # Hardly optimised: it is built for minutes and waits for others most of its life.
        if CARGO_PROFILE_RELEASE_OPT_LEVEL=1 quietly cargo install --quiet --locked --root "$TOOLS" cargo-nextest; then
            note_success nextest
            return
        fi
        note_failure nextest
    fi
    say "no cargo-nextest (cargo install --locked cargo-nextest): the tests run under cargo test, more slowly"
}

have cargo || fail "Rust is missing: install it from https://rustup.rs, then try again"
set_up_erlang
set_up_solver
if $with_tests; then
    set_up_build_tools
    set_up_report_checkers
    set_up_nextest
fi
