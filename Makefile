# `make help` lists what there is. Every folder that a target writes to is ignored by git and removed by `make clean`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

JOBS ?= $(shell nproc)
SWIFT_BUILD := swift build -j $(JOBS)
# Sanitizer builds are other builds: each keeps its own scratch folder.
RELEASE := .build-release
ASAN := .build-asan
TSAN := .build-tsan
GAUGE := .build-gauge
# The packages of examples share what they build of Tessera.
GALLERY := $(GAUGE)
# The linker that comes with the Swift toolchain folds equal functions and packs relocations: a smaller program that starts sooner.
LLD := $(wildcard $(dir $(realpath $(shell command -v swift)))ld.lld)
LINK_FLAGS := $(if $(LLD),-Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --gc-sections -Xlinker -z -Xlinker pack-relative-relocs)
# Puts what runs at the start together (`make order`).
ORDER := $(if $(LLD),$(wildcard .ci/startup-order))
LINK_FLAGS += $(if $(ORDER),-Xlinker --symbol-ordering-file=$(CURDIR)/$(ORDER) -Xlinker --no-warn-symbol-ordering)
RELEASE_FLAGS := -c release --static-swift-stdlib $(LINK_FLAGS) --scratch-path $(RELEASE)
TOOL := $(RELEASE)/release/tessera
PLAYER := $(RELEASE)/release/tessera-player
OUT := out
SOURCES := $(wildcard Sources Plugins Tests docs/examples) Package.swift

# Every call of SwiftPM leaves folders in the temporary directory: here they are out of the way, and go with `make clean`.
export TMPDIR := $(CURDIR)/.build-tmp
$(shell mkdir -p $(TMPDIR))

SHOWCASE := docs/examples/showcase.yaml
SHOWCASE_SIZES := 800x480 1080x1920
BENCH_CASES ?= labels paragraph images blur decode scene scroll fill startup idle one-label relayout layout table rows diff workers long-scroll rainforest cancel
# Texts and pictures of the cases; kept beside the package, not in it.
export BENCH_DATA ?= $(or $(TESSERA_SHARED),../shared)/bench/data
# Documented one by one, in layer order.
PUBLIC_MODULES := TesseraGeometry TesseraLayout TesseraRender Tessera TesseraContainers TesseraDevices TesseraScene \
  TextPlugin ImagePlugin ButtonPlugin EditableTextPlugin VideoFramePlugin ShapePlugin TesseraKit TesseraPlayer TesseraTestSupport
# The suites that start threads, and those that read hostile bytes through C.
TSAN_SUITES ?= TesseraTests TesseraContainersTests PluginTests
ASAN_SUITES ?= TesseraRenderTests TesseraDevicesTests TesseraSceneTests PluginTests TesseraTests
FUZZ_SECONDS ?= 30

.PHONY: help deps run build tool test gauge gallery snippets bench format lint docs asan tsan fuzz qemu embedded size order clean

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
	.ci/strict $(SWIFT_BUILD) --build-tests

test: build gauge gallery snippets ## Builds and runs every test; a warning fails
	@.ci/deps test
	swift test --skip-build

gauge: deps ## Builds and tests the example plugin package, docs/examples/GaugePlugin
	.ci/strict $(SWIFT_BUILD) --build-tests --package-path docs/examples/GaugePlugin --scratch-path $(GAUGE)
	swift test --skip-build --package-path docs/examples/GaugePlugin --scratch-path $(GAUGE)

gallery: deps ## Builds and tests the screens of docs/examples/Gallery, draws and records them to out/gallery
	.ci/strict $(SWIFT_BUILD) --build-tests --package-path docs/examples/Gallery --scratch-path $(GALLERY)
	swift test --skip-build --package-path docs/examples/Gallery --scratch-path $(GALLERY)
	@mkdir -p $(OUT)
	$(GALLERY)/debug/gallery-render $(OUT)/gallery

snippets: build ## Compiles the Swift snippets of README.md and docs/
	.ci/snippets

bench: tool ## Runs the benchmark cases; JSON lines on stdout and in out/bench/, pictures beside them
	@.ci/deps bench
	@mkdir -p $(OUT)/bench
	@for case in $(BENCH_CASES); do $(TOOL) bench --case $$case --out $(OUT)/bench; done | tee $(OUT)/bench/results.jsonl
	@case " $(BENCH_CASES) " in *" layout "*) \
	  .ci/bench-peer $(OUT)/bench/results.jsonl $(OUT)/bench/peers | tee -a $(OUT)/bench/results.jsonl ;; esac

format: ## Formats every Swift file
	swift format format --in-place --parallel --recursive $(SOURCES)

lint: ## Fails on a Swift file that is not formatted
	swift format lint --strict --parallel --recursive $(SOURCES)

docs: deps ## Builds the DocC documentation of the public modules into out/docs/; a warning fails
	.ci/docs $(OUT)/docs $(PUBLIC_MODULES)

asan: deps ## Runs the tests under the address and undefined-behaviour sanitizers
	UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks:print_suppressions=0 \
	  swift test --disable-xctest -j $(JOBS) --scratch-path $(ASAN) --sanitize=address \
	  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined $(addprefix --filter ,$(ASAN_SUITES))

tsan: deps ## Runs the threaded tests under the thread sanitizer
	TSAN_OPTIONS=halt_on_error=1 swift test --disable-xctest -j $(JOBS) --scratch-path $(TSAN) --sanitize=thread $(addprefix --filter ,$(TSAN_SUITES))

fuzz: deps ## Fuzzes image, YAML, scene and font reading, text and painting; FUZZ_SECONDS each (default 30)
	Tests/Fuzz/run $(FUZZ_SECONDS)

embedded: deps ## Builds tessera-player: one stripped program with the Swift runtime in it, in out/
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera-player
	@mkdir -p $(OUT)
	strip --strip-all -o $(OUT)/tessera-player $(PLAYER)
	@printf '%s  %s bytes\n' "$(CURDIR)/$(OUT)/tessera-player" "$$(stat -c %s $(OUT)/tessera-player)"

qemu: tool embedded ## Boots Linux in QEMU with the player on fbdev and DRM, touches, types and compares every pixel; says so where it is skipped
	@Tests/Qemu/deps || true
	Tests/Qemu/run $(OUT)/tessera-player $(TOOL) $(QEMU_CASES)

size: deps ## Reports the stripped static binary and what each module adds to it
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera -Xlinker -Map=$(CURDIR)/$(RELEASE)/tessera.map
	@.ci/size $(TOOL) $(RELEASE)/tessera.map

order: tool ## Finds anew which functions run at the start and are to lie together in the tool (needs valgrind)
	@.ci/order $(TOOL) > $(RELEASE)/startup-order && mv $(RELEASE)/startup-order .ci/startup-order
	@wc -l .ci/startup-order

clean: ## Removes everything that was built
	rm -rf .build .build-* $(OUT)
