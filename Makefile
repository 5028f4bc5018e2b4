# `make help` lists what there is. Every folder that a target writes to is ignored by git and removed by `make clean`.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

JOBS ?= $(shell nproc)
SWIFT_BUILD := swift build -j $(JOBS)
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
# The linker that comes with the Swift toolchain folds equal functions and packs relocations: a smaller program that starts sooner.
LLD := $(wildcard $(dir $(realpath $(shell command -v swift)))ld.lld)
LINK_FLAGS := $(if $(LLD),-Xlinker --icf=all -Xlinker --gc-sections -Xlinker -z -Xlinker pack-relative-relocs)
# Takes objects apart into functions before they are linked, and for the player drops what nobody reads. Needs the toolchain's linker and Python; without
# them the player is larger by about a half.
SMALL_LINK := $(and $(LLD),$(shell command -v python3),$(CURDIR)/.ci/small-link)
LINK_FLAGS += $(if $(SMALL_LINK),-Xswiftc -Xclang-linker -Xswiftc --ld-path=$(SMALL_LINK),$(if $(LLD),-Xswiftc -use-ld=lld))
# Puts what runs at the start together (`make order`).
ORDER := $(if $(LLD),$(wildcard .ci/startup-order))
ORDERED = -Xlinker --symbol-ordering-file=$(CURDIR)/$(1) -Xlinker --no-warn-symbol-ordering
# SwiftPM does not see that the order of functions has changed: a program older than that is linked anew.
RELINKED = @if [ -n "$(2)" ] && [ "$(2)" -nt "$(1)" ]; then rm -f "$(1)"; fi
LINK_FLAGS += $(if $(ORDER),$(call ORDERED,$(ORDER)))
# One section for each function, which the linker can then put anywhere.
SECTIONS := -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections
# The kernel maps files in groups of 64 kB that begin at such addresses: functions that lie together shall not share their groups with others.
ALIGNED := -Xlinker -z -Xlinker max-page-size=65536
LINK_FLAGS += $(if $(LLD),$(ALIGNED))
RELEASE_FLAGS := -c release --static-swift-stdlib $(SECTIONS) $(LINK_FLAGS) --scratch-path $(RELEASE)
TOOL := $(RELEASE)/release/tessera
BENCH := $(RELEASE)/release/tessera-bench
PLAYER := .build-embedded/release/tessera-player
OUT := out

# Types such as `Array<Int>` are made by calls, with the conformances that the compiler knows, rather than looked up by the letters of their names when the
# program starts: a quarter fewer instructions up to the first picture on the main thread, for 90 kB.
NAMES_AS_CALLS := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# What `make embedded` puts in: its own build, since each choice is another one.
EMBEDDED := .build-embedded
PLUGINS ?= text image button editable-text video-frame shape
DEVICES ?= fbdev drm evdev libinput streams vnc window
TRAIT_text := TextPlugin
TRAIT_image := ImagePlugin
TRAIT_button := ButtonPlugin
TRAIT_editable-text := EditableTextPlugin
TRAIT_video-frame := VideoFramePlugin
TRAIT_shape := ShapePlugin
TRAIT_fbdev := Framebuffer
TRAIT_drm := ModeSetting
TRAIT_evdev := Evdev
TRAIT_libinput := Libinput
TRAIT_streams := Streams
TRAIT_vnc := VNC
TRAIT_window := Window
# Objects of each part, for `make weights`.
PARTS := text=/TextPlugin.build/ image=/ImagePlugin.build/|/CImageCodecs.build/ button=/ButtonPlugin.build/ editable-text=/EditableTextPlugin.build/ \
  video-frame=/VideoFramePlugin.build/|/CVideoConvert.build/ shape=/ShapePlugin.build/ \
  fbdev=/Framebuffer[A-Z]\w+.swift|/CTesseraDevices.build/framebuffer drm=/ModeSetting\w+.swift|/CTesseraDevices.build/(drm|hotplug) \
  evdev=/TesseraDevices.build/(Evdev|Input|Keyboard|Calibration)|/CTesseraDevices.build/(input|keyboard) libinput=/Libinput\w+.swift|/CTesseraDevices.build/libinput \
  streams=/(PNGSequence|RawStream|Stream|Y4M|PNGEncoder|PanelDisplay|PanelDriver|PanelPolicy|SimulatedPanel|GrayDither)\w*.swift|/CTesseraDevices.build/(png|rows) \
  vnc=/(VNC|Mirror)\w+.swift|/CTesseraDevices.build/vnc window=/Window\w+.swift|/CTesseraDevices.build/window
comma := ,
space := $(subst ,, )
TRAITS = $(foreach part,$(PLUGINS) $(DEVICES),$(or $(TRAIT_$(part)),$(error `$(part)` is neither a plugin nor a device; see docs/devices.md)))
TRAIT_FLAGS = $(if $(strip $(TRAITS)),--traits $(subst $(space),$(comma),$(strip $(TRAITS))),--disable-default-traits)
EMBEDDED_FLAGS = -c release --static-swift-stdlib --scratch-path $(EMBEDDED) $(TRAIT_FLAGS) -Xswiftc -Osize $(SECTIONS) \
  $(NAMES_AS_CALLS) -Xlinker --as-needed \
  $(if $(SMALL_LINK),-Xswiftc -Xclang-linker -Xswiftc --ld-path=$(SMALL_LINK) -Xlinker -O2 -Xlinker --gc-sections -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs \
    $(ALIGNED) $(if $(PLAYER_ORDER),$(call ORDERED,$(PLAYER_ORDER))),$(LINK_FLAGS))
PLAYER_ORDER := $(wildcard .ci/startup-order-player)
# The player for 64-bit ARM, its SDK beside it.
ARM64 := .build-arm64
ARM64_SDK := $(CURDIR)/$(ARM64)/sdk
ARM64_SYSROOT := $(ARM64_SDK)/debian-aarch64.artifactbundle/sysroot
# What libraries say of themselves: those of one architecture, and those that are the same on all.
ARM64_PACKAGES := $(ARM64_SYSROOT)/usr/lib/aarch64-linux-gnu/pkgconfig:$(ARM64_SYSROOT)/usr/share/pkgconfig
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

.PHONY: help deps run build tool test package gauge gallery snippets bench format lint docs asan tsan fuzz qemu window embedded arm weights size order clean

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

deps: ## Installs the system packages that are missing, and checks the Swift toolchain
	@.ci/deps

tool: deps ## Builds the release tool with the static Swift runtime
	$(call RELINKED,$(TOOL),$(ORDER))
	SMALL_LINK_KEEPS=1 $(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera

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

embedded: deps ## Builds tessera-player: one stripped program with the Swift runtime in it, in out/
	$(call RELINKED,$(PLAYER),$(PLAYER_ORDER))
	$(SWIFT_BUILD) $(EMBEDDED_FLAGS) --product tessera-player
	@if [ -n "$(SMALL_LINK)" ] && nm $(PLAYER) | grep -q _RegexParser; then \
	  echo "error: the player holds the engine for regular expressions, 1.7 MB: some contains, split or replacing is given a string; look at bytes" >&2; \
	  exit 1; fi
	@mkdir -p $(OUT)
	strip --strip-all -o $(OUT)/tessera-player $(PLAYER)
	@# Written to the disk and read from there, as on a device: pages that were just written lie in large folios, and a start would map up to 2 MB more.
	-@dd of=$(OUT)/tessera-player oflag=nocache conv=notrunc,fdatasync count=0 status=none
	@printf '%s  %s bytes\n' "$(CURDIR)/$(OUT)/tessera-player" "$$(stat -c %s $(OUT)/tessera-player)"

window: build ## Opens a window on an X server that nobody sees, compares pixels, clicks, types, closes it; says so where it is skipped
	Tests/Window/run

qemu: tool embedded ## Boots Linux in QEMU with the player on fbdev and DRM, touches, types and compares every pixel; says so where it is skipped
	@Tests/Qemu/deps || true
	Tests/Qemu/run $(OUT)/tessera-player $(TOOL) $(QEMU_CASES)

arm: tool embedded ## Builds tessera-player for 64-bit ARM with Debian's standard library, compares its pictures under emulation, and boots Linux with it
	.ci/arm64-sdk $(ARM64_SDK)
	PKG_CONFIG_LIBDIR=$(ARM64_PACKAGES) PKG_CONFIG_PATH=$(ARM64_PACKAGES) \
	  PKG_CONFIG_SYSROOT_DIR=$(ARM64_SYSROOT) $(SWIFT_BUILD) $(subst --scratch-path $(EMBEDDED),--scratch-path $(ARM64),$(EMBEDDED_FLAGS)) \
	  --swift-sdks-path $(ARM64_SDK) --swift-sdk debian-aarch64 --product tessera-player
	@mkdir -p $(OUT)
	$(dir $(LLD))llvm-objcopy --strip-all $(ARM64)/aarch64-unknown-linux-gnu/release/tessera-player $(OUT)/tessera-player-arm64
	@printf '%s  %s bytes\n' "$(CURDIR)/$(OUT)/tessera-player-arm64" "$$(stat -c %s $(OUT)/tessera-player-arm64)"
	Tests/ARM/run $(OUT)/tessera-player $(OUT)/tessera-player-arm64 $(ARM64_SYSROOT)
	@Tests/Qemu/deps aarch64 || true
	TESSERA_ARM64_SYSROOT=$(ARM64_SYSROOT) Tests/Qemu/run $(OUT)/tessera-player-arm64 $(TOOL) $(QEMU_CASES)

weights: deps ## Reports what each plugin and device adds to tessera-player, in bytes
	@mkdir -p $(OUT)
	rm -f $(PLAYER)
	SMALL_LINK_PARTS="$(PARTS)" SMALL_LINK_TABLE=$(CURDIR)/$(OUT)/weights.txt $(SWIFT_BUILD) $(EMBEDDED_FLAGS) --product tessera-player
	@cat $(OUT)/weights.txt

size: deps ## Reports the stripped static binary and what each module adds to it
	SMALL_LINK_KEEPS=1 $(SWIFT_BUILD) $(RELEASE_FLAGS) --product tessera -Xlinker -Map=$(CURDIR)/$(RELEASE)/tessera.map
	@.ci/size $(TOOL) $(RELEASE)/tessera.map

order: tool embedded ## Finds anew which functions run at the start and are to lie together in the tool and the player (needs valgrind)
	@(.ci/order tool $(TOOL) && echo small_link_nameless) > $(RELEASE)/startup-order && mv $(RELEASE)/startup-order .ci/startup-order
	@(.ci/order player $(PLAYER) && echo small_link_nameless) > $(EMBEDDED)/startup-order && mv $(EMBEDDED)/startup-order .ci/startup-order-player
	@wc -l .ci/startup-order .ci/startup-order-player

clean: ## Removes everything that was built
	rm -rf .build .build-* $(OUT)
