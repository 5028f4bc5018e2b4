################################################################################
#
# tessera-player
#
################################################################################

TESSERA_PLAYER_VERSION = $(call qstrip,$(BR2_TESSERA_PLAYER_VERSION))
TESSERA_PLAYER_SITE = $(call qstrip,$(BR2_TESSERA_PLAYER_SITE))
TESSERA_PLAYER_SITE_METHOD = $(if $(filter /%,$(TESSERA_PLAYER_SITE)),local,git)
TESSERA_PLAYER_LICENSE = Apache-2.0
TESSERA_PLAYER_LICENSE_FILES = LICENSE
TESSERA_PLAYER_DEPENDENCIES = \
	host-pkgconf pixman freetype harfbuzz libfribidi libpng zlib jpeg libyaml \
	libdrm libxkbcommon libvncserver sdl2

# Parts of the player, by their options.
TESSERA_PLAYER_KNOWN = \
	text image apng gif webp bitmaps avif svg lottie color button \
	editable-text video-frame video shape icon controls pickers codes charts \
	grids keyboard sound reader map network fbdev drm evdev libinput streams vnc window
tessera-player-option = BR2_PACKAGE_TESSERA_PLAYER_$(shell echo $(1) | tr a-z- A-Z_)
TESSERA_PLAYER_PARTS = $(strip $(foreach part,$(TESSERA_PLAYER_KNOWN),\
	$(if $(filter y,$($(call tessera-player-option,$(part)))),$(part))))

# Headers and libraries that a part needs.
tessera-player-needs = $(if $(filter $(1),$(TESSERA_PLAYER_PARTS)),$(2))
TESSERA_PLAYER_DEPENDENCIES += \
	$(call tessera-player-needs,webp,webp) \
	$(call tessera-player-needs,avif video,dav1d) \
	$(call tessera-player-needs,svg,expat) \
	$(call tessera-player-needs,color,lcms2) \
	$(call tessera-player-needs,video-frame video,libyuv) \
	$(call tessera-player-needs,video,ffmpeg) \
	$(call tessera-player-needs,video,libvpx) \
	$(call tessera-player-needs,video,libopenh264) \
	$(call tessera-player-needs,sound,alsa-lib) \
	$(call tessera-player-needs,map,sqlite) \
	$(call tessera-player-needs,network,libcurl) \
	$(call tessera-player-needs,libinput,libinput)

TESSERA_PLAYER_SDK = $(call qstrip,$(BR2_TESSERA_PLAYER_SWIFT_SDK))
# Headers and libraries of the target, as pkg-config finds them in the staging folder.
TESSERA_PLAYER_ENV = \
	PATH="$(call qstrip,$(BR2_TESSERA_PLAYER_SWIFT)):$(BR_PATH)" \
	TESSERA_PARTS="$(TESSERA_PLAYER_PARTS)" \
	PKG_CONFIG_SYSROOT_DIR="$(STAGING_DIR)" \
	PKG_CONFIG_LIBDIR="$(STAGING_DIR)/usr/lib/pkgconfig:$(STAGING_DIR)/usr/share/pkgconfig"

define TESSERA_PLAYER_BUILD_CMDS
	cd $(@D) && $(TESSERA_PLAYER_ENV) swift build -c release --static-swift-stdlib \
		--disable-build-manifest-caching --product tessera-player \
		$(if $(TESSERA_PLAYER_SDK),--swift-sdk $(TESSERA_PLAYER_SDK)) \
		-Xcc -I$(STAGING_DIR)/usr/include -Xlinker -L$(STAGING_DIR)/usr/lib
endef

define TESSERA_PLAYER_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 0755 $(@D)/.build/release/tessera-player $(TARGET_DIR)/usr/bin/tessera-player
	$(INSTALL) -D -m 0644 $(@D)/Sources/TesseraMessages/Data/locales.tld $(TARGET_DIR)/usr/share/tessera/locales.tld
	$(INSTALL) -D -m 0644 $(@D)/.ci/packages/welcome.yaml $(TARGET_DIR)/usr/share/tessera/welcome.yaml
	$(INSTALL) -D -m 0644 $(@D)/.ci/packages/tessera-player.default $(TARGET_DIR)/etc/default/tessera-player
endef

define TESSERA_PLAYER_INSTALL_INIT_SYSTEMD
	$(INSTALL) -D -m 0644 $(@D)/.ci/packages/tessera-player.service $(TARGET_DIR)/usr/lib/systemd/system/tessera-player.service
endef

$(eval $(generic-package))
