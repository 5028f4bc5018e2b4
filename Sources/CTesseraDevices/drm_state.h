/// What a display and its card are made of: fields, which the parts of the mode setting share.
///
/// A card, its list of displays, and which connector and crtc a display shows pictures on are read and changed under td_drm_lock_cards (drm_card.h); all
/// else belongs to the thread that uses the td_drm.
#pragma once
#include "drm_kernel.h"
#include "tessera_drm.h"
#include <stdbool.h>
#include <sys/types.h>

enum { TD_DRM_PAGES = 2 };

// Memory that a card shows, mapped.
typedef struct {
  uint32_t handle, framebuffer, stride;
  uint64_t length;
  uint8_t *memory;
} td_drm_buffer;

// Names of the properties that an atomic commit sets, and where their numbers go.
typedef struct {
  uint32_t connector_crtc, crtc_active, crtc_mode, plane_fb, plane_crtc, plane_src[4], plane_dst[4];
} td_drm_properties;

// A card that this process has open, for all displays on it: only the first who opens a card is its master. Under td_drm_lock_cards.
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
  // What pictures are shown through: the card's file, or, where another display has that, a lease of this one's connector, crtc and plane, a
  // file of its own with events of its own; -1 before the first picture.
  int file;
  bool is_lease;
  int lease_poll; // readable when the lease of the moment is; -1 without leases
  bool is_atomic, is_shown, is_flipping;
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
