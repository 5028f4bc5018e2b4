/// The kernel's framebuffer devices (/dev/fb0): description, memory, panning and vertical sync. One thread, except for the flip's own.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Bits of a colour in a pixel.
typedef struct {
  uint32_t offset, length;
  uint32_t is_reversed; ///< The highest bit is last: no current driver.
} td_channel;

/// Meaning of a pixel's bits.
typedef enum {
  TD_VISUAL_MONO_BLACK = 0, ///< 1 is black.
  TD_VISUAL_MONO_WHITE = 1, ///< 1 is white.
  TD_VISUAL_TRUECOLOR = 2,  ///< Colours by their channels.
  TD_VISUAL_PALETTE = 3,    ///< An index into a writable palette.
  TD_VISUAL_FIXED_PALETTE = 4,
  TD_VISUAL_DIRECTCOLOR = 5, ///< Channels, each an index into a writable ramp.
  TD_VISUAL_OTHER = 6,       ///< A FOURCC, planes: unsupported for packing.
} td_visual;

/// The kernel's description of a framebuffer. Sizes are pixels unless noted as bytes.
typedef struct {
  char name[17];
  uint32_t width, height;                 ///< Visible size.
  uint32_t virtual_width, virtual_height; ///< Size of the memory.
  uint32_t x_offset, y_offset;            ///< Start of the visible part.
  uint32_t bits_per_pixel;
  uint32_t is_gray; ///< Lightness instead of colour.
  td_channel red, green, blue, alpha;
  uint32_t visual;        ///< td_visual
  uint32_t is_packed;     ///< Consecutive whole pixels; 0: planes or text.
  uint32_t line_length;   ///< Bytes from one row to the next.
  uint64_t memory_length; ///< Bytes.
  uint32_t y_pan_step;    ///< Step of panning in rows; 0: no panning.
} td_framebuffer_info;

typedef struct td_framebuffer td_framebuffer;

/// Opens and maps a framebuffer device, and saves its settings for td_framebuffer_close.
///
/// `doubles` 1: requests twice the height, for a second buffer to pan to; if the driver refuses, or cannot pan, the memory is
/// unchanged. Palettes and ramps are set for packing: 3-3-2 bit colours for 8 bits per pixel (lightness for gray), linear
/// ramps for direct colour. Returns 0 and `*out`, which td_framebuffer_close frees, or errno, with `*step` the failed step ("open", "map",
/// …).
int td_framebuffer_open(const char *path, int doubles, td_framebuffer **out, td_framebuffer_info *info, const char **step);

/// The mapped memory, `memory_length` bytes.
uint8_t *td_framebuffer_memory(td_framebuffer *framebuffer);

/// A file that becomes readable when a flip has ended.
int td_framebuffer_event_file(td_framebuffer *framebuffer);

/// Starts a flip on a separate thread: pans to row `y` (negative: no panning), then waits for vertical sync (`waits` 1).
///
/// Returns 0, or EBUSY while the previous flip is running, or errno of starting the thread.
int td_framebuffer_flip(td_framebuffer *framebuffer, int64_t y, int waits);

/// Returns 1 if a flip has ended, with errno of panning and of waiting (0: success), else 0.
int td_framebuffer_flip_ended(td_framebuffer *framebuffer, int *pan_error, int *wait_error);

/// Switches the panel off (`is_on` 0) or on, by FBIOBLANK. Returns 0 or errno: EINVAL if the driver cannot.
int td_framebuffer_set_power(td_framebuffer *framebuffer, int is_on);

/// Restores settings and palette, unmaps and closes. A flip that never ends keeps its thread and its memory.
void td_framebuffer_close(td_framebuffer *framebuffer);
