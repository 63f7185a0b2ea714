#!/usr/bin/env bash
# Fuzzes each target under AddressSanitizer, with libFuzzer, on the stable toolchain.
#
#   fuzz/run.sh SECONDS [TARGET ...]
#
# Inputs that reach something new are kept in target/fuzz/corpus, those that break something in
# target/fuzz/found; both are looked at first the next time. What broke something belongs into
# fuzz/corpus/TARGET under a name that says what it is: `cargo test --test fuzz_corpus` runs it.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(decoder decoder_mutated operations tree)

host=$(rustc -vV | sed -n 's/^host: //p')
folder=${CARGO_TARGET_DIR:-target}/fuzz
# What `cargo fuzz` passes. With --target, build scripts are not instrumented.
flags=(
	-Cpasses=sancov-module
	-Cllvm-args=-sanitizer-coverage-level=4
	-Cllvm-args=-sanitizer-coverage-inline-8bit-counters
	-Cllvm-args=-sanitizer-coverage-pc-table
	-Cllvm-args=-sanitizer-coverage-trace-compares
	-Ccodegen-units=1
	-Zsanitizer=address
	--cfg=fuzzing
)
RUSTC_BOOTSTRAP=1 CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${flags[*]}") \
	cargo build --release --bins --manifest-path fuzz/Cargo.toml --locked \
	--target "$host" --target-dir "$folder"

for target in "${targets[@]}"; do
	mkdir -p "$folder/corpus/$target" "$folder/found/$target"
	echo "== $target, $seconds seconds"
	# No input of these lengths may make one block of 32 MB, use 1 GB, or take 10 seconds.
	"$folder/$host/release/$target" -max_total_time="$seconds" -max_len=16384 -timeout=10 \
		-malloc_limit_mb=32 -rss_limit_mb=1024 -print_final_stats=1 -verbosity=0 \
		-artifact_prefix="$folder/found/$target/" \
		"$folder/corpus/$target" "fuzz/corpus/$target" "$folder/found/$target"
done
