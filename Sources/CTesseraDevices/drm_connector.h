/// Connectors of a card and the modes of their monitors. Any thread; all functions query the kernel on each call.
#pragma once
#include "drm_kernel.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  uint32_t connectors[TD_DRM_OBJECTS], crtcs[TD_DRM_OBJECTS];
  uint32_t connector_count, crtc_count;
} td_drm_resources;

/// Returns 0 or errno; E2BIG: more than TD_DRM_OBJECTS.
int td_drm_get_resources(int file, td_drm_resources *resources);

/// Modes and encoders of a connector; the caller frees `*modes` (NULL on failure). `probes`: probes the monitor, which takes time. Returns
/// 0 or errno.
int td_drm_get_connector(
    int file, uint32_t id, bool probes, struct drm_mode_get_connector *connector, struct drm_mode_modeinfo **modes, uint32_t encoders[TD_DRM_OBJECTS]);

/// "HDMI-A-1"
void td_drm_connector_name(const struct drm_mode_get_connector *connector, char name[32]);

/// Frames per thousand seconds; 0 if the mode's numbers are invalid.
uint32_t td_drm_refresh(const struct drm_mode_modeinfo *mode);

/// "800x480@60", truncated to `size` bytes.
void td_drm_mode_name(const struct drm_mode_modeinfo *mode, char *name, size_t size);

/// Returns the best of `count` modes with that name ("800x480", "800x480@60"; NULL or empty: any); NULL if there is none.
const struct drm_mode_modeinfo *td_drm_best_mode(const struct drm_mode_modeinfo *modes, uint32_t count, const char *name);
