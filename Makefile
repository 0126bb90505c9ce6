# Two commands are enough: make run, make test. The others are parts of them and tools for developers.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help run test test-long conformance bench build install uninstall page bindings bindings-check lint fmt samples icons screenshots clean setup-run setup-test

export WINDOW_TAGS := desktop,production,webkit2_41
export STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
export WAILS := github.com/wailsapp/wails/v2/cmd/wails@v2.15.0

page_sources := $(shell find frontend/src frontend/public frontend/wailsjs -type f) \
	$(wildcard frontend/*.json frontend/*.html frontend/*.ts frontend/*.js)

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-15s %s\n", $$1, $$2 }'

run: build ## install what is missing, build, and open the window; ARGS="file.jsonl" opens a file
	@build/bin/branchline $(ARGS)

test: setup-test page ## install what is missing and run every quick check and test
	@scripts/test

test-long: setup-test page ## the same with the full numbers of seeds and rounds, and fuzzing
	@LONG=1 scripts/test

conformance: setup-test ## compare with the real pi; LONG=1 for many more files, SEED=n for one
	@scripts/conformance

bench: setup-test build ## every timing, next to pi's own in the same run
	@scripts/bench

build: setup-run page ## the app with its window, as build/bin/branchline
	@echo "build: compiling the app; the first time takes a minute or two"
	@go build -tags $(WINDOW_TAGS) -ldflags "-s -w" -o build/bin/branchline .

install: build ## install the app for you alone: program, menu entry, file types and icons
	@scripts/install build/bin/branchline

uninstall: ## take away what make install brought; your sessions, settings and notes stay
	@scripts/install --remove

page: frontend/dist/index.html

frontend/dist/index.html: $(page_sources)
	@echo "build: building the page"
	@cd frontend && npm run --silent build

bindings: ## write frontend/wailsjs from the App's methods and types
	@scripts/bindings write

bindings-check: ## say whether frontend/wailsjs is what the App's methods and types give
	@scripts/bindings check

lint: setup-run ## format, vet, staticcheck, eslint, prettier, svelte-check, knip
	@scripts/test lint

fmt: ## format Go and the page
	@gofmt -w $$(git ls-files '*.go')
	@cd frontend && npm run --silent format

samples: ## write samples/*.jsonl from scripts/samples
	@node scripts/samples/write.mjs

icons: ## draw the icons of build/ from build/appicon.svg (needs librsvg2-bin and imagemagick)
	@scripts/icons

screenshots: setup-test build ## photograph the window, and every view and state of the page in both themes, into build/screenshots
	@scripts/in-window scripts/window/main.py screenshots build/bin/branchline
	@cd frontend && GALLERY=1 npm run --silent e2e
	@echo "screenshots: build/screenshots/index.html shows them all"

clean: ## remove what was built
	@rm -rf build/bin build/cache build/screenshots frontend/dist/assets frontend/dist/index.html frontend/node_modules

setup-run:
	@scripts/setup run

setup-test:
	@scripts/setup test
