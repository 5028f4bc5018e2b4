#include "drm_card.h"
#include "drm_connector.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static td_drm_card *cards;
static pthread_mutex_t cards_lock = PTHREAD_MUTEX_INITIALIZER;

void td_drm_lock_cards(void) { pthread_mutex_lock(&cards_lock); }
void td_drm_unlock_cards(void) { pthread_mutex_unlock(&cards_lock); }

static int open_file(const char *path, int *file, const char **step) {
  *step = "open";
  *file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (*file < 0) return errno;
  td_drm_resources r;
  struct drm_get_cap dumb = {.capability = DRM_CAP_DUMB_BUFFER};
  *step = "ask";
  int error = td_drm_get_resources(*file, &r);
  if (!error && r.connector_count == 0) error = EOPNOTSUPP;
  if (!error && (td_drm_call(*file, DRM_IOCTL_GET_CAP, &dumb) || !dumb.value)) error = EOPNOTSUPP;
  if (!error) {
    *step = "become master of";
    // The first to open a card is its master; this detects another one.
    if (td_drm_call(*file, DRM_IOCTL_SET_MASTER, NULL)) {
      // A non-root user may not request mastership, but has it unless there is another master. A call restricted to masters tests that.
      struct drm_mode_fb_dirty_cmd nothing = {0};
      error = td_drm_call(*file, DRM_IOCTL_MODE_DIRTYFB, &nothing) == EACCES ? EBUSY : 0;
    }
  }
  if (error) close(*file);
  return error;
}

td_drm_card *td_drm_card_at(const char *path) {
  struct stat status;
  if (stat(path, &status)) return NULL;
  for (td_drm_card *c = cards; c; c = c->next)
    if (c->device == status.st_rdev) return c;
  return NULL;
}

void td_drm_drop_card(td_drm_card *c) {
  if (c->displays) return;
  td_drm_card **link = &cards;
  while (*link != c) link = &(*link)->next;
  *link = c->next;
  close(c->file); // after the last master is gone the kernel shows its console
  free(c);
}

int td_drm_open_card(const char *path, td_drm_card **out, const char **step) {
  int file;
  int error = open_file(path, &file, step);
  if (error) return error;
  struct stat status;
  td_drm_card *c = calloc(1, sizeof *c);
  if (!c) error = ENOMEM;
  else if (fstat(file, &status)) error = errno;
  if (error) {
    close(file);
    free(c);
    return error;
  }
  *c = (td_drm_card){.next = cards, .device = status.st_rdev, .file = file, .is_master = true};
  *out = cards = c;
  return 0;
}
