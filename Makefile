# `make help` lists what there is. Every folder that a target writes to is ignored by git and removed by `make clean`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

JOBS ?= $(shell nproc)
# SwiftPM passes a package's traits to the compiler in the order of a set, which is another one in each run: without this it compiles everything anew.
SWIFT_BUILD := env SWIFT_DETERMINISTIC_HASHING=1 swift build -j $(JOBS)
# Debug builds: C is optimised, which pixels, glyphs and pictures need for tests to be quick, and warns of more.
# On the command line, since SwiftPM takes such flags from no package that is required by version.
DEBUG_FLAGS := -Xcc -O2 -Xcc -Wall -Xcc -Wextra
# Sanitizer builds are other builds: each keeps its own scratch folder.
RELEASE := .build-release
ASAN := .build-asan
TSAN := .build-tsan
GAUGE := .build-gauge
# The packages of examples share what they build of Tessera.
GALLERY := $(GAUGE)
# What `make tool` and `make bench` pass: options of SwiftPM, no others (docs/building.md).
RELEASE_FLAGS := -c release --static-swift-stdlib --scratch-path $(RELEASE)
TOOL := $(RELEASE)/release/tessera
BENCH := $(RELEASE)/release/tessera-bench
OUT := out

# The player for devices: make embedded, order, weights, arm.
include .ci/embedded/embedded.mk

SOURCES := $(wildcard Sources Plugins Tests docs/examples) Package.swift

# Every call of SwiftPM leaves folders in the temporary directory: here they are out of the way, and go with `make clean`.
export TMPDIR := $(CURDIR)/.build-tmp
$(shell mkdir -p $(TMPDIR))

SHOWCASE := docs/examples/showcase.yaml
SHOWCASE_SIZES := 800x480 1080x1920
BENCH_CASES ?= labels paragraph images blur decode scene scroll fill startup idle one-label relayout layout table rows diff workers long-scroll rainforest cancel rgb565 scrolled-frame input
# Texts and pictures of the cases, made from Tests/Benchmarks/Data where the folder is not there.
export BENCH_DATA ?= $(OUT)/bench/data
# Documented one by one, in layer order.
PUBLIC_MODULES := TesseraBase TesseraGeometry TesseraLayout TesseraRender Tessera TesseraContainers TesseraDevices TesseraScene \
  TextPlugin ImagePlugin ButtonPlugin EditableTextPlugin VideoFramePlugin ShapePlugin TesseraKit TesseraPlayer TesseraTestSupport
# The suites that start threads, and those that read hostile bytes through C.
TSAN_SUITES ?= TesseraTests TesseraContainersTests PluginTests
ASAN_SUITES ?= TesseraRenderTests TesseraDevicesTests TesseraSceneTests PluginTests TesseraTests
FUZZ_SECONDS ?= 30

.PHONY: help deps run build tool test package gauge gallery snippets bench format lint docs asan tsan fuzz qemu window size clean

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## Installs the system packages that are missing, and checks the Swift toolchain
	@.ci/deps

tool: deps ## Builds the release tool with the static Swift runtime
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera

run: tool ## Renders the showcase to PNG files and raw RGB565 framebuffers in out/
	@mkdir -p $(OUT)
	@for size in $(SHOWCASE_SIZES); do \
	  $(TOOL) render $(SHOWCASE) --size $$size -o $(OUT)/showcase-$$size.png; \
	  $(TOOL) render $(SHOWCASE) --size $$size --format rgb565 -o $(OUT)/showcase-$$size.raw; \
	done
	@echo; echo "The showcase (docs/examples/showcase.yaml), as pictures and as framebuffers of 16 bits a pixel (RGB565, little-endian, rows without padding):"
	@for size in $(SHOWCASE_SIZES); do \
	  for end in png raw; do printf '  %s  %s bytes\n' "$(CURDIR)/$(OUT)/showcase-$$size.$$end" "$$(stat -c %s $(OUT)/showcase-$$size.$$end)"; done; \
	done

build: deps ## Builds everything with the tests; a warning fails
	.ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --build-tests

test: build gauge gallery snippets ## Builds and runs every test; a warning fails
	@.ci/deps test
	swift test --skip-build

package: deps ## Builds a small program that requires this package by version, with plain `swift build -c release`
	.ci/package -j $(JOBS)

gauge: deps ## Builds and tests the example plugin package, docs/examples/GaugePlugin
	.ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --build-tests --package-path docs/examples/GaugePlugin --scratch-path $(GAUGE)
	swift test --skip-build --package-path docs/examples/GaugePlugin --scratch-path $(GAUGE)

gallery: deps ## Builds and tests the screens of docs/examples/Gallery, draws and records them to out/gallery
	.ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --build-tests --package-path docs/examples/Gallery --scratch-path $(GALLERY)
	swift test --skip-build --package-path docs/examples/Gallery --scratch-path $(GALLERY)
	@mkdir -p $(OUT)
	$(GALLERY)/debug/gallery-render $(OUT)/gallery

snippets: build ## Compiles the Swift snippets of README.md and docs/
	.ci/snippets

bench: deps ## Runs the benchmark cases; JSON lines on stdout and in out/bench/, pictures beside them
	@.ci/deps bench
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera-bench
	@mkdir -p $(OUT)/bench
	@if [ ! -e "$(BENCH_DATA)" ]; then echo "makes the inputs in $(BENCH_DATA)" >&2; $(BENCH) --make-data $(BENCH_DATA); fi
	@for case in $(BENCH_CASES); do $(BENCH) --case $$case --out $(OUT)/bench; done | tee $(OUT)/bench/results.jsonl
	@case " $(BENCH_CASES) " in *" layout "*) \
	  .ci/bench-peer $(OUT)/bench/results.jsonl $(OUT)/bench/peers | tee -a $(OUT)/bench/results.jsonl ;; esac

format: ## Formats every Swift file
	swift format format --in-place --parallel --recursive $(SOURCES)

lint: ## Fails on a Swift file that is not formatted
	swift format lint --strict --parallel --recursive $(SOURCES)

docs: build ## Builds the DocC documentation of the public modules into out/docs/; a warning fails
	.ci/docs $(OUT)/docs $(PUBLIC_MODULES)

asan: deps ## Runs the tests under the address and undefined-behaviour sanitizers
	UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks:print_suppressions=0 \
	  swift test --disable-xctest -j $(JOBS) $(DEBUG_FLAGS) --scratch-path $(ASAN) --sanitize=address \
	  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined $(addprefix --filter ,$(ASAN_SUITES))

tsan: deps ## Runs the threaded tests under the thread sanitizer
	TSAN_OPTIONS=halt_on_error=1 swift test --disable-xctest -j $(JOBS) $(DEBUG_FLAGS) --scratch-path $(TSAN) --sanitize=thread $(addprefix --filter ,$(TSAN_SUITES))

fuzz: deps ## Fuzzes image, YAML, scene and font reading, text, painting and the VNC port; FUZZ_SECONDS each (default 30)
	Tests/Fuzz/run $(FUZZ_SECONDS)

window: build ## Opens a window on an X server that nobody sees, compares pixels, clicks, types, closes it
	@.ci/deps test
	Tests/Window/run

qemu: tool linktest embedded ## Boots Linux in QEMU with the player on fbdev and DRM, touches, types and compares every pixel
	@Tests/Qemu/deps || true
	Tests/Qemu/run $(OUT)/tessera-player $(TOOL) $(QEMU_CASES)

size: deps ## Reports the stripped static binary and what each module adds to it
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera -Xlinker -Map=$(CURDIR)/$(RELEASE)/tessera.map
	@.ci/size $(TOOL) $(RELEASE)/tessera.map

clean: ## Removes everything that was built
	rm -rf .build .build-* $(OUT)
