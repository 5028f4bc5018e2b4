/// Which connector, crtc and mode a display shows pictures with. One thread for each td_drm.
#pragma once
#include "drm_state.h"

/// As td_drm_find, with td_drm_lock_cards held; `chosen` and `crtc_index` get what is used of the card where it returns 0. Asks the card itself: a lease
/// knows only its own.
int td_drm_find_output(
    td_drm *drm, const char *connector, const char *mode, td_drm_output *output, struct drm_mode_modeinfo *chosen, uint32_t *crtc_index);
