SUMMARY = "Shows a Tessera scene on a screen"
DESCRIPTION = "User interfaces on embedded Linux screens without a GPU, as a player of scene files."
LICENSE = "Apache-2.0"
LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

# The repository that you use: TESSERA_REPOSITORY = "git://host/tessera.git;protocol=https;branch=main" in your configuration.
TESSERA_REPOSITORY ?= "git://example.org/tessera.git;protocol=https;branch=main"
SRC_URI = "${TESSERA_REPOSITORY}"
SRCREV ?= "${AUTOREV}"
S = "${WORKDIR}/git"
B = "${WORKDIR}/build"

# The class swift is of the layer meta-swift.
inherit swift systemd pkgconfig

DEPENDS += "pixman freetype harfbuzz fribidi libpng zlib jpeg libyaml libdrm libxkbcommon libvncserver libsdl2"

# Parts of the player. Each adds its own headers and the libraries that it opens at run time.
PACKAGECONFIG ??= "text image button editable-text shape icon controls pickers fbdev drm evdev"
PACKAGECONFIG[text] = ""
PACKAGECONFIG[image] = ""
PACKAGECONFIG[apng] = ""
PACKAGECONFIG[gif] = ""
PACKAGECONFIG[webp] = ",,libwebp,,libwebp"
PACKAGECONFIG[bitmaps] = ""
PACKAGECONFIG[avif] = ",,dav1d,,dav1d"
PACKAGECONFIG[svg] = ",,expat,,expat"
PACKAGECONFIG[lottie] = ""
PACKAGECONFIG[color] = ",,lcms,,lcms"
PACKAGECONFIG[button] = ""
PACKAGECONFIG[editable-text] = ""
PACKAGECONFIG[video-frame] = ",,libyuv,,libyuv"
PACKAGECONFIG[video] = ",,ffmpeg libvpx openh264 dav1d libyuv,,ffmpeg libvpx openh264 dav1d libyuv"
PACKAGECONFIG[shape] = ""
PACKAGECONFIG[icon] = ""
PACKAGECONFIG[controls] = ""
PACKAGECONFIG[pickers] = ""
PACKAGECONFIG[codes] = ""
PACKAGECONFIG[charts] = ""
PACKAGECONFIG[grids] = ""
PACKAGECONFIG[keyboard] = ""
PACKAGECONFIG[sound] = ",,,,alsa-lib"
PACKAGECONFIG[reader] = ""
PACKAGECONFIG[map] = ",,sqlite3,,sqlite3"
PACKAGECONFIG[network] = ",,curl,,libcurl ca-certificates"
PACKAGECONFIG[fbdev] = ""
PACKAGECONFIG[drm] = ""
PACKAGECONFIG[evdev] = ",,,,libxkbcommon xkeyboard-config"
PACKAGECONFIG[libinput] = ",,,,libinput"
PACKAGECONFIG[streams] = ""
PACKAGECONFIG[vnc] = ",,,,libvncserver"
PACKAGECONFIG[window] = ",,,,libsdl2"

export TESSERA_PARTS = "${PACKAGECONFIG}"
EXTRA_OESWIFT = "--product tessera-player --disable-build-manifest-caching -Xswiftc -Osize"
# SwiftPM fetches its own dependency.
do_compile[network] = "1"

SYSTEMD_SERVICE:${PN} = "tessera-player.service"
SYSTEMD_AUTO_ENABLE = "disable"

do_install() {
    install -D -m 0755 ${B}/release/tessera-player ${D}${bindir}/tessera-player
    install -D -m 0644 ${S}/Sources/TesseraMessages/Data/locales.tld ${D}${datadir}/tessera/locales.tld
    install -D -m 0644 ${S}/.ci/packages/welcome.yaml ${D}${datadir}/tessera/welcome.yaml
    install -D -m 0644 ${S}/.ci/packages/tessera-player.service ${D}${systemd_system_unitdir}/tessera-player.service
    install -D -m 0644 ${S}/.ci/packages/tessera-player.default ${D}${sysconfdir}/default/tessera-player
}

CONFFILES:${PN} = "${sysconfdir}/default/tessera-player"
