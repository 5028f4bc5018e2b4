/// Dumb buffers shown by a card. One thread per td_drm.
#pragma once
#include "drm_state.h"

/// Creates a black page of `width` x `height` pixels; `depth` 16: RGB565, else 32 bits (XRGB). Returns 0 or errno; td_drm_drop_pages frees
/// all pages, including incomplete ones.
int td_drm_make_page(td_drm *drm, uint32_t width, uint32_t height, int depth, td_drm_buffer *page);

/// Frees all pages, and the mode created for them.
void td_drm_drop_pages(td_drm *drm);
