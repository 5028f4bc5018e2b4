/// A window on the developer's desktop, Wayland or X11, by SDL 2, loaded when the window is opened: nothing links it.
///
/// SDL runs on a separate thread, which sleeps until there are events of the desktop or the program. The functions below belong to another
/// thread, the loop's; the lock that they take is held for copies of pixels only. One window per process.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "tessera_rect.h"

typedef struct td_window td_window;

enum {
  TD_WINDOW_POINTER = 1, ///< The mouse is at `x`, `y` with `buttons` down: 1 left, 2 middle, 4 right.
  TD_WINDOW_WHEEL = 2,   ///< Notches `x` to the right and `y` towards the user.
  TD_WINDOW_KEY = 3,     ///< `key` (SDL's keycode) with `modifiers` (SDL's) went down (`is_down`) or up.
  TD_WINDOW_TEXT = 4,    ///< `text` was typed.
  TD_WINDOW_TOUCH = 5,   ///< The finger `finger` at `x`, `y`: `phase` 0 began, 1 moved, 2 ended.
  TD_WINDOW_RESIZED = 6, ///< The size or the scale changed.
  TD_WINDOW_CLOSED = 7,  ///< The user closed the window; it stays open until td_window_close.
  TD_WINDOW_LEFT = 8,    ///< The mouse left the window.
};

typedef struct {
  int32_t kind;
  double x, y; ///< Positions are pixels of the window.
  uint32_t buttons;
  int32_t key;
  uint32_t modifiers;
  int32_t is_down, is_repeat;
  int64_t finger;
  int32_t phase;
  char text[36];
} td_window_event;

/// Opens a window of `width` x `height` (1...16384) desktop units. Returns 0 or errno; `message` has details. ENOENT: SDL 2 is not
/// installed. ENOSYS: this program was built without its headers. ENODEV: no desktop. EBUSY: a window is open.
int td_window_open(const char *title, int32_t width, int32_t height, td_window **out, char *message, size_t size);

/// A file that is readable while events are waiting.
int td_window_file(const td_window *window);

/// Size in pixels, and pixels per desktop unit.
void td_window_size(td_window *window, int32_t *width, int32_t *height, double *scale);

/// Takes up to `capacity` events. Returns their number; fewer than `capacity` if no more are waiting.
int td_window_events(td_window *window, td_window_event *events, int capacity);

/// Passes the changed part of a frame: rows of `stride` bytes of pixels B G R x, `width` x `height` (1...16384) in all. Returns 0 or
/// ENOMEM.
int td_window_present(
    td_window *window, const uint8_t *pixels, size_t stride, int32_t width, int32_t height, const td_rect *rects, int count);

/// Maximum length of a text of the clipboard, bytes.
#define TD_WINDOW_CLIPBOARD_LIMIT ((size_t)4 << 20)

/// Text of the desktop's clipboard, UTF-8. Copies at most `capacity` bytes without a zero at the end to `text`, which may be NULL, and sets `size` to
/// the length of the text. Returns 0; EFBIG if the desktop has a longer text than the limit; ENOSYS without SDL. Any thread.
int td_window_clipboard(td_window *window, char *text, size_t capacity, size_t *size);

/// Gives a text, UTF-8, to the desktop's clipboard, which gets it a little later. Returns 0, EFBIG, ENOMEM or ENOSYS. Any thread.
int td_window_set_clipboard(td_window *window, const char *text);

/// Closes the window and waits for its thread. NULL is allowed.
void td_window_close(td_window *window);
