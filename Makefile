# `make help` lists the targets. Git ignores every folder that a target writes to, and `make clean` removes it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

JOBS ?= $(shell nproc)
SWIFT_BUILD := swift build -j $(JOBS)
# Debug builds: C is optimized, because tests that paint, shape or decode are slow otherwise, and has more warnings.
# The flags are on the command line, because SwiftPM rejects them in a package that is required by version.
# Debug information takes a seventh of the compiler's time and a quarter of the folder; `make build DEBUG_INFO=dwarf` writes it. The index of a
# debug build is kept: SwiftPM finds tests in it.
DEBUG_INFO ?= none
DEBUG_FLAGS := -debug-info-format $(DEBUG_INFO) -Xcc -O2 -Xcc -Wall -Xcc -Wextra
# With line tables, reports of sanitizers have line numbers.
SANITIZER_FLAGS := -Xcc -O2 -Xcc -Wall -Xcc -Wextra -Xswiftc -gline-tables-only -Xcc -gline-tables-only
# The tool of a debug build: `make run` and the tests use it.
DEBUG_TOOL := .build/debug/tessera
# Each sanitizer build has a separate scratch folder.
RELEASE := .build-release
ASAN := .build-asan
TSAN := .build-tsan
# The packages of examples share the modules of Tessera from `make build`.
EXAMPLES := .build
# Without this, SwiftPM reuses the plan of the package that was built there before, if none of its files changed.
REPLAN = @rm -f $(EXAMPLES)/debug/description.json
# Flags of `make tool` and `make bench`: only options of SwiftPM (docs/building.md).
RELEASE_FLAGS := -c release -debug-info-format $(DEBUG_INFO) --static-swift-stdlib --scratch-path $(RELEASE)
TOOL := $(RELEASE)/release/tessera
BENCH := $(RELEASE)/release/tessera-bench
OUT := out

# The player for devices: make embedded, order, weights, arm.
include .ci/embedded/embedded.mk

SOURCES := $(wildcard Sources Plugins Tests docs/examples) Package.swift

# Every call of SwiftPM leaves folders in the temporary directory. `make clean` removes this one.
export TMPDIR := $(CURDIR)/.build-tmp
$(shell mkdir -p $(TMPDIR))

SHOWCASE := docs/examples/showcase.yaml
SHOWCASE_SIZES := 800x480 1080x1920
BENCH_CASES ?= labels paragraph images blur decode scene scroll fill startup idle one-label relayout layout table rows diff workers long-scroll rainforest cancel rgb565 scrolled-frame input network-feed motion bindings map
# Texts and pictures of the cases, created from Tests/Benchmarks/Data if the folder does not exist.
export BENCH_DATA ?= $(OUT)/bench/data
# Documented one by one, in layer order.
PUBLIC_MODULES := TesseraBase TesseraJSON TesseraMessages TesseraGeometry TesseraLayout TesseraRender TesseraLoading TesseraPictures Tessera TesseraContainers TesseraReader TesseraDevices TesseraScene \
  TextPlugin APNGCodec GIFCodec WebPCodec BitmapCodecs AVIFCodec SVGCodec LottieCodec ImagePlugin ButtonPlugin EditableTextPlugin VideoFramePlugin ShapePlugin IconPlugin ControlsPlugin PickersPlugin CodesPlugin ChartPlugin GridPlugin KeyboardPlugin TesseraSubtitles TesseraMaps MapPlugin TesseraSound TesseraVideo VideoPlugin TesseraKit TesseraPlayer TesseraTestSupport
# The suites that start threads: nodes and stages, containers, devices, the caches of text, tool and player.
TSAN_SUITES ?= TesseraTests TesseraContainersTests TesseraDevicesTests TesseraRenderTests TesseraToolTests PluginTests TesseraSoundTests TesseraReaderTests
# Long tests without threads or untrusted bytes in C, tests that compare many pixels with a slow reference, and one that measures the memory of a process.
SANITIZER_SKIPS ?= everyNodeReceivesStateChangesInSingleStepsInOrder arrowsMoveThroughAListThatCreatesItsItems scrollingBelowTheHUDDoesNotSmearIt \
  scrollingToARowEndsAtTheRequestedPosition editsLayOutOnlyChangedBlocks anySequenceOfScrollsEqualsAFullRepaint retainedLayoutsWithEnvironmentsEqualFreshOnes \
  rowsFollowTheDataAndChangeStateInSingleSteps framesMatchANaiveLayout rowsChangeStateInSingleSteps subnodesFollowTheSpecHoweverItChanges \
  eachInEachHasOneLimitOfNodes aListReferencedManyTimesIsTextOfLimitedLength  dataThatDoubleThemselvesEndAtALimit \
  largeSurfacesMoveAsOneCopyWould movingWideRowsEqualsACopyMovedNaively wordsAreHyphenatedByThePatternsOfTheirLanguage \
  everyUnicodeCaseHasTheStandardBidiLevelsAndOrder aHundredReloadsKeepFewFontsAndShowTheInstalledOne \
  memoryDoesNotGrowWithRunTime rightToLeftIsTheMirrorImageOfLeftToRight reasonsAddUpToTheSize twiceTheLengthsGiveTwiceTheFrames \
  siblingsOfOneLineKeepTheirSizesInAnyOrder layingOutAgainGivesTheSame equalSiblingsCanChangePlaces aBorderLeavesTheInsideAlone \
  childrenStayInsideUnlessForcedOut picturesMatchMapLibre
# Tests of processes with a limit of file size: the thread sanitizer maps its shadow memory from files, and cannot start in them. Also suites of CRender
# other than text, because threads share only text. A text of 16 MB takes minutes with this sanitizer.
# Values without threads are left out, too.
TSAN_SKIPS := aLineOfSixteenMegabytesIsLaidOutInParts existingFileIsReplacedWholeOrKept aFailedRecordingLeavesNoFile TesseraRenderTests.[A-SU-Z] \
  elementsOfAnAreaMatchTheirFrames itemsNeitherOverlapNorLeaveTheContent theOrderOfReportedSizesDoesNotChangeTheResult applyingTheDiffToTheOldGivesTheNew \
  pagesWrap keptItemsOfAChangedListKeepTheirSizes everyPageIsAtItsNearestPlace aMillionItemsAreFoundAndMeasured twoDiffsInARowAreOne \
  anUpdateGivesTheDescribedList updatesDuringAReorderAreInTheirPlaces
# Suites that read untrusted bytes, run C, or manage memory manually.
ASAN_SUITES ?= TesseraRenderTests TesseraDevicesTests TesseraSceneTests TesseraContainersTests TesseraLayoutTests TesseraToolTests TesseraPicturesTests \
  TesseraLoadingTests SVGCodecTests LottieCodecTests VideoTests PluginTests TesseraTests TesseraSoundTests
FUZZ_SECONDS ?= 30
# All of them by default.
FUZZ_TARGETS ?=

.PHONY: help deps run build build-times tool findings test package gauge gallery dashboard first-app examples snippets bench format lint docs site packages asan tsan fuzz simd compositor soak qemu window size clean

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## Installs the system packages that are missing, and checks the Swift toolchain
	@.ci/deps

tool: deps ## Builds the release tool with the static Swift runtime
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera

# A tool that is built already, and `light` for one mode and direction alone.
FINDINGS_TOOL ?=
FINDINGS ?=
findings: $(if $(FINDINGS_TOOL),deps,tool) ## Checks the scenes of docs/examples for contrast, cut-off parts and small targets in each mode, density and text size
	.ci/findings $(or $(FINDINGS_TOOL),$(TOOL)) $(FINDINGS)

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
	$(call without_regex,.build/debug)

# The package's own tests first: after an example was built, `swift test --skip-build` runs the example's.
IS_OURS := swift test list --skip-build 2>/dev/null | grep -cE '^($(or $(subst $() ,|,$(strip $(TESTS))),ArchitectureTests))\.' >/dev/null
test: build ## Builds and runs every test, or those of the targets in TESTS or whose names match FILTER; a warning fails
	@.ci/deps test
	@$(IS_OURS) || { echo 'error: the tests that are built in .build belong to another package' >&2; exit 1; }
	swift test --skip-build $(if $(FILTER),--filter '$(FILTER)',$(addprefix --filter ,$(TESTS)))
	$(if $(TESTS)$(FILTER),,$(MAKE) --no-print-directory gauge gallery dashboard first-app snippets)

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

first-app: deps ## Builds docs/examples/FirstApp, the program of docs/first-app.md
	$(REPLAN)
	.ci/strict $(SWIFT_BUILD) $(DEBUG_FLAGS) --package-path docs/examples/FirstApp --scratch-path $(EXAMPLES)

examples: gauge gallery dashboard first-app ## Builds and tests the programs of docs/examples, and draws its scenes to out/examples
	$(REPLAN)
	$(SWIFT_BUILD) $(DEBUG_FLAGS) --product tessera
	@mkdir -p $(OUT)/examples
	@for scene in docs/examples/*.yaml docs/examples/appliances/*.yaml; do \
	  name=$${scene#docs/examples/}; name=$${name//\//-}; \
	  $(DEBUG_TOOL) render "$$scene" --timeout 2 -o "$(OUT)/examples/$${name%.yaml}.png"; \
	done

snippets: build ## Compiles the Swift snippets of README.md and docs/
	.ci/snippets

bench: deps ## Runs the benchmark cases; prints JSON lines, and writes them to out/bench/ with pictures
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

docs: build ## Builds the DocC documentation of the public modules into out/docs/, and verifies the links and pictures of the site; a warning fails
	.ci/docs $(OUT)/docs $(PUBLIC_MODULES)
	@.ci/deps site || true
	/usr/bin/python3 .ci/site/test.py
	$(SITE) --check
	.ci/pictures

# Debian's Python has the modules that .ci/deps installs.
SITE := /usr/bin/python3 .ci/site
site: deps ## Creates the site of README.md and docs/ in .build/site, with search, and verifies links, anchors and pictures
	@.ci/deps site
	$(REPLAN)
	$(SWIFT_BUILD) $(DEBUG_FLAGS) --product tessera
	$(SITE)

# The packages have a player with all parts.
PACKAGED := $(OUT)/packages
packages: tool ## Creates Debian packages of tool and player and an OCI image of the player in out/packages, and tests them in a fresh Debian root
	@.ci/deps packages
	$(MAKE) --no-print-directory embedded PLUGINS='$(filter-out $(DEVICES),$(KNOWN_PARTS))'
	@rm -rf $(PACKAGED)
	.ci/packages/build $(TOOL) $(OUT)/tessera-player $(PACKAGED)
	/usr/bin/python3 .ci/packages/oci.py $(OUT)/tessera-player $$($(TOOL) --version) $(PACKAGED)
	.ci/packages/test $(PACKAGED)

# A sanitizer's build has no tests: .ci/sanitize links those of `make build`. BUILT=1: they are built already.
BUILT ?=
# Targets to instrument, with those that they need; all if empty. CTesseraCounting must be one: it replaces the allocator in other builds.
ASAN_TARGETS ?=
TSAN_TARGETS ?=
sanitized = $(if $(2),for target in $(2); do $(call sanitizer_build,$(1) --target $$target) || exit; done,$(call sanitizer_build,$(1)))
sanitizer_build = TESSERA_TESTS=none $(SWIFT_BUILD) --disable-index-store $(SANITIZER_FLAGS) $(1)
asan: $(if $(BUILT),deps,build) ## Runs the tests under the address and undefined-behavior sanitizers
	$(call sanitized,--scratch-path $(ASAN) --sanitize=address -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined,$(ASAN_TARGETS))
	tests=$$(.ci/sanitize $(ASAN)); \
	UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=suppressions=$(CURDIR)/.ci/leaks:print_suppressions=0 "$$tests" --testing-library swift-testing \
	  $(addprefix --filter ,$(ASAN_SUITES)) $(addprefix --skip ,$(SANITIZER_SKIPS))

tsan: $(if $(BUILT),deps,build) ## Runs the threaded tests under the thread sanitizer
	$(call sanitized,--scratch-path $(TSAN) --sanitize=thread,$(TSAN_TARGETS))
	tests=$$(.ci/sanitize $(TSAN)); \
	TSAN_OPTIONS=halt_on_error=1 "$$tests" --testing-library swift-testing \
	  $(addprefix --filter ,$(TSAN_SUITES)) $(addprefix --skip ,$(SANITIZER_SKIPS) $(TSAN_SKIPS))

fuzz: deps ## Fuzzes the readers of untrusted bytes (docs/testing.md), each for FUZZ_SECONDS (default 30)
	Tests/Fuzz/run $(FUZZ_SECONDS) $(FUZZ_TARGETS)

# Sets of kernels that are not the default on a processor with a faster set.
SIMD_SETS ?= default avx2
simd: build ## Runs the tests of pixels, text and golden pictures with each set of kernels (TESSERA_SIMD)
	@.ci/deps test
	@for set in $(SIMD_SETS); do echo "TESSERA_SIMD=$$set"; TESSERA_SIMD=$$set swift test --skip-build --filter 'TesseraRenderTests|GoldenTests'; done

compositor: build ## Compares golden pictures with pixman as the only compositor (TESSERA_COMPOSITOR), with a tolerance of one level a channel
	@.ci/deps test
	TESSERA_COMPOSITOR=pixman swift test --skip-build --filter 'TesseraTests.GoldenTests/theScene|TesseraRenderTests.(CanvasTests|MaskTests|TextScript|TextColor)'

SOAK_SECONDS ?= 3600
SOAK_TESTS ?= SoakTests
soak: build ## Plays feeds, tables, reloads and viewers for a simulated hour (SOAK_SECONDS), and fails if memory, descriptors or threads grow
	TESSERA_SOAK_SECONDS=$(SOAK_SECONDS) swift test --skip-build --filter $(SOAK_TESTS)

window: build ## Opens a window on a virtual X server, compares pixels, clicks, types, closes it
	@.ci/deps test
	Tests/Window/run

# Player that QEMU boots: that of `make embedded`, the `ordinary` one from the modules of `make tool`, or the `debug` one of `make build`. The latter two
# need more memory.
QEMU_PLAYER ?= embedded
qemu: $(if $(filter debug,$(QEMU_PLAYER)),build,tool $(QEMU_PLAYER)) linktest ## Boots Linux in QEMU with the player on fbdev and DRM, touches, types and compares every pixel
	@Tests/Qemu/deps || true
	Tests/Qemu/run $(QEMU_PROGRAM_$(QEMU_PLAYER)) $(if $(filter debug,$(QEMU_PLAYER)),$(DEBUG_TOOL),$(TOOL)) $(QEMU_CASES)
QEMU_PROGRAM_embedded := $(OUT)/tessera-player
QEMU_PROGRAM_ordinary := $(RELEASE)/release/tessera-player
QEMU_PROGRAM_debug := .build/debug/tessera-player

.PHONY: ordinary
ordinary: deps
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera-player
	$(call without_regex,$(RELEASE)/release)

# Fails if a module of players looks for a string in a string by the standard library. `make embedded` refuses that too.
define without_regex
@uses=$$(nm -A $(1)/{Tessera,TesseraBase,TesseraJSON,TesseraMessages,TesseraGeometry,TesseraLayout,TesseraRender,TesseraLoading,TesseraPictures,TesseraSubtitles,TesseraContainers,TesseraDevices,TesseraMaps,TesseraVideo,TesseraSound,TesseraReader,TesseraScene,TesseraPlayer}.build/*.o \
  $(1)/*{Plugin,Codec,Codecs}.build/*.o | grep ' U .*17_StringProcessing' || true); \
if [ -n "$$uses" ]; then \
  echo "error: to look for a string in a string brings the engine for regular expressions, 1.7 MB; look at bytes:" >&2; echo "$$uses" >&2; exit 1; fi
endef

size: deps ## Prints the size of the stripped static binary, and the share of each module
	$(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera -Xlinker -Map=$(CURDIR)/$(RELEASE)/tessera.map
	@.ci/size $(TOOL) $(RELEASE)/tessera.map

clean: ## Removes all build products
	rm -rf .build .build-* $(OUT)
