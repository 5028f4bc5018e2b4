/// Dumb buffers that a card shows. One thread for each td_drm.
#pragma once
#include "drm_state.h"

/// Makes a black page of `width` x `height` pixels; `depth` 16: RGB565, else 32 bits (XRGB). Returns 0 or errno; what there is of the page then goes with
/// td_drm_drop_pages, as all pages do.
int td_drm_make_page(td_drm *drm, uint32_t width, uint32_t height, int depth, td_drm_buffer *page);

/// Frees all pages, and the mode that was made for them.
void td_drm_drop_pages(td_drm *drm);
