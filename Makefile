# What a developer and an operator need, as one word each. `make` alone lists it.

# The server that `make run` starts and that the tests use.
REDIS_SERVER ?= redis-server
# Where `make run` listens.
PORT ?= 6379
# Where `make run` keeps its data.
DATA ?= target/data
# How long `make fuzz` fuzzes each target.
FUZZ_SECONDS ?= 600
# An older build of the module that `make bench` compares with, if any.
# BENCH passes other options to it, for example BENCH="--only vote,page --rounds 9".
BASELINE ?=

BUILT := $(or $(CARGO_TARGET_DIR),target)/release/libredis_article.so
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.DEFAULT_GOAL := help
.PHONY: help run build test lint torture fuzz soundness servers bench bench-large bench-core deps

help: ## Lists the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' \
		| awk -F '\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: build ## Builds the module and starts a server with it (PORT=6379, REDIS_SERVER=redis-server).
	@mkdir -p $(DATA)
	@echo "Starting on port $(PORT); try: redis-cli -p $(PORT) ARTICLE.POST news alice Hello https://example.com"
	exec $(REDIS_SERVER) --port $(PORT) --bind 127.0.0.1 --dir $(DATA) --loadmodule $(abspath $(BUILT))

build: deps ## Builds the module: target/release/libredis_article.so.
	cargo build --release

test: deps ## Runs all tests, against real servers that they start themselves.
	REDIS_SERVER=$(REDIS_SERVER) cargo test

lint: deps ## Checks format, lints and documentation.
	cargo fmt --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items

torture: deps ## The long form of the crash, replication, cluster, input and memory tests.
	TORTURE_ROUNDS=100 TORTURE_SITES=200 HOSTILE_INPUTS=100000 MEMORY_OPERATIONS=10000000 \
		REDIS_SERVER=$(REDIS_SERVER) cargo test --test torture --test durability \
		--test failover --test cluster --test upgrade --test hostile_dumps --test hostile_commands \
		--test hostile_names --test leaks -- --nocapture

fuzz: deps ## Fuzzes the decoder, the commands and the rankings (FUZZ_SECONDS=600 each).
	fuzz/run.sh $(FUZZ_SECONDS)

soundness: deps ## AddressSanitizer, Valgrind, Miri and cargo-deny, as far as they are there.
	REDIS_SERVER=$(REDIS_SERVER) fuzz/soundness.sh

servers: deps ## Runs the tests against six versions of Redis and Valkey (SERVERS=...).
	scripts/servers $(SERVERS)

bench: build ## Compares the module with functions, scripts and native commands (BASELINE=old.so).
	cargo run --release -p article-benchmark -- --module $(BUILT) --server $(REDIS_SERVER) \
		$(if $(BASELINE),--baseline $(BASELINE)) $(BENCH)

bench-large: ## Runs `make bench` with up to 10,000,000 articles.
	$(MAKE) bench BENCH="--large $(BENCH)"

bench-core: deps ## Measures the core without a server, and compares its tree with other crates.
	cargo bench -p article-site --bench core
	cargo bench -p article-site --bench rankings

# Installs what is missing: a server, libclang (which reads the server's C header at build time)
# and a C compiler. A server that is installed here is not left running.
deps:
	@missing=; \
	command -v $(REDIS_SERVER) redis-cli >/dev/null || missing="$$missing redis-server"; \
	command -v cc >/dev/null || missing="$$missing gcc libc6-dev"; \
	[ -n "$$LIBCLANG_PATH" ] || ls /usr/lib/llvm*/lib*/libclang*.so* /usr/lib*/libclang*.so* \
		/usr/lib/*/libclang*.so* >/dev/null 2>&1 || missing="$$missing libclang-dev"; \
	[ -n "$$missing" ] || exit 0; \
	if ! command -v apt-get >/dev/null; then \
		echo "Please install, by your system's own means (their names on Debian):$$missing"; \
		echo "The server must be Redis 6.2 or later, or Valkey."; \
		exit 1; \
	fi; \
	echo "Installing:$$missing"; \
	$(SUDO) apt-get update -q && \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -qy $$missing || exit 1; \
	case "$$missing" in *redis-server*) \
		[ ! -d /run/systemd/system ] || $(SUDO) systemctl disable --now redis-server;; \
	esac
