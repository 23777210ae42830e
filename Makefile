# What can be done here: make help

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# What scripts/setup.sh brings is found first.
export PATH := $(CURDIR)/.tools/bin:$(PATH)

.PHONY: help setup setup-tests demo test dist bench lint fmt clean

help: ## print this
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing (Erlang/OTP, the solver)
	@scripts/setup.sh

setup-tests:
	@scripts/setup.sh --tests

demo: setup ## build Ermine and see what it does
	@cargo build --release --quiet
	@scripts/demo.sh

test: setup-tests ## formatting, lints, architecture, all tests
	@scripts/test.sh

dist: ## make an archive and a package for Debian, in target/dist
	@scripts/dist.sh

bench: setup ## measure, against the BEAM where that makes sense (AREA=loading, programs, search, cases, strategies, jobs or analysis)
	@cargo run --release --quiet --package bench -- $(AREA) $(ARGS)

lint: ## formatting, clippy, architecture
	@scripts/lint.sh

fmt: ## format the Rust code
	@cargo fmt --all

clean: ## remove what was built; .tools/ stays
	@cargo clean
