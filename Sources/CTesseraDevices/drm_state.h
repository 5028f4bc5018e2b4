/// Fields of a display and its card, shared by the parts of mode setting.
///
/// A card, its list of displays, and each display's connector and crtc are read and changed under td_drm_lock_cards (drm_card.h). All
/// other fields belong to the thread that uses the td_drm.
#pragma once
#include "drm_kernel.h"
#include "tessera_drm.h"
#include <stdbool.h>
#include <sys/types.h>

enum { TD_DRM_PAGES = 2 };

// Mapped memory shown by a card.
typedef struct {
  uint32_t handle, framebuffer, stride;
  uint64_t length;
  uint8_t *memory;
} td_drm_buffer;

// Ids of the properties set by an atomic commit.
typedef struct {
  uint32_t connector_crtc, crtc_active, crtc_mode, plane_fb, plane_crtc, plane_src[4], plane_dst[4];
} td_drm_properties;

// An open card of this process, shared by all displays on it: only the first opener of a card is its master. Under td_drm_lock_cards.
typedef struct td_drm_card {
  struct td_drm_card *next;
  td_drm *displays; // linked by `next_on_card`
  dev_t device;
  int file;
  bool is_master;
} td_drm_card;

struct td_drm {
  td_drm_card *card;
  td_drm *next_on_card;
  // File used for display; -1 before the first picture. It is the card's file, or, if another display has that, a lease of this display's
  // connector, crtc and plane: a separate file with its own events.
  int file;
  bool is_lease;
  int lease_poll; // readable when the current lease is; -1 without leases
  bool is_atomic, is_shown, is_flipping;
  bool has_dpms_off; // the connector is off by DPMS, until the next show
  char driver[32];
  uint32_t crtc, crtc_index, connector, plane, mode_blob;
  struct drm_mode_modeinfo mode;
  td_drm_buffer pages[TD_DRM_PAGES];
  int page_count;
  td_drm_properties names;
  struct drm_mode_crtc before;
  bool has_before;
  uint32_t before_connector;
};
