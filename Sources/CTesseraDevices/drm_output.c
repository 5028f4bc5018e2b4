#include "drm_output.h"
#include "drm_connector.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whether another display of this process uses the connector or the crtc.
static bool is_taken(const td_drm *d, uint32_t connector, uint32_t crtc) {
  for (const td_drm *other = d->card->displays; other; other = other->next_on_card)
    if (other != d && other->is_shown && ((connector && other->connector == connector) || (crtc && other->crtc == crtc))) return true;
  return false;
}

// A crtc that can drive the connector and is unused by other displays of this process: the current one if possible, else the first.
static uint32_t find_crtc(const td_drm *d, const td_drm_resources *r, const struct drm_mode_get_connector *c, const uint32_t *encoders, uint32_t *index) {
  const int file = d->card->file;
  uint32_t possible = 0, current = 0;
  for (uint32_t i = 0; i < c->count_encoders; i++) {
    struct drm_mode_get_encoder e = {.encoder_id = encoders[i]};
    if (td_drm_call(file, DRM_IOCTL_MODE_GETENCODER, &e)) continue;
    possible |= e.possible_crtcs;
    if (e.encoder_id == c->encoder_id) current = e.crtc_id;
  }
  for (uint32_t pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < r->crtc_count && i < 32; i++) {
      if (!(possible >> i & 1) || (pass == 0 && r->crtcs[i] != current) || is_taken(d, 0, r->crtcs[i])) continue;
      *index = i;
      return r->crtcs[i];
    }
  }
  return 0;
}

int td_drm_find_output(
    td_drm *d, const char *wanted, const char *mode, td_drm_output *out, struct drm_mode_modeinfo *chosen, uint32_t *crtc_index) {
  memset(out, 0, sizeof *out);
  const int file = d->card->file;
  td_drm_resources r;
  int error = td_drm_get_resources(file, &r);
  if (error) return error;
  int result = ENOLINK;
  for (uint32_t i = 0; i < r.connector_count; i++) {
    struct drm_mode_get_connector c;
    struct drm_mode_modeinfo *modes;
    uint32_t encoders[TD_DRM_OBJECTS];
    if (td_drm_get_connector(file, r.connectors[i], true, &c, &modes, encoders)) continue;
    char name[32];
    td_drm_connector_name(&c, name);
    bool is_named = wanted && *wanted;
    if (is_taken(d, c.connector_id, 0) && (!is_named || strcmp(name, wanted) == 0)) {
      free(modes);
      if (!is_named) continue;
      snprintf(out->connector, sizeof out->connector, "%s", name);
      return EBUSY;
    }
    if ((is_named && strcmp(name, wanted) != 0) || c.connection == 2 /* disconnected */ || (!is_named && c.connection != 1)) {
      free(modes);
      continue;
    }
    if (c.count_modes == 0) { // a monitor without information
      free(modes);
      result = EINVAL;
      snprintf(out->connector, sizeof out->connector, "%s", name);
      continue;
    }
    const struct drm_mode_modeinfo *best = td_drm_best_mode(modes, c.count_modes, mode);
    uint32_t index = 0, crtc = find_crtc(d, &r, &c, encoders, &index);
    snprintf(out->connector, sizeof out->connector, "%s", name);
    out->connector_id = c.connector_id;
    if (!best || !crtc) {
      result = best ? ENOSPC : EINVAL;
    } else {
      td_drm_mode_name(best, out->mode, sizeof out->mode);
      out->crtc_id = crtc;
      out->width = best->hdisplay;
      out->height = best->vdisplay;
      out->refresh_millihertz = td_drm_refresh(best);
      out->width_mm = c.mm_width;
      out->height_mm = c.mm_height;
      *chosen = *best;
      *crtc_index = index;
      result = 0;
    }
    free(modes);
    if (result == 0 || is_named) return result;
  }
  return result;
}
