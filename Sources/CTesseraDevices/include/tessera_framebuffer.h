/// The kernel's framebuffer devices (/dev/fb0): what they hold, their memory, panning and vertical sync. One thread, the flip's own excepted.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Where a colour lies in a pixel, bits.
typedef struct {
  uint32_t offset, length;
  uint32_t is_reversed; ///< The highest bit comes last: no driver of today.
} td_channel;

/// What the bits of a pixel mean.
typedef enum {
  TD_VISUAL_MONO_BLACK = 0, ///< 1 is black.
  TD_VISUAL_MONO_WHITE = 1, ///< 1 is white.
  TD_VISUAL_TRUECOLOR = 2,  ///< Colours by their channels.
  TD_VISUAL_PALETTE = 3,    ///< An index; the palette can be set.
  TD_VISUAL_FIXED_PALETTE = 4,
  TD_VISUAL_DIRECTCOLOR = 5, ///< Channels, each an index into a ramp that can be set.
  TD_VISUAL_OTHER = 6,       ///< A FOURCC, planes: nothing that can be packed here.
} td_visual;

/// What the kernel says about a framebuffer. Sizes are pixels unless they say bytes.
typedef struct {
  char name[17];
  uint32_t width, height;                 ///< What is seen.
  uint32_t virtual_width, virtual_height; ///< What the memory has room for.
  uint32_t x_offset, y_offset;            ///< What is seen begins here.
  uint32_t bits_per_pixel;
  uint32_t is_gray; ///< Lightness instead of colour.
  td_channel red, green, blue, alpha;
  uint32_t visual;        ///< td_visual
  uint32_t is_packed;     ///< Whole pixels one after another; 0: planes or text.
  uint32_t line_length;   ///< Bytes from one row to the next.
  uint64_t memory_length; ///< Bytes.
  uint32_t y_pan_step;    ///< Rows by which panning moves; 0: it cannot.
} td_framebuffer_info;

typedef struct td_framebuffer td_framebuffer;

/// Opens and maps a framebuffer device, and remembers its setting for td_framebuffer_close.
///
/// `doubles` 1: asks the driver for twice the height, so that there is a second buffer to pan to; where it refuses, or cannot pan, the memory is as
/// it was. Palettes and ramps are set to what packing expects: colours of 3-3-2 bits for 8 bits a pixel (lightness where it is gray), straight
/// ramps for direct colour. Returns 0 and `*out`, which td_framebuffer_close frees, or errno, with `*step` what failed ("open", "map", …).
int td_framebuffer_open(const char *path, int doubles, td_framebuffer **out, td_framebuffer_info *info, const char **step);

/// The mapped memory, `memory_length` bytes.
uint8_t *td_framebuffer_memory(td_framebuffer *framebuffer);

/// A file that becomes readable when a flip has ended.
int td_framebuffer_event_file(td_framebuffer *framebuffer);

/// Begins a flip on a thread of its own: pans to row `y` (negative: does not pan), then waits for the vertical sync (`waits` 1).
///
/// Returns 0, or EBUSY while the one before is under way, or errno of starting the thread.
int td_framebuffer_flip(td_framebuffer *framebuffer, int64_t y, int waits);

/// Takes the end of a flip. Returns 1 when one ended, with errno of panning and of waiting (0: done), else 0.
int td_framebuffer_flip_ended(td_framebuffer *framebuffer, int *pan_error, int *wait_error);

/// Puts setting and palette back as they were, unmaps and closes. A flip that never ends keeps its thread and its memory.
void td_framebuffer_close(td_framebuffer *framebuffer);
