#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#if __has_include(<libdrm/drm.h>)
#include <libdrm/drm.h>
#include <libdrm/drm_fourcc.h>
#include <libdrm/drm_mode.h>
#elif __has_include(<drm/drm.h>)
#include <drm/drm.h>
#include <drm/drm_fourcc.h>
#include <drm/drm_mode.h>
#else
#error "the kernel's headers of DRM are missing: apt-get install libdrm-dev"
#endif
#include "tessera_drm.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_PAGES = 2, MAX_OBJECTS = 64 };

typedef struct {
  uint32_t handle, framebuffer, stride;
  uint64_t length;
  uint8_t *memory;
} page;

// Names of the properties that an atomic commit sets, and where their numbers go.
typedef struct {
  uint32_t connector_crtc, crtc_active, crtc_mode, plane_fb, plane_crtc, plane_src[4], plane_dst[4];
} properties;

// A card that this process has open, for all displays on it: only the first who opens a card is its master. Under `cards_lock`.
typedef struct open_card {
  struct open_card *next;
  td_drm *displays; // linked by `next_on_card`
  dev_t device;
  int file;
  bool is_master;
} open_card;

static open_card *cards;
static pthread_mutex_t cards_lock = PTHREAD_MUTEX_INITIALIZER;

struct td_drm {
  open_card *card;
  td_drm *next_on_card;
  // What pictures are shown through: the card's file, or, where another display has that, a lease of this one's connector, crtc and plane, a
  // file of its own with events of its own; -1 before the first picture.
  int file;
  bool is_lease;
  int lease_poll; // readable when the lease of the moment is; -1 without leases
  bool is_atomic, is_shown, is_flipping;
  char driver[32];
  uint32_t crtc, crtc_index, connector, plane, mode_blob;
  struct drm_mode_modeinfo mode;
  page pages[MAX_PAGES];
  int page_count;
  properties names;
  struct drm_mode_crtc before;
  bool has_before;
  uint32_t before_connector;
};

static int call(int file, unsigned long request, void *argument) {
  int result;
  do result = ioctl(file, request, argument);
  while (result < 0 && (errno == EINTR || errno == EAGAIN));
  return result < 0 ? errno : 0;
}

typedef struct {
  uint32_t connectors[MAX_OBJECTS], crtcs[MAX_OBJECTS];
  uint32_t connector_count, crtc_count;
} resources;

static uint64_t pointer(void *p) { return (uint64_t)(uintptr_t)p; }

static int get_resources(int file, resources *r) {
  memset(r, 0, sizeof *r);
  struct drm_mode_card_res counts = {0};
  int error = call(file, DRM_IOCTL_MODE_GETRESOURCES, &counts);
  if (error) return error;
  if (counts.count_connectors > MAX_OBJECTS || counts.count_crtcs > MAX_OBJECTS) return E2BIG;
  struct drm_mode_card_res all = {
      .connector_id_ptr = pointer(r->connectors), .crtc_id_ptr = pointer(r->crtcs), .count_connectors = counts.count_connectors,
      .count_crtcs = counts.count_crtcs};
  error = call(file, DRM_IOCTL_MODE_GETRESOURCES, &all);
  if (error) return error;
  // Something may have been plugged in between the two: the rest is left out, and a second event tells of it.
  r->connector_count = all.count_connectors < counts.count_connectors ? all.count_connectors : counts.count_connectors;
  r->crtc_count = all.count_crtcs < counts.count_crtcs ? all.count_crtcs : counts.count_crtcs;
  return 0;
}

// Modes and encoders of a connector; the caller frees `*modes`. `probes`: asks the monitor anew, which takes time.
static int get_connector(
    int file, uint32_t id, bool probes, struct drm_mode_get_connector *c, struct drm_mode_modeinfo **modes, uint32_t encoders[MAX_OBJECTS]) {
  *modes = NULL;
  // With a room of no modes the kernel asks the monitor; with room it says what it knows.
  struct drm_mode_modeinfo one;
  *c = (struct drm_mode_get_connector){.connector_id = id, .count_modes = probes ? 0 : 1, .modes_ptr = probes ? 0 : pointer(&one)};
  int error = call(file, DRM_IOCTL_MODE_GETCONNECTOR, c);
  if (error) return error;
  uint32_t mode_count = c->count_modes, encoder_count = c->count_encoders;
  if (mode_count > 4096 || encoder_count > MAX_OBJECTS) return E2BIG;
  struct drm_mode_modeinfo *list = calloc(mode_count ? mode_count : 1, sizeof *list);
  if (!list) return ENOMEM;
  *c = (struct drm_mode_get_connector){
      .connector_id = id, .modes_ptr = pointer(list), .count_modes = mode_count ? mode_count : 1, .encoders_ptr = pointer(encoders),
      .count_encoders = encoder_count};
  error = call(file, DRM_IOCTL_MODE_GETCONNECTOR, c);
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

static void connector_name(const struct drm_mode_get_connector *c, char name[32]) {
  const char *kind = c->connector_type < sizeof kinds / sizeof kinds[0] ? kinds[c->connector_type] : "Unknown";
  snprintf(name, 32, "%s-%u", kind, c->connector_type_id);
}

static uint32_t refresh(const struct drm_mode_modeinfo *m) {
  uint64_t total = (uint64_t)m->htotal * m->vtotal;
  if (!total) return m->vrefresh * 1000;
  uint64_t rate = (uint64_t)m->clock * 1000000 / total;
  if (m->flags & DRM_MODE_FLAG_INTERLACE) rate *= 2;
  if (m->flags & DRM_MODE_FLAG_DBLSCAN) rate /= 2;
  return rate > UINT32_MAX ? 0 : (uint32_t)rate;
}

static void mode_name(const struct drm_mode_modeinfo *m, char *name, size_t size) {
  snprintf(name, size, "%ux%u@%u", m->hdisplay, m->vdisplay, (refresh(m) + 500) / 1000);
}

static bool is_wanted(const struct drm_mode_modeinfo *m, const char *name) {
  char full[40];
  mode_name(m, full, sizeof full);
  if (strcmp(full, name) == 0) return true;
  char *at = strchr(full, '@');
  if (at) *at = 0;
  return strcmp(full, name) == 0;
}

// What the kernel was told to use (its argument `video=`) goes before what the monitor prefers.
static int rank(const struct drm_mode_modeinfo *m) { return m->type & DRM_MODE_TYPE_USERDEF ? 2 : m->type & DRM_MODE_TYPE_PREFERRED ? 1 : 0; }

// Whether another display of this process shows pictures through the connector or the crtc.
static bool is_taken(const td_drm *d, uint32_t connector, uint32_t crtc) {
  for (const td_drm *other = d->card->displays; other; other = other->next_on_card)
    if (other != d && other->is_shown && ((connector && other->connector == connector) || (crtc && other->crtc == crtc))) return true;
  return false;
}

// The part of the card that can drive the connector and drives no other display of this process: the one that does it now, else the first.
static uint32_t find_crtc(const td_drm *d, const resources *r, const struct drm_mode_get_connector *c, const uint32_t *encoders, uint32_t *index) {
  const int file = d->card->file;
  uint32_t possible = 0, current = 0;
  for (uint32_t i = 0; i < c->count_encoders; i++) {
    struct drm_mode_get_encoder e = {.encoder_id = encoders[i]};
    if (call(file, DRM_IOCTL_MODE_GETENCODER, &e)) continue;
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

// With `cards_lock` held. Asks the card itself: a lease knows only its own.
static int find(td_drm *d, const char *wanted, const char *mode, td_drm_output *out, struct drm_mode_modeinfo *chosen, uint32_t *crtc_index) {
  memset(out, 0, sizeof *out);
  const int file = d->card->file;
  resources r;
  int error = get_resources(file, &r);
  if (error) return error;
  int result = ENOLINK;
  for (uint32_t i = 0; i < r.connector_count; i++) {
    struct drm_mode_get_connector c;
    struct drm_mode_modeinfo *modes;
    uint32_t encoders[MAX_OBJECTS];
    if (get_connector(file, r.connectors[i], true, &c, &modes, encoders)) continue;
    char name[32];
    connector_name(&c, name);
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
    if (c.count_modes == 0) { // a monitor that says nothing of itself
      free(modes);
      result = EINVAL;
      snprintf(out->connector, sizeof out->connector, "%s", name);
      continue;
    }
    const struct drm_mode_modeinfo *best = NULL;
    for (uint32_t m = 0; m < c.count_modes; m++) {
      if (mode && *mode) {
        if (is_wanted(&modes[m], mode) && (!best || rank(&modes[m]) > rank(best))) best = &modes[m];
      } else if (!best || rank(&modes[m]) > rank(best)) {
        best = &modes[m];
      }
    }
    uint32_t index = 0, crtc = find_crtc(d, &r, &c, encoders, &index);
    snprintf(out->connector, sizeof out->connector, "%s", name);
    out->connector_id = c.connector_id;
    if (!best || !crtc) {
      result = best ? ENOSPC : EINVAL;
    } else {
      mode_name(best, out->mode, sizeof out->mode);
      out->crtc_id = crtc;
      out->width = best->hdisplay;
      out->height = best->vdisplay;
      out->refresh_millihertz = refresh(best);
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

int td_drm_find(td_drm *d, const char *connector, const char *mode, td_drm_output *output) {
  struct drm_mode_modeinfo chosen;
  uint32_t index;
  pthread_mutex_lock(&cards_lock);
  int error = find(d, connector, mode, output, &chosen, &index);
  pthread_mutex_unlock(&cards_lock);
  return error;
}

void td_drm_modes(td_drm *d, uint32_t connector, char *text, size_t size) {
  struct drm_mode_get_connector c;
  struct drm_mode_modeinfo *modes;
  uint32_t encoders[MAX_OBJECTS];
  text[0] = 0;
  if (get_connector(d->card->file, connector, false, &c, &modes, encoders)) return;
  size_t at = 0;
  for (uint32_t m = 0; m < c.count_modes && at + 48 < size; m++) {
    char name[40];
    mode_name(&modes[m], name, sizeof name);
    at += (size_t)snprintf(text + at, size - at, "%s%s", at ? " " : "", name);
  }
  free(modes);
}

// MARK: Properties

static uint32_t property(int file, uint32_t object, uint32_t type, const char *name, uint64_t *value) {
  uint32_t ids[MAX_OBJECTS];
  uint64_t values[MAX_OBJECTS];
  struct drm_mode_obj_get_properties all = {
      .obj_id = object, .obj_type = type, .props_ptr = pointer(ids), .prop_values_ptr = pointer(values), .count_props = MAX_OBJECTS};
  if (call(file, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &all)) return 0;
  uint32_t count = all.count_props < MAX_OBJECTS ? all.count_props : MAX_OBJECTS;
  for (uint32_t i = 0; i < count; i++) {
    struct drm_mode_get_property p = {.prop_id = ids[i]};
    if (call(file, DRM_IOCTL_MODE_GETPROPERTY, &p)) continue;
    if (strncmp(p.name, name, sizeof p.name) != 0) continue;
    if (value) *value = values[i];
    return ids[i];
  }
  return 0;
}

// The primary plane of the part that drives the output.
static uint32_t find_plane(int file, uint32_t crtc_index) {
  uint32_t ids[MAX_OBJECTS];
  struct drm_mode_get_plane_res all = {.plane_id_ptr = pointer(ids), .count_planes = MAX_OBJECTS};
  if (call(file, DRM_IOCTL_MODE_GETPLANERESOURCES, &all)) return 0;
  uint32_t count = all.count_planes < MAX_OBJECTS ? all.count_planes : MAX_OBJECTS;
  for (uint32_t i = 0; i < count; i++) {
    struct drm_mode_get_plane p = {.plane_id = ids[i]};
    uint64_t type = 0;
    if (call(file, DRM_IOCTL_MODE_GETPLANE, &p) || !(p.possible_crtcs >> crtc_index & 1)) continue;
    if (property(file, ids[i], DRM_MODE_OBJECT_PLANE, "type", &type) && type == 1 /* primary */) return ids[i];
  }
  return 0;
}

static bool find_names(td_drm *d) {
  properties *n = &d->names;
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

static int commit(td_drm *d, uint32_t framebuffer, bool sets_mode, uint32_t flags) {
  const properties *n = &d->names;
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
      .flags = flags, .count_objs = groups, .objs_ptr = pointer(objects), .count_props_ptr = pointer(counts), .props_ptr = pointer(names),
      .prop_values_ptr = pointer(values)};
  return call(d->file, DRM_IOCTL_MODE_ATOMIC, &a);
}

static int set_legacy(td_drm *d, uint32_t framebuffer) {
  struct drm_mode_crtc c = {
      .crtc_id = d->crtc, .fb_id = framebuffer, .set_connectors_ptr = pointer(&d->connector), .count_connectors = 1, .mode = d->mode, .mode_valid = 1};
  return call(d->file, DRM_IOCTL_MODE_SETCRTC, &c);
}

static void drop_pages(td_drm *d) {
  for (int i = 0; i < MAX_PAGES; i++) {
    page *p = &d->pages[i];
    if (p->memory) munmap(p->memory, p->length);
    if (p->framebuffer) (void)call(d->file, DRM_IOCTL_MODE_RMFB, &p->framebuffer);
    if (p->handle) {
      struct drm_mode_destroy_dumb destroy = {.handle = p->handle};
      (void)call(d->file, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
    }
    memset(p, 0, sizeof *p);
  }
  d->page_count = 0;
  if (d->mode_blob) {
    struct drm_mode_destroy_blob destroy = {.blob_id = d->mode_blob};
    (void)call(d->file, DRM_IOCTL_MODE_DESTROYPROPBLOB, &destroy);
    d->mode_blob = 0;
  }
}

static int make_page(td_drm *d, uint32_t width, uint32_t height, int depth, page *p) {
  struct drm_mode_create_dumb create = {.width = width, .height = height, .bpp = depth == 16 ? 16 : 32};
  int error = call(d->file, DRM_IOCTL_MODE_CREATE_DUMB, &create);
  if (error) return error;
  p->handle = create.handle;
  p->stride = create.pitch;
  struct drm_mode_fb_cmd2 add = {
      .width = width, .height = height, .pixel_format = depth == 16 ? DRM_FORMAT_RGB565 : DRM_FORMAT_XRGB8888, .handles = {create.handle},
      .pitches = {create.pitch}};
  error = call(d->file, DRM_IOCTL_MODE_ADDFB2, &add);
  if (error) return error;
  p->framebuffer = add.fb_id;
  struct drm_mode_map_dumb map = {.handle = create.handle};
  error = call(d->file, DRM_IOCTL_MODE_MAP_DUMB, &map);
  if (error) return error;
  void *memory = mmap(NULL, create.size, PROT_READ | PROT_WRITE, MAP_SHARED, d->file, (off_t)map.offset);
  if (memory == MAP_FAILED) return errno;
  p->memory = memory;
  p->length = create.size;
  memset(memory, 0, create.size);
  return 0;
}

// Both of what the kernel has to be asked for, for each file anew.
static bool ask_for_atomic(int file) {
  struct drm_set_client_cap universal = {.capability = DRM_CLIENT_CAP_UNIVERSAL_PLANES, .value = 1};
  struct drm_set_client_cap atomic = {.capability = DRM_CLIENT_CAP_ATOMIC, .value = 1};
  return call(file, DRM_IOCTL_SET_CLIENT_CAP, &universal) == 0 && call(file, DRM_IOCTL_SET_CLIENT_CAP, &atomic) == 0;
}

static void drop_lease(td_drm *d) {
  if (d->file >= 0) close(d->file); // out of the epoll with it
  d->file = -1;
}

// Has the card's file hand out a file that shows pictures on one output, beside others that do so (Linux 4.15 or later).
static int take_lease(td_drm *d, uint32_t connector, uint32_t crtc, uint32_t crtc_index) {
  drop_lease(d);
  uint32_t objects[3] = {connector, crtc, find_plane(d->card->file, crtc_index)};
  struct drm_mode_create_lease lease = {.object_ids = pointer(objects), .object_count = objects[2] ? 3 : 2, .flags = O_CLOEXEC | O_NONBLOCK};
  int error = call(d->card->file, DRM_IOCTL_MODE_CREATE_LEASE, &lease);
  if (error) return error;
  d->file = (int)lease.fd;
  struct epoll_event wanted = {.events = EPOLLIN};
  if (epoll_ctl(d->lease_poll, EPOLL_CTL_ADD, d->file, &wanted)) {
    error = errno;
    drop_lease(d);
    return error;
  }
  d->is_atomic = ask_for_atomic(d->file);
  return 0;
}

static int show(td_drm *d, const td_drm_output *output, int depth, int count, td_drm_page *pages) {
  td_drm_output found;
  struct drm_mode_modeinfo mode;
  uint32_t index;
  int error = find(d, output->connector, output->mode, &found, &mode, &index);
  if (error) return error;
  drop_pages(d);
  d->is_flipping = d->is_shown = false;
  if (d->is_lease && (error = take_lease(d, found.connector_id, found.crtc_id, index))) return error;
  d->connector = found.connector_id;
  d->crtc = found.crtc_id;
  d->crtc_index = index;
  d->mode = mode;
  if (!d->has_before) {
    d->before = (struct drm_mode_crtc){.crtc_id = d->crtc};
    d->has_before = call(d->file, DRM_IOCTL_MODE_GETCRTC, &d->before) == 0 && d->before.mode_valid;
    d->before_connector = d->connector;
  }
  for (int i = 0; i < count && i < MAX_PAGES && !error; i++) {
    error = make_page(d, found.width, found.height, depth, &d->pages[i]);
    if (!error) {
      d->page_count = i + 1;
      pages[i] = (td_drm_page){.memory = d->pages[i].memory, .length = d->pages[i].length, .stride = d->pages[i].stride};
    }
  }
  if (!error && d->is_atomic) {
    d->plane = find_plane(d->file, index);
    struct drm_mode_create_blob blob = {.data = pointer(&d->mode), .length = sizeof d->mode};
    bool is_usable = d->plane && find_names(d) && call(d->file, DRM_IOCTL_MODE_CREATEPROPBLOB, &blob) == 0;
    d->mode_blob = is_usable ? blob.blob_id : 0;
    error = is_usable ? commit(d, d->pages[0].framebuffer, true, DRM_MODE_ATOMIC_ALLOW_MODESET) : EINVAL;
    if (error) { // a driver whose atomic way does not work still has the old way
      d->is_atomic = false;
      error = 0;
    } else {
      d->is_shown = true;
      return 0;
    }
  }
  if (!error) error = set_legacy(d, d->pages[0].framebuffer);
  if (error) drop_pages(d);
  d->is_shown = !error;
  return error;
}

int td_drm_show(td_drm *d, const td_drm_output *output, int depth, int count, td_drm_page *pages) {
  pthread_mutex_lock(&cards_lock);
  int error = show(d, output, depth, count, pages);
  pthread_mutex_unlock(&cards_lock);
  return error;
}

int td_drm_flip(td_drm *d, int index) {
  if (index < 0 || index >= d->page_count) return EINVAL;
  if (d->is_flipping) return EBUSY;
  int error;
  if (d->is_atomic) {
    error = commit(d, d->pages[index].framebuffer, false, DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_ATOMIC_NONBLOCK);
  } else {
    struct drm_mode_crtc_page_flip flip = {.crtc_id = d->crtc, .fb_id = d->pages[index].framebuffer, .flags = DRM_MODE_PAGE_FLIP_EVENT};
    error = call(d->file, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
  }
  d->is_flipping = !error;
  return error;
}

int td_drm_set(td_drm *d, int index) {
  if (index < 0 || index >= d->page_count) return EINVAL;
  d->is_flipping = false;
  if (d->is_atomic && d->mode_blob) return commit(d, d->pages[index].framebuffer, true, DRM_MODE_ATOMIC_ALLOW_MODESET);
  return set_legacy(d, d->pages[index].framebuffer);
}

int td_drm_dirty(td_drm *d, int index, const td_drm_clip *clips, int count) {
  if (index < 0 || index >= d->page_count || count < 0) return EINVAL;
  struct drm_clip_rect rects[64];
  if (count > 64) count = 0; // all of it
  for (int i = 0; i < count; i++)
    rects[i] = (struct drm_clip_rect){
        .x1 = (uint16_t)clips[i].x1, .y1 = (uint16_t)clips[i].y1, .x2 = (uint16_t)clips[i].x2, .y2 = (uint16_t)clips[i].y2};
  struct drm_mode_fb_dirty_cmd dirty = {.fb_id = d->pages[index].framebuffer, .num_clips = (uint32_t)count, .clips_ptr = count ? pointer(rects) : 0};
  return call(d->file, DRM_IOCTL_MODE_DIRTYFB, &dirty);
}

int td_drm_take_events(td_drm *d) {
  int seen = 0;
  if (d->file < 0) return 0;
  for (;;) {
    _Alignas(8) char buffer[1024];
    ssize_t length = read(d->file, buffer, sizeof buffer);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0 && errno != EAGAIN) seen |= TD_DRM_GONE;
    if (length <= 0) break;
    for (ssize_t at = 0; at + (ssize_t)sizeof(struct drm_event) <= length;) {
      struct drm_event event;
      memcpy(&event, buffer + at, sizeof event);
      if (event.length < sizeof event || (ssize_t)event.length > length - at) break;
      if (event.type == DRM_EVENT_FLIP_COMPLETE) {
        seen |= TD_DRM_FLIPPED;
        d->is_flipping = false;
      }
      at += (ssize_t)event.length;
    }
  }
  return seen;
}

// The card's master is the master of every lease as well.
static int set_master(td_drm *d, bool master) {
  d->is_flipping = d->is_flipping && master;
  pthread_mutex_lock(&cards_lock);
  open_card *c = d->card;
  int error = c->is_master == master ? 0 : call(c->file, master ? DRM_IOCTL_SET_MASTER : DRM_IOCTL_DROP_MASTER, NULL);
  if (!error) c->is_master = master;
  pthread_mutex_unlock(&cards_lock);
  return error;
}

int td_drm_drop_master(td_drm *d) { return set_master(d, false); }
int td_drm_set_master(td_drm *d) { return set_master(d, true); }
int td_drm_file(td_drm *d) { return d->is_lease ? d->lease_poll : d->file; }
int td_drm_is_atomic(td_drm *d) { return d->is_atomic; }
void td_drm_driver(td_drm *d, char *name, size_t size) { snprintf(name, size, "%s", d->driver); }

// Opens a card that this process has not open, and becomes its master.
static int open_file(const char *path, int *file, const char **step) {
  *step = "open";
  *file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (*file < 0) return errno;
  resources r;
  struct drm_get_cap dumb = {.capability = DRM_CAP_DUMB_BUFFER};
  *step = "ask";
  int error = get_resources(*file, &r);
  if (!error && r.connector_count == 0) error = EOPNOTSUPP;
  if (!error && (call(*file, DRM_IOCTL_GET_CAP, &dumb) || !dumb.value)) error = EOPNOTSUPP;
  if (!error) {
    *step = "become master of";
    // The first to open a card is its master; where another one is, this tells.
    if (call(*file, DRM_IOCTL_SET_MASTER, NULL)) {
      // A user who is not root may not ask, but is master where nobody else is: a call that only a master may make tells.
      struct drm_mode_fb_dirty_cmd nothing = {0};
      error = call(*file, DRM_IOCTL_MODE_DIRTYFB, &nothing) == EACCES ? EBUSY : 0;
    }
  }
  if (error) close(*file);
  return error;
}

// The card that this process has open under that path.
static open_card *opened(const char *path) {
  struct stat status;
  if (stat(path, &status)) return NULL;
  for (open_card *c = cards; c; c = c->next)
    if (c->device == status.st_rdev) return c;
  return NULL;
}

static void drop_card(open_card *c) {
  if (c->displays) return;
  open_card **link = &cards;
  while (*link != c) link = &(*link)->next;
  *link = c->next;
  close(c->file); // with the last master gone the kernel shows its console
  free(c);
}

// With `cards_lock` held. `has_room`: a card on which each connector has its display is not taken.
static int open_display(const char *path, bool has_room, td_drm **out, const char **step) {
  *step = "open";
  open_card *c = opened(path);
  if (!c) {
    int file;
    int error = open_file(path, &file, step);
    struct stat status;
    if (error) return error;
    if (fstat(file, &status) || !(c = calloc(1, sizeof *c))) {
      error = c ? errno : ENOMEM;
      close(file);
      return error;
    }
    *c = (open_card){.next = cards, .device = status.st_rdev, .file = file, .is_master = true};
    cards = c;
  }
  bool is_lease = false;
  uint32_t users = 0;
  for (td_drm *other = c->displays; other; other = other->next_on_card) {
    is_lease = is_lease || !other->is_lease;
    users++;
  }
  resources r;
  if (has_room && users && (get_resources(c->file, &r) || r.connector_count <= users)) return EBUSY;
  td_drm *d = calloc(1, sizeof *d);
  int error = d ? 0 : ENOMEM;
  if (d) {
    *d = (td_drm){.card = c, .next_on_card = c->displays, .is_lease = is_lease, .file = is_lease ? -1 : c->file, .lease_poll = -1};
    if (is_lease && (d->lease_poll = epoll_create1(EPOLL_CLOEXEC)) < 0) error = errno;
  }
  if (error) {
    free(d);
    drop_card(c);
    return error;
  }
  c->displays = d;
  struct drm_version version = {.name = d->driver, .name_len = sizeof d->driver - 1};
  if (call(c->file, DRM_IOCTL_VERSION, &version)) d->driver[0] = 0;
  d->is_atomic = ask_for_atomic(c->file);
  *out = d;
  return 0;
}

static int open_any(td_drm **out, char *path, size_t size, const char **step) {
  int error = ENOENT;
  for (int i = 0; i < 16; i++) {
    snprintf(path, size, "/dev/dri/card%d", i);
    const char *where;
    int code = open_display(path, true, out, &where);
    if (code == 0) return 0;
    // The first that is there and cannot be used says why.
    if (code != ENOENT && (error == ENOENT || error == EOPNOTSUPP)) {
      error = code;
      *step = where;
    }
  }
  if (error == ENOENT) *step = "open";
  snprintf(path, size, "/dev/dri/card0");
  return error;
}

int td_drm_open(const char *card, td_drm **out, char *path, size_t size, const char **step) {
  *out = NULL;
  bool is_named = card && *card;
  if (is_named) snprintf(path, size, "%s", card);
  pthread_mutex_lock(&cards_lock);
  int error = is_named ? open_display(path, false, out, step) : open_any(out, path, size, step);
  pthread_mutex_unlock(&cards_lock);
  return error;
}

void td_drm_close(td_drm *d) {
  if (!d) return;
  pthread_mutex_lock(&cards_lock);
  if (d->has_before && d->is_shown) {
    d->before.set_connectors_ptr = pointer(&d->before_connector);
    d->before.count_connectors = 1;
    (void)call(d->file, DRM_IOCTL_MODE_SETCRTC, &d->before);
  }
  drop_pages(d);
  if (d->is_lease) {
    drop_lease(d);
    close(d->lease_poll);
  }
  td_drm **link = &d->card->displays;
  while (*link != d) link = &(*link)->next_on_card;
  *link = d->next_on_card;
  drop_card(d->card);
  pthread_mutex_unlock(&cards_lock);
  free(d);
}
