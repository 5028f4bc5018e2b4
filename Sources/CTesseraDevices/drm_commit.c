#include "drm_commit.h"
#include <string.h>

static uint32_t property(int file, uint32_t object, uint32_t type, const char *name, uint64_t *value) {
  uint32_t ids[TD_DRM_OBJECTS];
  uint64_t values[TD_DRM_OBJECTS];
  struct drm_mode_obj_get_properties all = {
      .obj_id = object, .obj_type = type, .props_ptr = td_drm_pointer(ids), .prop_values_ptr = td_drm_pointer(values), .count_props = TD_DRM_OBJECTS};
  if (td_drm_call(file, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &all)) return 0;
  uint32_t count = all.count_props < TD_DRM_OBJECTS ? all.count_props : TD_DRM_OBJECTS;
  for (uint32_t i = 0; i < count; i++) {
    struct drm_mode_get_property p = {.prop_id = ids[i]};
    if (td_drm_call(file, DRM_IOCTL_MODE_GETPROPERTY, &p)) continue;
    if (strncmp(p.name, name, sizeof p.name) != 0) continue;
    if (value) *value = values[i];
    return ids[i];
  }
  return 0;
}

uint32_t td_drm_find_plane(int file, uint32_t crtc_index) {
  uint32_t ids[TD_DRM_OBJECTS];
  struct drm_mode_get_plane_res all = {.plane_id_ptr = td_drm_pointer(ids), .count_planes = TD_DRM_OBJECTS};
  if (td_drm_call(file, DRM_IOCTL_MODE_GETPLANERESOURCES, &all)) return 0;
  uint32_t count = all.count_planes < TD_DRM_OBJECTS ? all.count_planes : TD_DRM_OBJECTS;
  for (uint32_t i = 0; i < count; i++) {
    struct drm_mode_get_plane p = {.plane_id = ids[i]};
    uint64_t type = 0;
    if (td_drm_call(file, DRM_IOCTL_MODE_GETPLANE, &p) || !(p.possible_crtcs >> crtc_index & 1)) continue;
    if (property(file, ids[i], DRM_MODE_OBJECT_PLANE, "type", &type) && type == 1 /* primary */) return ids[i];
  }
  return 0;
}

bool td_drm_find_names(td_drm *d) {
  td_drm_properties *n = &d->names;
  static const char *const src[] = {"SRC_X", "SRC_Y", "SRC_W", "SRC_H"}, *const dst[] = {"CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"};
  n->connector_crtc = property(d->file, d->connector, DRM_MODE_OBJECT_CONNECTOR, "CRTC_ID", NULL);
  n->crtc_active = property(d->file, d->crtc, DRM_MODE_OBJECT_CRTC, "ACTIVE", NULL);
  n->crtc_mode = property(d->file, d->crtc, DRM_MODE_OBJECT_CRTC, "MODE_ID", NULL);
  n->plane_fb = property(d->file, d->plane, DRM_MODE_OBJECT_PLANE, "FB_ID", NULL);
  n->plane_crtc = property(d->file, d->plane, DRM_MODE_OBJECT_PLANE, "CRTC_ID", NULL);
  bool all = n->connector_crtc && n->crtc_active && n->crtc_mode && n->plane_fb && n->plane_crtc;
  for (int i = 0; i < 4; i++) {
    n->plane_src[i] = property(d->file, d->plane, DRM_MODE_OBJECT_PLANE, src[i], NULL);
    n->plane_dst[i] = property(d->file, d->plane, DRM_MODE_OBJECT_PLANE, dst[i], NULL);
    all = all && n->plane_src[i] && n->plane_dst[i];
  }
  return all;
}

int td_drm_commit(td_drm *d, uint32_t framebuffer, bool sets_mode, uint32_t flags) {
  const td_drm_properties *n = &d->names;
  uint32_t objects[3], counts[3], names[16], total = 0, groups = 0;
  uint64_t values[16];
#define SET(name, value) (names[total] = (name), values[total++] = (uint64_t)(value))
  if (sets_mode) {
    objects[groups] = d->connector;
    counts[groups++] = 1;
    SET(n->connector_crtc, d->crtc);
    objects[groups] = d->crtc;
    counts[groups++] = 2;
    SET(n->crtc_active, 1);
    SET(n->crtc_mode, d->mode_blob);
  }
  objects[groups] = d->plane;
  counts[groups++] = sets_mode ? 10 : 1;
  SET(n->plane_fb, framebuffer);
  if (sets_mode) {
    uint64_t source[4] = {0, 0, (uint64_t)d->mode.hdisplay << 16, (uint64_t)d->mode.vdisplay << 16};
    uint64_t target[4] = {0, 0, d->mode.hdisplay, d->mode.vdisplay};
    SET(n->plane_crtc, d->crtc);
    for (int i = 0; i < 4; i++) SET(n->plane_src[i], source[i]);
    for (int i = 0; i < 4; i++) SET(n->plane_dst[i], target[i]);
  }
#undef SET
  struct drm_mode_atomic a = {
      .flags = flags, .count_objs = groups, .objs_ptr = td_drm_pointer(objects), .count_props_ptr = td_drm_pointer(counts), .props_ptr = td_drm_pointer(names),
      .prop_values_ptr = td_drm_pointer(values)};
  return td_drm_call(d->file, DRM_IOCTL_MODE_ATOMIC, &a);
}

int td_drm_set_legacy(td_drm *d, uint32_t framebuffer) {
  struct drm_mode_crtc c = {
      .crtc_id = d->crtc, .fb_id = framebuffer, .set_connectors_ptr = td_drm_pointer(&d->connector), .count_connectors = 1, .mode = d->mode, .mode_valid = 1};
  return td_drm_call(d->file, DRM_IOCTL_MODE_SETCRTC, &c);
}

int td_drm_commit_off(td_drm *d) {
  uint32_t object = d->crtc, count = 1, name = d->names.crtc_active;
  uint64_t value = 0;
  struct drm_mode_atomic a = {
      .flags = DRM_MODE_ATOMIC_ALLOW_MODESET, .count_objs = 1, .objs_ptr = td_drm_pointer(&object), .count_props_ptr = td_drm_pointer(&count),
      .props_ptr = td_drm_pointer(&name), .prop_values_ptr = td_drm_pointer(&value)};
  return td_drm_call(d->file, DRM_IOCTL_MODE_ATOMIC, &a);
}

int td_drm_set_dpms(td_drm *d, uint64_t level) {
  struct drm_mode_connector_set_property p = {
      .value = level, .prop_id = property(d->file, d->connector, DRM_MODE_OBJECT_CONNECTOR, "DPMS", NULL), .connector_id = d->connector};
  return p.prop_id ? td_drm_call(d->file, DRM_IOCTL_MODE_SETPROPERTY, &p) : ENOENT;
}

int td_drm_clear_legacy(td_drm *d) {
  struct drm_mode_crtc c = {.crtc_id = d->crtc};
  return td_drm_call(d->file, DRM_IOCTL_MODE_SETCRTC, &c);
}

bool td_drm_ask_for_atomic(int file) {
  struct drm_set_client_cap universal = {.capability = DRM_CLIENT_CAP_UNIVERSAL_PLANES, .value = 1};
  struct drm_set_client_cap atomic = {.capability = DRM_CLIENT_CAP_ATOMIC, .value = 1};
  return td_drm_call(file, DRM_IOCTL_SET_CLIENT_CAP, &universal) == 0 && td_drm_call(file, DRM_IOCTL_SET_CLIENT_CAP, &atomic) == 0;
}
