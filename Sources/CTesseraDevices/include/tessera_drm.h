/// Displays through the kernel's mode setting (/dev/dri/card*): connectors, modes, dumb buffers, page flips. One thread at a time for each td_drm;
/// several of them, on several outputs of one card, may be used by a thread each.
///
/// The kernel's interface is used directly: no library is linked or loaded.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct td_drm td_drm;

/// What is connected. Sizes are pixels.
typedef struct {
  char connector[32]; ///< "HDMI-A-1"
  char mode[40];      ///< "800x480@60"
  uint32_t connector_id, crtc_id;
  uint32_t width, height, refresh_millihertz;
  uint32_t width_mm, height_mm;
} td_drm_output;

/// Memory that a card shows.
typedef struct {
  uint8_t *memory; ///< Written, never read.
  uint64_t length; ///< Bytes.
  uint32_t stride; ///< Bytes from one row to the next.
} td_drm_page;

/// What td_drm_take_events saw, as bits.
enum { TD_DRM_FLIPPED = 1, TD_DRM_GONE = 2 };

/// Opens a card (NULL: the first that has a connector to spare), and becomes its master. Returns 0 or errno: EOPNOTSUPP where it cannot show dumb
/// buffers, EBUSY where another program shows pictures on it. `path` (`size` bytes) gets which card it is; `*step` what failed.
///
/// A card that this process has open already is shared: its later displays show pictures through a lease (drm-lease(7)) of one connector.
int td_drm_open(const char *card, td_drm **out, char *path, size_t size, const char **step);

/// The file; readable when an event came. The same from open to close.
int td_drm_file(td_drm *drm);

/// Whether flips are atomic commits.
int td_drm_is_atomic(td_drm *drm);

/// Names of the kernel's driver, for messages; at most `size` bytes.
void td_drm_driver(td_drm *drm, char *name, size_t size);

/// Looks for a connected output, in the order of the card: the connector of that name (NULL or empty: the first that has a mode), the mode of that
/// name ("800x480", "800x480@60"; NULL or empty: that of the kernel's argument `video=`, else the one that the monitor prefers). What another display of this process shows pictures on is passed
/// over; where it is named: EBUSY. Returns 0, ENOLINK where nothing (or not that connector) is connected, EINVAL where it has no such mode, ENOSPC
/// where no part of the card can drive it, or errno. `output` holds the connector's name where it is known.
int td_drm_find(td_drm *drm, const char *connector, const char *mode, td_drm_output *output);

/// The modes of a connector as text, separated by spaces; for messages.
void td_drm_modes(td_drm *drm, uint32_t connector_id, char *text, size_t size);

/// Makes `count` (at most 2) pages for the output and shows the first, black. `depth` 16: RGB565, else 32 bits (XRGB). Returns 0 or errno.
///
/// What the output showed before is remembered for td_drm_close. Calling it again replaces output and pages.
int td_drm_show(td_drm *drm, const td_drm_output *output, int depth, int count, td_drm_page *pages);

/// Shows page `index` with the next vertical blank, and asks for an event then. Returns 0, EBUSY while the flip before is under way, or errno.
int td_drm_flip(td_drm *drm, int index);

/// Shows page `index` at once, without an event: where flips do not work.
int td_drm_set(td_drm *drm, int index);

typedef struct {
  int32_t x1, y1, x2, y2;
} td_drm_clip;

/// Tells a driver that copies what it shows (a virtual card, a panel behind a slow bus) what changed on page `index`, pixels. Returns 0 or errno; ENOSYS
/// where the driver wants to know nothing.
int td_drm_dirty(td_drm *drm, int index, const td_drm_clip *clips, int count);

/// Takes what came. Returns TD_DRM_… bits.
int td_drm_take_events(td_drm *drm);

/// Lets another program show pictures, and takes the card again. Returns 0 or errno.
int td_drm_drop_master(td_drm *drm);
int td_drm_set_master(td_drm *drm);

/// Shows what was shown before, frees everything and closes the card.
void td_drm_close(td_drm *drm);

/// A file that becomes readable when the kernel says that something was plugged in or out (a netlink socket), or -errno.
int td_hotplug_open(void);

/// Takes what came. Returns 1 where a display card said that its connectors changed, or came.
int td_hotplug_take(int file);
