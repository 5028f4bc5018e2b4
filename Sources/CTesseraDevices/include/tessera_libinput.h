/// Input devices through libinput, which is loaded when it is asked for. One thread for each context.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct td_libinput td_libinput;

enum td_libinput_kind {
  TD_LIBINPUT_NONE = 0,   ///< Something that is of no use here.
  TD_LIBINPUT_KEY,        ///< `code` as the kernel counts keys; `state` 1 down, 0 up.
  TD_LIBINPUT_MOTION,     ///< A pointer moved by `x`, `y` units of a mouse of 1,000 dots an inch, acceleration applied.
  TD_LIBINPUT_PLACE,      ///< A pointer is at `x`, `y`, 0...1 of the screen.
  TD_LIBINPUT_BUTTON,     ///< `code` as the kernel counts buttons; `state`.
  TD_LIBINPUT_WHEEL,      ///< Turned by `x`, `y` notches, to the right and towards the person.
  TD_LIBINPUT_SCROLL,     ///< A finger on a touch pad scrolled by `x`, `y` units.
  TD_LIBINPUT_DOWN,       ///< Contact `slot` began at `x`, `y`, 0...1 of the screen.
  TD_LIBINPUT_MOVE,       ///< Contact `slot` moved.
  TD_LIBINPUT_UP,         ///< Contact `slot` ended.
  TD_LIBINPUT_CANCEL,     ///< Contact `slot` was no touch after all.
  TD_LIBINPUT_ADDED,      ///< A device came: `name`, and what it is in `state`: 1 keyboard, 2 pointer, 4 touch.
  TD_LIBINPUT_REMOVED,    ///< A device went; the same members.
};

typedef struct {
  int32_t kind, code, state, slot;
  double x, y;
  int64_t time_ns; ///< Monotonic clock.
  char name[80];
} td_libinput_event;

/// Makes a context. With `udev` not 0 the devices of the seat `seat` are found and watched by udev; else those at `paths`, `count` of them, are opened and
/// no other. `grabs` keeps events from everybody else.
/// Returns 0 and the context, owned by the caller; or errno and a message that ends with a zero: ENOENT: no library; ENODEV: no device could be opened.
int td_libinput_create(int udev, const char *seat, const char *const *paths, int count, int grabs, td_libinput **out, char *message, size_t size);
void td_libinput_destroy(td_libinput *context);

/// A file that is readable when there are events; the context's.
int td_libinput_file(td_libinput *context);

/// Takes the next event. Returns 1, 0 where none waits, or -errno.
int td_libinput_next(td_libinput *context, td_libinput_event *event);

/// Closes the devices (1) until they are opened again (0). Returns 0 or errno.
int td_libinput_suspend(td_libinput *context, int suspends);

/// Devices that could not be opened since the last call, and why the last of them could not (errno).
int td_libinput_refused(td_libinput *context, int *code);
