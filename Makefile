# `make help` lists what there is. Every folder that a target writes to is ignored by git and removed by `make clean`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

JOBS ?= $(shell nproc)
SWIFT_BUILD := swift build -j $(JOBS)
# Debug builds: C is optimised, which pixels, glyphs and pictures need for tests to be quick, and warns of more.
# On the command line, since SwiftPM takes such flags from no package that is required by version.
# Debug information takes a seventh of the compiler's time and a quarter of the folder: `make build DEBUG_INFO=dwarf` for a debugger. The index of a
# debug build stays: SwiftPM looks for tests in it.
DEBUG_INFO ?= none
DEBUG_FLAGS := -debug-info-format $(DEBUG_INFO) -Xcc -O2 -Xcc -Wall -Xcc -Wextra
# Reports of sanitizers name lines.
SANITIZER_FLAGS := -Xcc -O2 -Xcc -Wall -Xcc -Wextra -Xswiftc -gline-tables-only -Xcc -gline-tables-only
# The tool of a debug build: `make run` and the tests use it.
DEBUG_TOOL := .build/debug/tessera
# Sanitizer builds are other builds: each keeps its own scratch folder.
RELEASE := .build-release
ASAN := .build-asan
TSAN := .build-tsan
# The packages of examples share what `make build` has built of Tessera.
EXAMPLES := .build
# SwiftPM takes the plan of the package that was built there before for this one's where no file of that one changed.
REPLAN = @rm -f $(EXAMPLES)/debug/description.json
# What `make tool` and `make bench` pass: options of SwiftPM, no others (docs/building.md).
RELEASE_FLAGS := -c release -debug-info-format $(DEBUG_INFO) --static-swift-stdlib --scratch-path $(RELEASE)
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
BENCH_CASES ?= labels paragraph images blur decode scene scroll fill startup idle one-label relayout layout table rows diff workers long-scroll rainforest cancel rgb565 scrolled-frame input network-feed motion bindings map
# Texts and pictures of the cases, made from Tests/Benchmarks/Data where the folder is not there.
export BENCH_DATA ?= $(OUT)/bench/data
# Documented one by one, in layer order.
PUBLIC_MODULES := TesseraBase TesseraMessages TesseraGeometry TesseraLayout TesseraRender TesseraLoading TesseraPictures Tessera TesseraContainers TesseraReader TesseraDevices TesseraScene \
  TextPlugin APNGCodec GIFCodec WebPCodec BitmapCodecs AVIFCodec SVGCodec LottieCodec ImagePlugin ButtonPlugin EditableTextPlugin VideoFramePlugin ShapePlugin IconPlugin ControlsPlugin PickersPlugin CodesPlugin ChartPlugin GridPlugin KeyboardPlugin TesseraSubtitles TesseraMaps MapPlugin TesseraSound TesseraVideo VideoPlugin TesseraKit TesseraPlayer TesseraTestSupport
# The suites that start threads: nodes and stages, containers, devices, the caches of text, tool and player.
TSAN_SUITES ?= TesseraTests TesseraContainersTests TesseraDevicesTests TesseraRenderTests TesseraToolTests PluginTests TesseraSoundTests TesseraReaderTests
# Long tests that start no thread and hand no foreign bytes to C, or compare many pixels with a slow way, and one that weighs a process.
SANITIZER_SKIPS ?= whateverHappensEveryNodeIsToldSingleStepsInOrder arrowsGoThroughAListWhoseItemsAreMadeOnTheWay nothingOfItIsSmearedWhereContentScrollsBeneath \
  scrollingToARowEndsWhereItIsWanted editsLayOutOnlyWhatTheyChange anyWayThereLooksLikePaintingAnew retainedLayoutsWithEnvironmentsAreThoseMadeAnew \
  rowsAreWhereTheDataSayAndTakeOneStepAtATime framesAreThoseOfTheNaiveWay rowsTakeOneStepAtATimeWhateverHappens subnodesFollowTheSpecHoweverItChanges \
  eachInEachHasOneLimitOfNodes aListThatIsSharedManyTimesIsNoTextWithoutEnd nothingIsFoundInAnyModeAndSize noPageOfTheCatalogueHasAFinding dataThatDoubleThemselvesEndAtALimit \
  largeSurfacesMoveAsOneCopyWould movingWideRowsEqualsACopyMovedNaively wordsArePartedByThePatternsOfTheirLanguage \
  everyCaseOfTheUnicodeTestHasTheLevelsAndTheOrderThatTheStandardSays aHundredReloadsHoldNoMoreThanAFewAndShowTheFontThatIsThere
# Tests of processes whose files have a limit: the thread sanitizer maps its shadow memory by files, and cannot start in them. And of CRender's
# suites those that are not of text, which alone is shared by threads. A text of 16 MB takes minutes in it.
TSAN_SKIPS := aLineOfSixteenMegabytesIsLaidOutInParts existingFileIsReplacedWholeOrKept failureOnTheWayLeavesNoRecording TesseraRenderTests.[A-SU-Z]
# The suites that read foreign bytes, run C, or keep memory by hand.
ASAN_SUITES ?= TesseraRenderTests TesseraDevicesTests TesseraSceneTests TesseraContainersTests TesseraLayoutTests TesseraToolTests TesseraPicturesTests \
  TesseraLoadingTests SVGCodecTests LottieCodecTests VideoTests PluginTests TesseraTests TesseraSoundTests
FUZZ_SECONDS ?= 30
# All of them where none is named.
FUZZ_TARGETS ?=

.PHONY: help deps run build build-times tool test package gauge gallery dashboard snippets bench format lint docs site packages asan tsan fuzz simd compositor soak qemu window size clean

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## Installs the system packages that are missing, and checks the Swift toolchain
	@.ci/deps

tool: deps ## Builds the release tool with the static Swift runtime
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera

run: deps ## Renders the showcase to PNG files and raw RGB565 framebuffers in out/
	@echo 'run: builds the tool; the first time takes one to four minutes on two cores'
	$(REPLAN)
	$(SWIFT_BUILD) $(DEBUG_FLAGS) --product tessera
	@mkdir -p $(OUT)
	@for size in $(SHOWCASE_SIZES); do \
	  $(DEBUG_TOOL) render $(SHOWCASE) --size $$size -o $(OUT)/showcase-$$size.png; \
	  $(DEBUG_TOOL) render $(SHOWCASE) --size $$size --format rgb565 -o $(OUT)/showcase-$$size.raw; \
	done
	@echo; echo "The showcase (docs/examples/showcase.yaml), as pictures and as framebuffers of 16 bits a pixel (RGB565, little-endian, rows without padding):"
	@for size in $(SHOWCASE_SIZES); do \
	  for end in png raw; do printf '  %s  %s bytes\n' "$(CURDIR)/$(OUT)/showcase-$$size.$$end" "$$(stat -c %s $(OUT)/showcase-$$size.$$end)"; done; \
	done

# Test targets that are built and run, all of them if empty: `make test TESTS='TesseraLayoutTests ArchitectureTests'`. With FILTER, a regular expression,
# only tests whose names match it run.
TESTS ?=
FILTER ?=

build: deps ## Builds everything with the tests; a warning fails
	$(REPLAN)
	$(if $(TESTS),TESSERA_TESTS='$(TESTS)') .ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --build-tests

# The package's own tests first: after an example was built, `swift test --skip-build` runs the example's.
IS_OURS := swift test list --skip-build 2>/dev/null | grep -cE '^($(or $(subst $() ,|,$(strip $(TESTS))),ArchitectureTests))\.' >/dev/null
test: build ## Builds and runs every test, or those of the targets in TESTS or whose names match FILTER; a warning fails
	@.ci/deps test
	@$(IS_OURS) || { echo 'error: the tests that are built in .build belong to another package' >&2; exit 1; }
	swift test --skip-build $(if $(FILTER),--filter '$(FILTER)',$(addprefix --filter ,$(TESTS)))
	$(if $(TESTS)$(FILTER),,$(MAKE) --no-print-directory gauge gallery dashboard snippets)

# `make build-times BUILD_TIMES='--release --passes Tessera'`: options of .ci/build-times.
build-times: deps ## Builds the tool from nothing and prints the compiler's time for each module, file, function body and optimizer pass
	.ci/build-times $(BUILD_TIMES)

package: deps ## Builds a small program that requires this package by version with plain `swift build`, changes a line and builds it again
	.ci/package -j $(JOBS)

gauge: deps ## Builds and tests the example plugin package, docs/examples/GaugePlugin
	$(REPLAN)
	.ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --build-tests --package-path docs/examples/GaugePlugin --scratch-path $(EXAMPLES)
	swift test --skip-build --package-path docs/examples/GaugePlugin --scratch-path $(EXAMPLES)

gallery: deps ## Builds and tests the screens of docs/examples/Gallery, draws and records them to out/gallery
	$(REPLAN)
	.ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --build-tests --package-path docs/examples/Gallery --scratch-path $(EXAMPLES)
	swift test --skip-build --package-path docs/examples/Gallery --scratch-path $(EXAMPLES)
	@mkdir -p $(OUT)
	$(EXAMPLES)/debug/gallery-render $(OUT)/gallery

dashboard: deps ## Builds and tests docs/examples/Dashboard
	$(REPLAN)
	.ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --build-tests --package-path docs/examples/Dashboard --scratch-path $(EXAMPLES)
	swift test --skip-build --package-path docs/examples/Dashboard --scratch-path $(EXAMPLES)

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
	@case " $(BENCH_CASES) " in *" motion "*) .ci/deps peers >&2 || true; \
	  .ci/bench-motion $(BENCH) $(OUT)/bench/peers/motion $(OUT)/bench | tee -a $(OUT)/bench/results.jsonl ;; esac

format: ## Formats every Swift file
	swift format format --in-place --parallel --recursive $(SOURCES)

lint: ## Fails on a Swift file that is not formatted, on prose over its budget (.ci/prose), and on recipes without a part (.ci/packages)
	swift format lint --strict --parallel --recursive $(SOURCES)
	.ci/prose
	.ci/packages/recipes

docs: build ## Builds the DocC documentation of the public modules into out/docs/, and verifies the links of the site; a warning fails
	.ci/docs $(OUT)/docs $(PUBLIC_MODULES)
	@.ci/deps site || true
	/usr/bin/python3 .ci/site/test.py
	$(SITE) --check

# Debian's Python has the modules that .ci/deps installs.
SITE := /usr/bin/python3 .ci/site
site: deps ## Makes the site of README.md and docs/ in .build/site, with search, and verifies links, anchors and pictures
	@.ci/deps site
	$(REPLAN)
	$(SWIFT_BUILD) $(DEBUG_FLAGS) --product tessera
	$(SITE)

# The player with all its parts.
PACKAGED := $(OUT)/packages
packages: tool ## Makes Debian packages of tool and player and an OCI image of the player in out/packages, and tests them in a fresh Debian root
	@.ci/deps packages
	$(MAKE) --no-print-directory embedded PLUGINS='$(filter-out $(DEVICES),$(KNOWN_PARTS))'
	@rm -rf $(PACKAGED)
	.ci/packages/build $(TOOL) $(OUT)/tessera-player $(PACKAGED)
	/usr/bin/python3 .ci/packages/oci.py $(OUT)/tessera-player $$($(TOOL) --version) $(PACKAGED)
	.ci/packages/test $(PACKAGED)

asan: deps ## Runs the tests under the address and undefined-behaviour sanitizers
	TESSERA_TESTS='$(ASAN_SUITES)' UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks:print_suppressions=0 \
	  swift test --disable-xctest -j $(JOBS) $(SANITIZER_FLAGS) --scratch-path $(ASAN) --sanitize=address \
	  -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined $(addprefix --filter ,$(ASAN_SUITES)) $(addprefix --skip ,$(SANITIZER_SKIPS))

tsan: deps ## Runs the threaded tests under the thread sanitizer
	TESSERA_TESTS='$(TSAN_SUITES)' TSAN_OPTIONS=halt_on_error=1 swift test --disable-xctest -j $(JOBS) $(SANITIZER_FLAGS) --scratch-path $(TSAN) --sanitize=thread $(addprefix --filter ,$(TSAN_SUITES)) $(addprefix --skip ,$(SANITIZER_SKIPS) $(TSAN_SKIPS))

fuzz: deps ## Fuzzes what reads foreign bytes (docs/testing.md); FUZZ_SECONDS for each (default 30)
	Tests/Fuzz/run $(FUZZ_SECONDS) $(FUZZ_TARGETS)

# Kernel sets that a processor with a faster one holds back.
SIMD_SETS ?= default avx2
simd: build ## Runs the tests of pixels, text and golden pictures with each set of kernels (TESSERA_SIMD)
	@.ci/deps test
	@for set in $(SIMD_SETS); do echo "TESSERA_SIMD=$$set"; TESSERA_SIMD=$$set swift test --skip-build --filter 'TesseraRenderTests|GoldenTests'; done

compositor: build ## Compares golden pictures once more with pixman as the only compositor (TESSERA_COMPOSITOR): within one level a channel
	@.ci/deps test
	TESSERA_COMPOSITOR=pixman swift test --skip-build --filter 'TesseraTests.GoldenTests/theScene|TesseraRenderTests.(CanvasTests|MaskTests|TextScript|TextColor)'

SOAK_SECONDS ?= 3600
soak: build ## Plays feeds, tables, reloads and viewers for an hour of their clock (SOAK_SECONDS), and fails where memory, descriptors or threads grow
	TESSERA_SOAK_SECONDS=$(SOAK_SECONDS) swift test --skip-build --filter SoakTests

window: build ## Opens a window on an X server that nobody sees, compares pixels, clicks, types, closes it
	@.ci/deps test
	Tests/Window/run

# Which player QEMU boots: that of `make embedded`, or the `ordinary` one, of what `make tool` has built already; it takes more memory.
QEMU_PLAYER ?= embedded
qemu: tool linktest $(QEMU_PLAYER) ## Boots Linux in QEMU with the player on fbdev and DRM, touches, types and compares every pixel
	@Tests/Qemu/deps || true
	Tests/Qemu/run $(QEMU_PROGRAM_$(QEMU_PLAYER)) $(TOOL) $(QEMU_CASES)
QEMU_PROGRAM_embedded := $(OUT)/tessera-player
QEMU_PROGRAM_ordinary := $(RELEASE)/release/tessera-player

.PHONY: ordinary
ordinary: deps
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera-player
	@# What `make embedded` refuses, asked of every build.
	@uses=$$(nm -A $(RELEASE)/release/{Tessera,TesseraBase,TesseraMessages,TesseraGeometry,TesseraLayout,TesseraRender,TesseraLoading,TesseraPictures,TesseraSubtitles,TesseraContainers,TesseraDevices,TesseraMaps,TesseraVideo,TesseraSound,TesseraReader,TesseraScene,TesseraPlayer}.build/*.o \
	  $(RELEASE)/release/*{Plugin,Codec,Codecs}.build/*.o | grep ' U .*17_StringProcessing' || true); \
	if [ -n "$$uses" ]; then echo "error: to look for a string in a string brings the engine for regular expressions, 1.7 MB; look at bytes:" >&2; echo "$$uses" >&2; exit 1; fi

size: deps ## Reports the stripped static binary and what each module adds to it
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera -Xlinker -Map=$(CURDIR)/$(RELEASE)/tessera.map
	@.ci/size $(TOOL) $(RELEASE)/tessera.map

clean: ## Removes everything that was built
	rm -rf .build .build-* $(OUT)
