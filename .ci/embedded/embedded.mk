# The player for devices: tuned beyond what an ordinary build does. README.md in this folder says how and why; the Makefile includes this.

# Its own build, since each choice of parts is another one.
EMBEDDED := .build-embedded
PLAYER := $(EMBEDDED)/release/tessera-player
# The linker that comes with the Swift toolchain.
LLD := $(wildcard $(dir $(realpath $(shell command -v swift)))ld.lld)
# Takes objects apart into functions before they are linked, and drops what nobody reads. Needs the toolchain's linker and Python; without them, or with
# `SMALL_LINK=` on the command line, the ordinary linker makes a program that does the same and is larger by about a half.
SMALL_LINK := $(and $(LLD),$(shell command -v python3),$(CURDIR)/.ci/embedded/link)
# One section for each function, which the linker can then put anywhere.
SECTIONS := -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections
# The kernel maps files in groups of 64 kB that begin at such addresses: functions that lie together shall not share their groups with others.
ALIGNED := -Xlinker -z -Xlinker max-page-size=65536
# Types such as `Array<Int>` are made by calls, with the conformances that the compiler knows, rather than looked up by the letters of their names when the
# program starts: a quarter fewer instructions up to the first picture on the main thread, for 90 kB.
NAMES_AS_CALLS := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

PLUGINS ?= text image apng gif webp lottie bitmaps avif color button editable-text video-frame shape icon controls pickers codes charts grids keyboard
DEVICES ?= fbdev drm evdev libinput streams vnc window
# Objects of each part, for `make weights`.
PARTS := text=/TextPlugin.build/ image=/ImagePlugin.build/|/TesseraPictures.build/|/CImageCodecs.build/ apng=/APNGCodec.build/ gif=/GIFCodec.build/|/CGIF.build/ webp=/WebPCodec.build/|/CWebP.build/ lottie=/LottieCodec.build/ \
  bitmaps=/BitmapCodecs.build/|/CBitmapCodecs.build/ avif=/AVIFCodec.build/|/CAVIFCodec.build/ color=/CImageCodecs.build/color \
  svg=/SVGCodec.build/|/CSVGMarkup.build/ network=/TesseraLoading.build/|/CTesseraNetwork.build/ \
  button=/ButtonPlugin.build/ editable-text=/EditableTextPlugin.build/|/CHunspell.build/ \
  video-frame=/VideoFramePlugin.build/|/CVideoConvert.build/ shape=/ShapePlugin.build/ icon=/IconPlugin.build/ controls=/ControlsPlugin.build/ \
  pickers=/PickersPlugin.build/ map=/MapPlugin.build/|/TesseraMaps.build/|/CMapDatabase.build/ video=/VideoPlugin.build/|/TesseraVideo.build/|/CVideoDecoder.build/ \
  reader=/TesseraReader.build/ sound=/TesseraSound.build/|/CTesseraSound.build/ keyboard=/KeyboardPlugin.build/|/CChewing.build/ codes=/CodesPlugin.build/ charts=/ChartPlugin.build/ grids=/GridPlugin.build/ \
  fbdev=/Framebuffer[A-Z]\w+.swift|/CTesseraDevices.build/framebuffer drm=/ModeSetting\w+.swift|/CTesseraDevices.build/(drm|hotplug) \
  evdev=/TesseraDevices.build/(Evdev|Input|Keyboard|Calibration)|/CTesseraDevices.build/(input|keyboard) libinput=/Libinput\w+.swift|/CTesseraDevices.build/libinput \
  streams=/(PNGSequence|RawStream|Stream|Y4M|PNGEncoder|PanelDisplay|PanelDriver|PanelPolicy|SimulatedPanel|GrayDither)\w*.swift|/CTesseraDevices.build/(png|rows) \
  vnc=/(VNC|Mirror)\w+.swift|/CTesseraDevices.build/vnc window=/Window\w+.swift|/CTesseraDevices.build/window
# The names that Package.swift gives to parts.
KNOWN_PARTS := $(shell sed -n 's/.*name: "\([a-z-]*\)", condition: "[A-Za-z]*".*/\1/p' Package.swift)
WANTED_PARTS = $(foreach part,$(PLUGINS) $(DEVICES),$(if $(filter $(part),$(KNOWN_PARTS)),$(part),$(error `$(part)` is neither a plugin nor a device; there are: $(KNOWN_PARTS))))
# Parts of a player. A plan that was made for others is not taken.
PLAYER_BUILD = TESSERA_PARTS='$(strip $(WANTED_PARTS))' $(SWIFT_BUILD) --disable-build-manifest-caching
# The functions that run at the start, in the order in which they are to lie: a list for each choice of parts, made by the first build (`make order` makes it
# anew). Names in it that are no more do no harm.
ORDER = $(CURDIR)/$(EMBEDDED)/startup-order-$(firstword $(shell echo $(sort $(WANTED_PARTS)) | cksum))
# Flags of a build in the folder $(1).
PLAYER_FLAGS = -c release --static-swift-stdlib --scratch-path $(1) -Xswiftc -Osize $(SECTIONS) $(NAMES_AS_CALLS) -Xlinker --as-needed \
  $(if $(SMALL_LINK),-Xswiftc -Xclang-linker -Xswiftc --ld-path=$(SMALL_LINK) -Xlinker --first=$(CURDIR)/$(1)/arguments.o -Xlinker --first=$(CURDIR)/$(1)/assignments.o \
    -Xlinker -O2 -Xlinker --gc-sections -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs $(ALIGNED) \
    -Xlinker --symbol-ordering-file=$(ORDER) -Xlinker --no-warn-symbol-ordering)
# What the player of the folder $(1) links beside its modules, compiled with the flags $(2).
BESIDE = @mkdir -p $(1); for part in arguments assignments; do \
  $(dir $(LLD))clang $(2) -O2 -Wall -Wextra -ffunction-sections -c .ci/embedded/$$part.c -o $(1)/$$part.o; done
# The linker wants the file of the order to be there; an empty one changes nothing.
NO_ORDER_YET = @mkdir -p $(EMBEDDED); [ -e $(ORDER) ] || : >$(ORDER)
# The player for 64-bit ARM, its SDK beside it.
ARM64 := .build-arm64
ARM64_SDK := $(CURDIR)/$(ARM64)/sdk
ARM64_SYSROOT := $(ARM64_SDK)/debian-aarch64.artifactbundle/sysroot
# What libraries say of themselves: those of one architecture, and those that are the same on all.
ARM64_PACKAGES := $(ARM64_SYSROOT)/usr/lib/aarch64-linux-gnu/pkgconfig:$(ARM64_SYSROOT)/usr/share/pkgconfig

.PHONY: embedded order linktest arm weights

embedded: deps ## Builds tessera-player: one stripped program with the Swift runtime in it, in out/
	$(if $(SMALL_LINK),$(call BESIDE,$(EMBEDDED)))
	$(NO_ORDER_YET)
	$(PLAYER_BUILD) $(call PLAYER_FLAGS,$(EMBEDDED)) --product tessera-player
	@if [ -n "$(SMALL_LINK)" ] && [ ! -s $(ORDER) ]; then \
	  if command -v valgrind >/dev/null && .ci/embedded/order $(PLAYER) >$(ORDER).new; then \
	    mv $(ORDER).new $(ORDER); rm -f $(PLAYER); \
	    $(PLAYER_BUILD) $(call PLAYER_FLAGS,$(EMBEDDED)) --product tessera-player; \
	  else \
	    echo "embedded: without valgrind what runs at the start stays scattered in the file, and a start takes about 3500 KiB more"; fi; fi
	@# Counts to the end: a pipe closed early would fail the left side, and with it say that nothing was found.
	@if [ -n "$(SMALL_LINK)" ] && [ "$$(nm $(PLAYER) | grep -c _RegexParser)" != 0 ]; then \
	  echo "error: the player holds the engine for regular expressions, 1.7 MB: some contains, split or replacing is given a string; look at bytes" >&2; \
	  exit 1; fi
	@mkdir -p $(OUT)
	strip --strip-all -o $(OUT)/tessera-player $(PLAYER)
	@# Written to the disk and read from there, as on a device: pages that were just written lie in large folios, and a start would map up to 2 MB more.
	-@dd of=$(OUT)/tessera-player oflag=nocache conv=notrunc,fdatasync count=0 status=none
	@printf '%s  %s bytes\n' "$(CURDIR)/$(OUT)/tessera-player" "$$(stat -c %s $(OUT)/tessera-player)"

order: deps ## Finds the functions that run at the player's startup, to group them in the file (needs valgrind)
	@command -v valgrind >/dev/null || { echo "error: valgrind is missing" >&2; exit 1; }
	@rm -f $(ORDER)
	@$(MAKE) --no-print-directory embedded

linktest: deps ## Tests the linker of make embedded on small programs
	.ci/embedded/test

arm: tool embedded ## Builds tessera-player for 64-bit ARM with Debian's standard library, compares its pictures under emulation, and boots Linux with it
	.ci/arm64-sdk $(ARM64_SDK)
	$(if $(SMALL_LINK),$(call BESIDE,$(ARM64),--target=aarch64-unknown-linux-gnu --sysroot=$(ARM64_SYSROOT)))
	PKG_CONFIG_LIBDIR=$(ARM64_PACKAGES) PKG_CONFIG_PATH=$(ARM64_PACKAGES) \
	  PKG_CONFIG_SYSROOT_DIR=$(ARM64_SYSROOT) $(PLAYER_BUILD) $(call PLAYER_FLAGS,$(ARM64)) \
	  --swift-sdks-path $(ARM64_SDK) --swift-sdk debian-aarch64 --product tessera-player
	@mkdir -p $(OUT)
	$(dir $(LLD))llvm-objcopy --strip-all $(ARM64)/aarch64-unknown-linux-gnu/release/tessera-player $(OUT)/tessera-player-arm64
	@printf '%s  %s bytes\n' "$(CURDIR)/$(OUT)/tessera-player-arm64" "$$(stat -c %s $(OUT)/tessera-player-arm64)"
	Tests/ARM/run $(OUT)/tessera-player $(OUT)/tessera-player-arm64 $(ARM64_SYSROOT)
	@Tests/Qemu/deps aarch64 || true
	TESSERA_ARM64_SYSROOT=$(ARM64_SYSROOT) Tests/Qemu/run $(OUT)/tessera-player-arm64 $(TOOL) $(QEMU_CASES)

weights: deps ## Prints the bytes that each plugin and device adds to tessera-player
	@mkdir -p $(OUT)
	$(if $(SMALL_LINK),$(call BESIDE,$(EMBEDDED)))
	$(NO_ORDER_YET)
	rm -f $(PLAYER)
	SMALL_LINK_PARTS="$(PARTS)" SMALL_LINK_TABLE=$(CURDIR)/$(OUT)/weights.txt $(PLAYER_BUILD) $(call PLAYER_FLAGS,$(EMBEDDED)) --product tessera-player
	@cat $(OUT)/weights.txt
