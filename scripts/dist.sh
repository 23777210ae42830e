#!/usr/bin/env bash
# Makes what is given to others: target/dist/ermine-VERSION-linux-ARCH.tar.gz and
# target/dist/ermine_VERSION_ARCH.deb, with the command, its manual, completions for shells, the plugins
# for rebar3 and Mix, and the licence. Who installs them needs Erlang/OTP, and no Rust.
#
# The same sources give the same bytes: times are those of SOURCE_DATE_EPOCH (the last commit's unless
# told otherwise), owners are root, names are in order, and no path of this machine is in the command.
#
#   scripts/dist.sh                    build the command, then pack
#   scripts/dist.sh --binary ermine    pack this command
#   scripts/dist.sh --output FOLDER    put both there
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export LC_ALL=C TZ=UTC
umask 022

fail() { echo "dist: $*" >&2; exit 2; }

binary='' output=target/dist
while [[ $# -gt 0 ]]; do
    case "$1" in
        --binary) binary=${2:?--binary wants a file}; shift 2 ;;
        --output) output=${2:?--output wants a folder}; shift 2 ;;
        *) fail "usage: scripts/dist.sh [--binary FILE] [--output FOLDER]" ;;
    esac
done
for tool in tar gzip dpkg-deb; do
    command -v "$tool" >/dev/null || fail "there is no $tool (Debian: apt-get install $tool)"
done

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null)} || fail "no commit here: set SOURCE_DATE_EPOCH"
debian_architecture=$(dpkg --print-architecture)
package="ermine-$version-linux-$(uname -m)"

# --- the command -------------------------------------------------------------------------------

if [[ -z "$binary" ]]; then
    build=target/dist-build
    RUSTFLAGS="--remap-path-prefix=$PWD=/ermine --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo" \
        cargo build --release --locked --quiet --package cli --bin ermine --target-dir "$build" \
        --config 'profile.release.strip="symbols"' --config 'profile.release.debug=false'
    binary=$build/release/ermine
fi
[[ -x "$binary" ]] || fail "$binary is no command"
binary=$(realpath "$binary")

# --- the files, as they are below /usr ---------------------------------------------------------

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$package
share=$tree/share

install -Dm755 "$binary" "$tree/bin/ermine"
mkdir -p "$share/man/man1" "$share/ermine"
"$binary" man --folder "$share/man/man1"
complete() { mkdir -p "$(dirname "$share/$2")"; "$binary" completions "$1" >"$share/$2"; }
complete bash bash-completion/completions/ermine
complete zsh zsh/vendor-completions/_ermine
complete fish fish/vendor_completions.d/ermine.fish

# Only what the repository has: no build of somebody's.
copy_files() { # FROM… TO
    local to=${!#}
    git ls-files -z -- "${@:1:$#-1}" | tar --create --null --files-from=- | tar --extract --directory "$to"
}
copy_files plugins "$share/ermine"
mkdir -p "$share/doc/ermine"
copy_files README.md CHANGELOG.md LICENSE docs examples "$share/doc/ermine"

# --- the archive -------------------------------------------------------------------------------

# Modes and times of the files here are this machine's.
settle() { chmod -R u+rwX,go+rX,go-w "$1" && find "$1" -exec touch --no-dereference --date "@$epoch" {} +; }
mkdir -p "$output"
settle "$tree"
tar --create --directory "$work" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner \
    --format=ustar "$package" | gzip --best --no-name >"$work/$package.tar.gz"

# --- the package for Debian --------------------------------------------------------------------

root=$work/debian
mkdir -p "$root/DEBIAN"
cp -r "$tree" "$root/usr"
documents=$root/usr/share/doc/ermine
mv "$documents/LICENSE" "$documents/copyright"
mv "$documents/CHANGELOG.md" "$documents/changelog"
gzip --best --no-name "$documents/changelog" "$root"/usr/share/man/man1/*.1

# The newest symbols of the C library that the command asks for.
c_library=$(grep -ao 'GLIBC_2\.[0-9]*' "$binary" | sort -Vu | tail -n 1)
cat >"$root/DEBIAN/control" <<CONTROL
Package: ermine
Version: $version
Architecture: $debian_architecture
Maintainer: Ermine's developers <ermine@localhost>
Installed-Size: $(du --apparent-size --block-size=1024 --summarize "$root/usr" | cut -f 1)
Depends: erlang-base (>= 1:25), libc6 (>= ${c_library#GLIBC_}), libgcc-s1
Recommends: z3
Suggests: erlang-src, erlang-eunit, rebar3, elixir
Section: devel
Priority: optional
Description: finds the inputs that crash Erlang programs
 Give it a function. It runs it, records why every branch went the way it did,
 asks a solver for inputs that go another way, and repeats until nothing new is
 left. Every crash it reports has been replayed on the real BEAM.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
settle "$root"
SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz --build "$root" "$work/ermine.deb" >/dev/null

mv "$work/$package.tar.gz" "$output/"
mv "$work/ermine.deb" "$output/ermine_${version}_$debian_architecture.deb"
(cd "$output" && sha256sum "$package.tar.gz" "ermine_${version}_$debian_architecture.deb")
