/// Showing a framebuffer: by atomic commits of properties, or by the legacy interface. One thread per td_drm.
#pragma once
#include "drm_state.h"

/// Enables atomic commits and all planes, which the kernel requires per file. Returns whether both are available.
bool td_drm_ask_for_atomic(int file);

/// Returns the primary plane of the crtc with that index; 0 if there is none.
uint32_t td_drm_find_plane(int file, uint32_t crtc_index);

/// Looks up the properties that td_drm_commit sets. Returns whether all exist.
bool td_drm_find_names(td_drm *drm);

/// Shows `framebuffer` by an atomic commit; `sets_mode`: includes the connector, the crtc and its mode. Returns 0 or errno.
int td_drm_commit(td_drm *drm, uint32_t framebuffer, bool sets_mode, uint32_t flags);

/// The same by the legacy interface, including the mode. Returns 0 or errno.
int td_drm_set_legacy(td_drm *drm, uint32_t framebuffer);

/// Switches the crtc off by an atomic commit. Returns 0 or errno.
int td_drm_commit_off(td_drm *drm);

/// Sets the property DPMS of the connector: 0 on, 3 off. Returns 0 or errno; ENOENT if it has none.
int td_drm_set_dpms(td_drm *drm, uint64_t level);

/// Shows no picture on the crtc, by the legacy interface. Returns 0 or errno.
int td_drm_clear_legacy(td_drm *drm);
