/// Input devices through libinput, loaded on first use. One thread per context.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct td_libinput td_libinput;

enum td_libinput_kind {
  TD_LIBINPUT_NONE = 0,   ///< An unsupported event.
  TD_LIBINPUT_KEY,        ///< `code` is the kernel's key code; `state` 1 down, 0 up.
  TD_LIBINPUT_MOTION,     ///< A pointer moved by `x`, `y` units of a mouse of 1,000 dots per inch, acceleration applied.
  TD_LIBINPUT_PLACE,      ///< A pointer is at `x`, `y`, 0...1 of the screen.
  TD_LIBINPUT_BUTTON,     ///< `code` is the kernel's button code; `state`.
  TD_LIBINPUT_WHEEL,      ///< Turned by `x`, `y` notches, positive to the right and towards the user.
  TD_LIBINPUT_SCROLL,     ///< A finger on a touch pad scrolled by `x`, `y` units.
  TD_LIBINPUT_DOWN,       ///< Contact `slot` began at `x`, `y`, 0...1 of the screen.
  TD_LIBINPUT_MOVE,       ///< Contact `slot` moved.
  TD_LIBINPUT_UP,         ///< Contact `slot` ended.
  TD_LIBINPUT_CANCEL,     ///< Contact `slot` was not a touch after all.
  TD_LIBINPUT_ADDED,      ///< A device was added: `name`, and its kinds in `state`: 1 keyboard, 2 pointer, 4 touch.
  TD_LIBINPUT_REMOVED,    ///< A device was removed; the same members.
};

typedef struct {
  int32_t kind, code, state, slot;
  double x, y;
  int64_t time_ns; ///< Monotonic clock.
  char name[80];
} td_libinput_event;

/// Creates a context. If `udev` is not 0, the devices of the seat `seat` are found and watched by udev; else only those at `paths`, `count`
/// of them, are opened. `grabs` keeps events from other programs. Returns 0 and the context, owned by the caller; or errno and a
/// zero-terminated message: ENOENT: no library; ENODEV: no device could be opened.
int td_libinput_create(int udev, const char *seat, const char *const *paths, int count, int grabs, td_libinput **out, char *message, size_t size);
void td_libinput_destroy(td_libinput *context);

/// A file that is readable when there are events; owned by the context.
int td_libinput_file(td_libinput *context);

/// Takes the next event. Returns 1, 0 if none is waiting, or -errno.
int td_libinput_next(td_libinput *context, td_libinput_event *event);

/// Closes the devices (1) until they are opened again (0). Returns 0 or errno.
int td_libinput_suspend(td_libinput *context, int suspends);

/// Number of devices that could not be opened since the last call, and errno of the last of them.
int td_libinput_refused(td_libinput *context, int *code);
