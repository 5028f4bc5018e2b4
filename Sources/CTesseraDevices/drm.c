#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "drm_card.h"
#include "drm_commit.h"
#include "drm_connector.h"
#include "drm_output.h"
#include "drm_page.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

int td_drm_find(td_drm *d, const char *connector, const char *mode, td_drm_output *output) {
  struct drm_mode_modeinfo chosen;
  uint32_t index;
  td_drm_lock_cards();
  int error = td_drm_find_output(d, connector, mode, output, &chosen, &index);
  td_drm_unlock_cards();
  return error;
}

void td_drm_modes(td_drm *d, uint32_t connector, char *text, size_t size) {
  struct drm_mode_get_connector c;
  struct drm_mode_modeinfo *modes;
  uint32_t encoders[TD_DRM_OBJECTS];
  text[0] = 0;
  if (td_drm_get_connector(d->card->file, connector, false, &c, &modes, encoders)) return;
  size_t at = 0;
  for (uint32_t m = 0; m < c.count_modes && at + 48 < size; m++) {
    char name[40];
    td_drm_mode_name(&modes[m], name, sizeof name);
    at += (size_t)snprintf(text + at, size - at, "%s%s", at ? " " : "", name);
  }
  free(modes);
}

static void drop_lease(td_drm *d) {
  if (d->file >= 0) close(d->file); // removed from the epoll with it
  d->file = -1;
}

// Leases one output from the card's file, for displays alongside others (Linux 4.15 or later).
static int take_lease(td_drm *d, uint32_t connector, uint32_t crtc, uint32_t crtc_index) {
  drop_lease(d);
  uint32_t objects[3] = {connector, crtc, td_drm_find_plane(d->card->file, crtc_index)};
  struct drm_mode_create_lease lease = {.object_ids = td_drm_pointer(objects), .object_count = objects[2] ? 3 : 2, .flags = O_CLOEXEC | O_NONBLOCK};
  int error = td_drm_call(d->card->file, DRM_IOCTL_MODE_CREATE_LEASE, &lease);
  if (error) return error;
  d->file = (int)lease.fd;
  struct epoll_event wanted = {.events = EPOLLIN};
  if (epoll_ctl(d->lease_poll, EPOLL_CTL_ADD, d->file, &wanted)) {
    error = errno;
    drop_lease(d);
    return error;
  }
  d->is_atomic = td_drm_ask_for_atomic(d->file);
  return 0;
}

static int show(td_drm *d, const td_drm_output *output, int depth, int count, td_drm_page *pages) {
  td_drm_output found;
  struct drm_mode_modeinfo mode;
  uint32_t index;
  int error = td_drm_find_output(d, output->connector, output->mode, &found, &mode, &index);
  if (error) return error;
  td_drm_drop_pages(d);
  d->is_flipping = d->is_shown = false;
  if (d->is_lease && (error = take_lease(d, found.connector_id, found.crtc_id, index))) return error;
  d->connector = found.connector_id;
  d->crtc = found.crtc_id;
  d->crtc_index = index;
  d->mode = mode;
  if (!d->has_before) {
    d->before = (struct drm_mode_crtc){.crtc_id = d->crtc};
    d->has_before = td_drm_call(d->file, DRM_IOCTL_MODE_GETCRTC, &d->before) == 0 && d->before.mode_valid;
    d->before_connector = d->connector;
  }
  for (int i = 0; i < count && i < TD_DRM_PAGES && !error; i++) {
    error = td_drm_make_page(d, found.width, found.height, depth, &d->pages[i]);
    if (!error) {
      d->page_count = i + 1;
      pages[i] = (td_drm_page){.memory = d->pages[i].memory, .length = d->pages[i].length, .stride = d->pages[i].stride};
    }
  }
  if (!error && d->is_atomic) {
    d->plane = td_drm_find_plane(d->file, index);
    struct drm_mode_create_blob blob = {.data = td_drm_pointer(&d->mode), .length = sizeof d->mode};
    bool is_usable = d->plane && td_drm_find_names(d) && td_drm_call(d->file, DRM_IOCTL_MODE_CREATEPROPBLOB, &blob) == 0;
    d->mode_blob = is_usable ? blob.blob_id : 0;
    error = is_usable ? td_drm_commit(d, d->pages[0].framebuffer, true, DRM_MODE_ATOMIC_ALLOW_MODESET) : EINVAL;
    if (error) { // if a driver's atomic interface fails, use the legacy one
      d->is_atomic = false;
      error = 0;
    } else {
      d->is_shown = true;
      return 0;
    }
  }
  if (!error) error = td_drm_set_legacy(d, d->pages[0].framebuffer);
  if (!error && d->has_dpms_off) d->has_dpms_off = td_drm_set_dpms(d, DRM_MODE_DPMS_ON) != 0;
  if (error) td_drm_drop_pages(d);
  d->is_shown = !error;
  return error;
}

int td_drm_show(td_drm *d, const td_drm_output *output, int depth, int count, td_drm_page *pages) {
  td_drm_lock_cards();
  int error = show(d, output, depth, count, pages);
  td_drm_unlock_cards();
  return error;
}

int td_drm_flip(td_drm *d, int index) {
  if (index < 0 || index >= d->page_count) return EINVAL;
  if (d->is_flipping) return EBUSY;
  int error;
  if (d->is_atomic) {
    error = td_drm_commit(d, d->pages[index].framebuffer, false, DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_ATOMIC_NONBLOCK);
  } else {
    struct drm_mode_crtc_page_flip flip = {.crtc_id = d->crtc, .fb_id = d->pages[index].framebuffer, .flags = DRM_MODE_PAGE_FLIP_EVENT};
    error = td_drm_call(d->file, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
  }
  d->is_flipping = !error;
  return error;
}

int td_drm_set(td_drm *d, int index) {
  if (index < 0 || index >= d->page_count) return EINVAL;
  d->is_flipping = false;
  if (d->is_atomic && d->mode_blob) return td_drm_commit(d, d->pages[index].framebuffer, true, DRM_MODE_ATOMIC_ALLOW_MODESET);
  return td_drm_set_legacy(d, d->pages[index].framebuffer);
}

int td_drm_switch_off(td_drm *d) {
  if (!d->is_shown) return ENODEV;
  int error = EINVAL;
  if (d->is_atomic && d->mode_blob) {
    error = td_drm_commit_off(d);
  } else {
    error = td_drm_set_dpms(d, DRM_MODE_DPMS_OFF);
    d->has_dpms_off = !error;
    if (error) error = td_drm_clear_legacy(d);
  }
  if (!error) d->is_flipping = false;
  return error;
}

int td_drm_dirty(td_drm *d, int index, const td_drm_clip *clips, int count) {
  if (index < 0 || index >= d->page_count || count < 0) return EINVAL;
  struct drm_clip_rect rects[64];
  if (count > 64) count = 0; // the whole page
  for (int i = 0; i < count; i++)
    rects[i] = (struct drm_clip_rect){
        .x1 = (uint16_t)clips[i].x1, .y1 = (uint16_t)clips[i].y1, .x2 = (uint16_t)clips[i].x2, .y2 = (uint16_t)clips[i].y2};
  struct drm_mode_fb_dirty_cmd dirty = {.fb_id = d->pages[index].framebuffer, .num_clips = (uint32_t)count, .clips_ptr = count ? td_drm_pointer(rects) : 0};
  return td_drm_call(d->file, DRM_IOCTL_MODE_DIRTYFB, &dirty);
}

// Time since the vertical blank that a flip event names; 0 if it names none, or one that is not in the last second.
static uint64_t age_of(const struct drm_event_vblank *flip) {
  struct timespec now;
  const int64_t second = 1000000000;
  if (clock_gettime(CLOCK_MONOTONIC, &now) || (!flip->tv_sec && !flip->tv_usec)) return 0;
  // The kernel's 32 bits of seconds may have wrapped.
  const int64_t seconds = (int64_t)(int32_t)((uint32_t)now.tv_sec - flip->tv_sec);
  if (seconds < 0 || seconds > 2) return 0;
  const int64_t age = seconds * second + now.tv_nsec - (int64_t)flip->tv_usec * 1000;
  return age > 0 && age < second ? (uint64_t)age : 0;
}

int td_drm_take_events(td_drm *d, uint64_t *age) {
  int seen = 0;
  *age = 0;
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
        struct drm_event_vblank flip;
        if (event.length >= sizeof flip) {
          memcpy(&flip, buffer + at, sizeof flip);
          *age = age_of(&flip);
        }
      }
      at += (ssize_t)event.length;
    }
  }
  return seen;
}

// The card's master is also the master of every lease.
static int set_master(td_drm *d, bool master) {
  d->is_flipping = d->is_flipping && master;
  td_drm_lock_cards();
  td_drm_card *c = d->card;
  int error = c->is_master == master ? 0 : td_drm_call(c->file, master ? DRM_IOCTL_SET_MASTER : DRM_IOCTL_DROP_MASTER, NULL);
  if (!error) c->is_master = master;
  td_drm_unlock_cards();
  return error;
}

int td_drm_drop_master(td_drm *d) { return set_master(d, false); }
int td_drm_set_master(td_drm *d) { return set_master(d, true); }
int td_drm_file(td_drm *d) { return d->is_lease ? d->lease_poll : d->file; }
int td_drm_is_atomic(td_drm *d) { return d->is_atomic; }
void td_drm_driver(td_drm *d, char *name, size_t size) { snprintf(name, size, "%s", d->driver); }

// With td_drm_lock_cards held. `has_room`: skip a card on which each connector already has its display.
static int open_display(const char *path, bool has_room, td_drm **out, const char **step) {
  *step = "open";
  td_drm_card *c = td_drm_card_at(path);
  int error = c ? 0 : td_drm_open_card(path, &c, step);
  if (error) return error;
  bool is_lease = false;
  uint32_t users = 0;
  for (td_drm *other = c->displays; other; other = other->next_on_card) {
    is_lease = is_lease || !other->is_lease;
    users++;
  }
  td_drm_resources r;
  if (has_room && users && (td_drm_get_resources(c->file, &r) || r.connector_count <= users)) return EBUSY;
  td_drm *d = calloc(1, sizeof *d);
  error = d ? 0 : ENOMEM;
  if (d) {
    *d = (td_drm){.card = c, .next_on_card = c->displays, .is_lease = is_lease, .file = is_lease ? -1 : c->file, .lease_poll = -1};
    if (is_lease && (d->lease_poll = epoll_create1(EPOLL_CLOEXEC)) < 0) error = errno;
  }
  if (error) {
    free(d);
    td_drm_drop_card(c);
    return error;
  }
  c->displays = d;
  struct drm_version version = {.name = d->driver, .name_len = sizeof d->driver - 1};
  if (td_drm_call(c->file, DRM_IOCTL_VERSION, &version)) d->driver[0] = 0;
  d->is_atomic = td_drm_ask_for_atomic(c->file);
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
    // The first existing but unusable card determines the error.
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
  td_drm_lock_cards();
  int error = is_named ? open_display(path, false, out, step) : open_any(out, path, size, step);
  td_drm_unlock_cards();
  return error;
}

void td_drm_close(td_drm *d) {
  if (!d) return;
  td_drm_lock_cards();
  if (d->has_before && d->is_shown) {
    d->before.set_connectors_ptr = td_drm_pointer(&d->before_connector);
    d->before.count_connectors = 1;
    (void)td_drm_call(d->file, DRM_IOCTL_MODE_SETCRTC, &d->before);
  }
  td_drm_drop_pages(d);
  if (d->is_lease) {
    drop_lease(d);
    close(d->lease_poll);
  }
  td_drm **link = &d->card->displays;
  while (*link != d) link = &(*link)->next_on_card;
  *link = d->next_on_card;
  td_drm_drop_card(d->card);
  td_drm_unlock_cards();
  free(d);
}
