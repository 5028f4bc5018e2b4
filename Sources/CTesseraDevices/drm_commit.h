/// Showing a framebuffer: by atomic commits of properties, or the old way. One thread for each td_drm.
#pragma once
#include "drm_state.h"

/// Asks for atomic commits, and for all planes, which the kernel wants for each file anew. Returns whether both are there.
bool td_drm_ask_for_atomic(int file);

/// Returns the primary plane of the crtc of that index; 0: there is none.
uint32_t td_drm_find_plane(int file, uint32_t crtc_index);

/// Looks up the properties that td_drm_commit sets. Returns whether all are there.
bool td_drm_find_names(td_drm *drm);

/// Shows `framebuffer` by an atomic commit; `sets_mode`: with the connector, the crtc and its mode. Returns 0 or errno.
int td_drm_commit(td_drm *drm, uint32_t framebuffer, bool sets_mode, uint32_t flags);

/// The same, mode included, the old way. Returns 0 or errno.
int td_drm_set_legacy(td_drm *drm, uint32_t framebuffer);
