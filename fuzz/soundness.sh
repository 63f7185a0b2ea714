#!/usr/bin/env bash
# Looks for what a test does not see: memory that is read or written where it should not be, read
# before it is written, or not given back.
#
#   fuzz/soundness.sh [core | suite | session | miri | deny ...]
#
# core     the core's tests and the fuzzers' corpus under AddressSanitizer, which also tells leaks
# suite    the module under AddressSanitizer in real servers: all of the tests
# session  the module in a server under Valgrind, from its start to its end, without any leak
# miri     the core's tests and the fuzzers' corpus under Miri, where that is installed
# deny     licences, sources and versions of what the module depends on, where cargo-deny is
#
# All but Miri runs on the stable toolchain. REDIS_SERVER is the server, as in the Makefile.
set -euo pipefail
cd "$(dirname "$0")/.."

steps=("$@")
[ ${#steps[@]} -gt 0 ] || steps=(core suite session miri deny)
host=$(rustc -vV | sed -n 's/^host: //p')
folder=${CARGO_TARGET_DIR:-target}/soundness
mkdir -p "$folder"
folder=$(realpath "$folder")
server=$(command -v "${REDIS_SERVER:-redis-server}")

# Builds or tests with AddressSanitizer; what is built for the build itself is without.
asan() {
	RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address \
		cargo "$@" --target "$host" --target-dir "$folder/asan"
}

# A program by the name of a server that starts one in a certain way.
wrapper() {
	printf '#!/bin/sh\n%s\n' "$2" >"$folder/$1"
	chmod +x "$folder/$1"
}

# Fails if a report was written.
no_reports() {
	if ls "$1"* >/dev/null 2>&1 && [ -n "$(cat "$1"*)" ]; then
		cat "$1"*
		exit 1
	fi
	echo "No reports."
}

core() {
	asan test --manifest-path fuzz/Cargo.toml --lib --tests
}

suite() {
	asan build
	mkdir -p "$folder/reports"
	rm -f "$folder"/reports/asan*
	# The server asks for blocks of any size that a dump names, and takes no for an answer.
	options=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1
	wrapper asan-server "LD_PRELOAD=$(cc -print-file-name=libasan.so)\${LD_PRELOAD:+:\$LD_PRELOAD} \\
		ASAN_OPTIONS=$options:log_path=$folder/reports/asan exec $server \"\$@\""
	# The bookkeeping of AddressSanitizer takes memory that the last two are about.
	MODULE="$folder/asan/$host/debug/libredis_article.so" REDIS_SERVER="$folder/asan-server" \
		cargo test --tests --no-fail-fast -- --skip claims_to_be_large --skip memory
	# That a block of a size that was made up is not to be had is as it should be.
	{ grep -LZ ERROR: "$folder"/reports/asan* 2>/dev/null || true; } | xargs -0r rm
	no_reports "$folder/reports/asan"
}

session() {
	cargo build
	mkdir -p "$folder/reports"
	rm -f "$folder"/reports/valgrind*
	wrapper valgrind-server "exec valgrind --quiet --leak-check=full \\
		--show-leak-kinds=definite --soname-synonyms='somalloc=libjemalloc*' \\
		--suppressions=$PWD/fuzz/valgrind.sup \\
		--log-file=$folder/reports/valgrind.%p $server \"\$@\""
	REDIS_SERVER="$folder/valgrind-server" fuzz/session.sh \
		"${CARGO_TARGET_DIR:-target}/debug/libredis_article.so" "$folder"
	no_reports "$folder/reports/valgrind"
}

miri() {
	if ! cargo +nightly miri --version; then
		echo "Not done. Miri: rustup component add --toolchain nightly miri rust-src"
		return
	fi
	# The inputs are files. Tests by the thousand steps would go on for hours.
	MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --manifest-path fuzz/Cargo.toml \
		--target-dir "$folder/miri" -- --skip agrees_with --skip ascending_keys
}

deny() {
	if ! cargo deny --version; then
		echo "Not done. cargo-deny: cargo install --locked cargo-deny"
		return
	fi
	cargo deny check bans licenses sources
	# These need the database of RustSec, which may be out of reach.
	cargo deny check advisories || echo "Advisories: not done, or not clean; see above."
}

for step in "${steps[@]}"; do
	echo "== $step"
	"$step"
done
