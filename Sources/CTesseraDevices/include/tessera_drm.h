/// Displays through the kernel's mode setting (/dev/dri/card*): connectors, modes, dumb buffers, page flips. One thread at a time per
/// td_drm; several of them, on several outputs of one card, may be used by one thread each.
///
/// The kernel's interface is used directly: no library is linked or loaded.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct td_drm td_drm;

/// A connected output. Sizes are pixels.
typedef struct {
  char connector[32]; ///< "HDMI-A-1"
  char mode[40];      ///< "800x480@60"
  uint32_t connector_id, crtc_id;
  uint32_t width, height, refresh_millihertz;
  uint32_t width_mm, height_mm;
} td_drm_output;

/// Memory shown by a card.
typedef struct {
  uint8_t *memory; ///< Write-only.
  uint64_t length; ///< Bytes.
  uint32_t stride; ///< Bytes from one row to the next.
} td_drm_page;

/// Events of td_drm_take_events, as bits.
enum { TD_DRM_FLIPPED = 1, TD_DRM_GONE = 2 };

/// Opens a card (NULL: the first with a free connector), and becomes its master. Returns 0 or errno: EOPNOTSUPP if it does not support dumb
/// buffers, EBUSY if another program uses it. `path` (`size` bytes) is set to the card's path; `*step` to the failed step.
///
/// A card that is already open in this process is shared: its later displays use a lease (drm-lease(7)) of one connector.
int td_drm_open(const char *card, td_drm **out, char *path, size_t size, const char **step);

/// The file; readable when there are events. Constant from open to close.
int td_drm_file(td_drm *drm);

/// Whether flips are atomic commits.
int td_drm_is_atomic(td_drm *drm);

/// Name of the kernel's driver, for messages; at most `size` bytes.
void td_drm_driver(td_drm *drm, char *name, size_t size);

/// Finds a connected output, in the order of the card. `connector`: its name; NULL or empty: the first with a mode. `mode`: its name ("800x480",
/// "800x480@60"); NULL or empty: that of the kernel argument `video=`, else the monitor's preferred mode. Outputs of other displays of this
/// process are skipped, or give EBUSY if named. Returns 0, ENOLINK if nothing (or not that connector) is connected, EINVAL if
/// it has no such mode, ENOSPC if no crtc can drive it, or errno. `output` has the connector's name if it is known.
int td_drm_find(td_drm *drm, const char *connector, const char *mode, td_drm_output *output);

/// The modes of a connector as text, separated by spaces; for messages.
void td_drm_modes(td_drm *drm, uint32_t connector_id, char *text, size_t size);

/// Creates `count` (at most 2) pages for the output and shows the first, black. `depth` 16: RGB565, else 32 bits (XRGB). Returns 0 or
/// errno.
///
/// The previous content of the output is saved for td_drm_close. Another call replaces output and pages.
int td_drm_show(td_drm *drm, const td_drm_output *output, int depth, int count, td_drm_page *pages);

/// Shows page `index` at the next vertical blank, and requests an event then. Returns 0, EBUSY while the previous flip is pending, or
/// errno.
int td_drm_flip(td_drm *drm, int index);

/// Shows page `index` immediately, without an event: for drivers without working flips.
int td_drm_set(td_drm *drm, int index);

typedef struct {
  int32_t x1, y1, x2, y2;
} td_drm_clip;

/// Reports changed areas of page `index`, in pixels, to drivers that copy the content (a virtual card, a panel on a slow bus). Returns 0 or
/// errno; ENOSYS if the driver does not need it.
int td_drm_dirty(td_drm *drm, int index, const td_drm_clip *clips, int count);

/// Switches the output off: the crtc by its property ACTIVE, or without atomic commits the connector by DPMS, or the crtc without a mode. td_drm_show switches
/// it on. Returns 0 or errno.
int td_drm_switch_off(td_drm *drm);

/// Processes pending events. Returns TD_DRM_… bits. With TD_DRM_FLIPPED, `*age` is the time since the vertical blank of the newest flip, nanoseconds; 0 if
/// the kernel does not tell it.
int td_drm_take_events(td_drm *drm, uint64_t *age);

/// Lets another program use the card, and takes it back. Returns 0 or errno.
int td_drm_drop_master(td_drm *drm);
int td_drm_set_master(td_drm *drm);

/// Restores the previous content, frees everything and closes the card.
void td_drm_close(td_drm *drm);

/// A file that becomes readable on hotplug events of the kernel (a netlink socket), or -errno.
int td_hotplug_open(void);

/// Processes pending events. Returns 1 if the connectors of a display card changed, or a card was added.
int td_hotplug_take(int file);
