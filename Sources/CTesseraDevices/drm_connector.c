#include "drm_connector.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int td_drm_get_resources(int file, td_drm_resources *r) {
  memset(r, 0, sizeof *r);
  struct drm_mode_card_res counts = {0};
  int error = td_drm_call(file, DRM_IOCTL_MODE_GETRESOURCES, &counts);
  if (error) return error;
  if (counts.count_connectors > TD_DRM_OBJECTS || counts.count_crtcs > TD_DRM_OBJECTS) return E2BIG;
  struct drm_mode_card_res all = {
      .connector_id_ptr = td_drm_pointer(r->connectors), .crtc_id_ptr = td_drm_pointer(r->crtcs), .count_connectors = counts.count_connectors,
      .count_crtcs = counts.count_crtcs};
  error = td_drm_call(file, DRM_IOCTL_MODE_GETRESOURCES, &all);
  if (error) return error;
  // A display may have been connected between the two calls: the rest is ignored, since another event follows.
  r->connector_count = all.count_connectors < counts.count_connectors ? all.count_connectors : counts.count_connectors;
  r->crtc_count = all.count_crtcs < counts.count_crtcs ? all.count_crtcs : counts.count_crtcs;
  return 0;
}

int td_drm_get_connector(
    int file, uint32_t id, bool probes, struct drm_mode_get_connector *c, struct drm_mode_modeinfo **modes, uint32_t encoders[TD_DRM_OBJECTS]) {
  *modes = NULL;
  // With space for no modes the kernel probes the monitor; with space it returns cached modes.
  struct drm_mode_modeinfo one;
  *c = (struct drm_mode_get_connector){.connector_id = id, .count_modes = probes ? 0 : 1, .modes_ptr = probes ? 0 : td_drm_pointer(&one)};
  int error = td_drm_call(file, DRM_IOCTL_MODE_GETCONNECTOR, c);
  if (error) return error;
  uint32_t mode_count = c->count_modes, encoder_count = c->count_encoders;
  if (mode_count > 4096 || encoder_count > TD_DRM_OBJECTS) return E2BIG;
  struct drm_mode_modeinfo *list = calloc(mode_count ? mode_count : 1, sizeof *list);
  if (!list) return ENOMEM;
  *c = (struct drm_mode_get_connector){
      .connector_id = id, .modes_ptr = td_drm_pointer(list), .count_modes = mode_count ? mode_count : 1, .encoders_ptr = td_drm_pointer(encoders),
      .count_encoders = encoder_count};
  error = td_drm_call(file, DRM_IOCTL_MODE_GETCONNECTOR, c);
  if (error) {
    free(list);
    return error;
  }
  if (c->count_modes > mode_count) c->count_modes = mode_count;
  if (c->count_encoders > encoder_count) c->count_encoders = encoder_count;
  *modes = list;
  return 0;
}

static const char *const kinds[] = {
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual",
    "DSI", "DPI", "Writeback", "SPI", "USB"};

void td_drm_connector_name(const struct drm_mode_get_connector *c, char name[32]) {
  const char *kind = c->connector_type < sizeof kinds / sizeof kinds[0] ? kinds[c->connector_type] : "Unknown";
  snprintf(name, 32, "%s-%u", kind, c->connector_type_id);
}

uint32_t td_drm_refresh(const struct drm_mode_modeinfo *m) {
  uint64_t total = (uint64_t)m->htotal * m->vtotal;
  if (!total) return m->vrefresh * 1000;
  uint64_t rate = (uint64_t)m->clock * 1000000 / total;
  if (m->flags & DRM_MODE_FLAG_INTERLACE) rate *= 2;
  if (m->flags & DRM_MODE_FLAG_DBLSCAN) rate /= 2;
  return rate > UINT32_MAX ? 0 : (uint32_t)rate;
}

void td_drm_mode_name(const struct drm_mode_modeinfo *m, char *name, size_t size) {
  snprintf(name, size, "%ux%u@%u", m->hdisplay, m->vdisplay, (td_drm_refresh(m) + 500) / 1000);
}

static bool is_wanted(const struct drm_mode_modeinfo *m, const char *name) {
  char full[40];
  td_drm_mode_name(m, full, sizeof full);
  if (strcmp(full, name) == 0) return true;
  char *at = strchr(full, '@');
  if (at) *at = 0;
  return strcmp(full, name) == 0;
}

// The mode of the kernel argument `video=` has priority over the monitor's preferred mode.
static int rank(const struct drm_mode_modeinfo *m) { return m->type & DRM_MODE_TYPE_USERDEF ? 2 : m->type & DRM_MODE_TYPE_PREFERRED ? 1 : 0; }

const struct drm_mode_modeinfo *td_drm_best_mode(const struct drm_mode_modeinfo *modes, uint32_t count, const char *name) {
  const struct drm_mode_modeinfo *best = NULL;
  for (uint32_t m = 0; m < count; m++)
    if ((!name || !*name || is_wanted(&modes[m], name)) && (!best || rank(&modes[m]) > rank(best))) best = &modes[m];
  return best;
}
