/// Selection of connector, crtc and mode for a display. One thread per td_drm.
#pragma once
#include "drm_state.h"

/// As td_drm_find, with td_drm_lock_cards held; on success sets `chosen` and `crtc_index`. Queries the card itself, since a lease only has
/// its own objects.
int td_drm_find_output(
    td_drm *drm, const char *connector, const char *mode, td_drm_output *output, struct drm_mode_modeinfo *chosen, uint32_t *crtc_index);
