#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_libinput.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera_library.h>
#include <sys/ioctl.h>
#include <unistd.h>

// The used part of libinput.h, as of 1.19 (ABI of libinput.so.10): a program built without the header can use the library
// if it is installed.
struct libinput;
struct libinput_device;
struct libinput_event;
struct libinput_event_keyboard;
struct libinput_event_pointer;
struct libinput_event_touch;
struct udev;
struct libinput_interface {
  int (*open_restricted)(const char *path, int flags, void *user_data);
  void (*close_restricted)(int fd, void *user_data);
};
enum { CAP_KEYBOARD = 0, CAP_POINTER = 1, CAP_TOUCH = 2 };
enum { AXIS_VERTICAL = 0, AXIS_HORIZONTAL = 1 };
enum {
  DEVICE_ADDED = 1,
  DEVICE_REMOVED = 2,
  KEYBOARD_KEY = 300,
  POINTER_MOTION = 400,
  POINTER_MOTION_ABSOLUTE = 401,
  POINTER_BUTTON = 402,
  POINTER_SCROLL_WHEEL = 404,
  POINTER_SCROLL_FINGER = 405,
  POINTER_SCROLL_CONTINUOUS = 406,
  TOUCH_DOWN = 500,
  TOUCH_UP = 501,
  TOUCH_MOTION = 502,
  TOUCH_CANCEL = 503,
};

#define FUNCTIONS(F)                                                                                                                       \
  F(struct libinput *, path_create_context, (const struct libinput_interface *, void *))                                                    \
  F(struct libinput_device *, path_add_device, (struct libinput *, const char *))                                                           \
  F(struct libinput *, udev_create_context, (const struct libinput_interface *, void *, struct udev *))                                     \
  F(int, udev_assign_seat, (struct libinput *, const char *))                                                                               \
  F(struct libinput *, unref, (struct libinput *))                                                                                          \
  F(int, get_fd, (struct libinput *))                                                                                                       \
  F(int, dispatch, (struct libinput *))                                                                                                     \
  F(int, resume, (struct libinput *))                                                                                                       \
  F(void, suspend, (struct libinput *))                                                                                                     \
  F(struct libinput_event *, get_event, (struct libinput *))                                                                                \
  F(int, event_get_type, (struct libinput_event *))                                                                                         \
  F(void, event_destroy, (struct libinput_event *))                                                                                         \
  F(struct libinput_device *, event_get_device, (struct libinput_event *))                                                                  \
  F(const char *, device_get_name, (struct libinput_device *))                                                                              \
  F(int, device_has_capability, (struct libinput_device *, int))                                                                            \
  F(int, device_config_tap_get_finger_count, (struct libinput_device *))                                                                    \
  F(int, device_config_tap_set_enabled, (struct libinput_device *, int))                                                                    \
  F(struct libinput_event_keyboard *, event_get_keyboard_event, (struct libinput_event *))                                                  \
  F(uint64_t, event_keyboard_get_time_usec, (struct libinput_event_keyboard *))                                                             \
  F(uint32_t, event_keyboard_get_key, (struct libinput_event_keyboard *))                                                                   \
  F(int, event_keyboard_get_key_state, (struct libinput_event_keyboard *))                                                                  \
  F(struct libinput_event_pointer *, event_get_pointer_event, (struct libinput_event *))                                                    \
  F(uint64_t, event_pointer_get_time_usec, (struct libinput_event_pointer *))                                                               \
  F(double, event_pointer_get_dx, (struct libinput_event_pointer *))                                                                        \
  F(double, event_pointer_get_dy, (struct libinput_event_pointer *))                                                                        \
  F(double, event_pointer_get_absolute_x_transformed, (struct libinput_event_pointer *, uint32_t))                                          \
  F(double, event_pointer_get_absolute_y_transformed, (struct libinput_event_pointer *, uint32_t))                                          \
  F(uint32_t, event_pointer_get_button, (struct libinput_event_pointer *))                                                                  \
  F(int, event_pointer_get_button_state, (struct libinput_event_pointer *))                                                                 \
  F(int, event_pointer_has_axis, (struct libinput_event_pointer *, int))                                                                    \
  F(double, event_pointer_get_scroll_value, (struct libinput_event_pointer *, int))                                                         \
  F(double, event_pointer_get_scroll_value_v120, (struct libinput_event_pointer *, int))                                                    \
  F(struct libinput_event_touch *, event_get_touch_event, (struct libinput_event *))                                                        \
  F(uint64_t, event_touch_get_time_usec, (struct libinput_event_touch *))                                                                   \
  F(int32_t, event_touch_get_seat_slot, (struct libinput_event_touch *))                                                                    \
  F(double, event_touch_get_x_transformed, (struct libinput_event_touch *, uint32_t))                                                       \
  F(double, event_touch_get_y_transformed, (struct libinput_event_touch *, uint32_t))

static struct {
#define F(type, name, parameters) type(*name) parameters;
  FUNCTIONS(F)
#undef F
  struct udev *(*udev_new)(void);
  struct udev *(*udev_unref)(struct udev *);
} li;
static const tl_symbol symbols[] = {
#define F(type, name, parameters) {"libinput_" #name, &li.name, false},
  FUNCTIONS(F)
#undef F
};
static const tl_symbol udev_symbols[] = {{"udev_new", &li.udev_new, false}, {"udev_unref", &li.udev_unref, false}};
static tl_library library = {
    .purpose = "input", .names = {"libinput.so.10"}, .package = "libinput10", .version = "1.19", TL_SYMBOLS(symbols)};
static tl_library udev_library = {.purpose = "a seat", .names = {"libudev.so.1"}, .package = "libudev1", TL_SYMBOLS(udev_symbols)};

struct td_libinput {
  struct libinput *context;
  struct udev *udev;
  bool grabs;
  int refused, refused_code;
};

static int open_restricted(const char *path, int flags, void *user) {
  td_libinput *t = user;
  int file = open(path, flags | O_CLOEXEC);
  if (file < 0) {
    int code = errno;
    t->refused++;
    t->refused_code = code;
    return -code;
  }
  if (t->grabs) (void)ioctl(file, EVIOCGRAB, 1);
  return file;
}

static void close_restricted(int file, void *user) {
  (void)user;
  close(file);
}

static const struct libinput_interface interface = {.open_restricted = open_restricted, .close_restricted = close_restricted};

int td_libinput_create(int udev, const char *seat, const char *const *paths, int count, int grabs, td_libinput **out, char *message, size_t size) {
  *out = NULL;
  if (!tl_open(&library)) return tl_fail(message, size, ENOENT, "%s", library.problem);
  if (udev && !tl_open(&udev_library)) return tl_fail(message, size, ENOENT, "%s", udev_library.problem);
  td_libinput *t = calloc(1, sizeof *t);
  if (!t) return ENOMEM;
  t->grabs = grabs != 0;
  int status = 0;
  if (udev) {
    t->udev = li.udev_new();
    t->context = t->udev ? li.udev_create_context(&interface, t, t->udev) : NULL;
    if (!t->context) {
      status = ENOMEM;
    } else if (li.udev_assign_seat(t->context, seat) != 0) {
      snprintf(message, size, "udev has no seat %s", seat);
      status = ENODEV;
    }
  } else {
    t->context = li.path_create_context(&interface, t);
    if (!t->context) status = ENOMEM;
    int opened = 0;
    for (int i = 0; t->context && i < count; i++)
      if (li.path_add_device(t->context, paths[i])) opened++;
    if (!status && opened == 0) {
      if (t->refused)
        snprintf(message, size, "%d of %d devices could not be opened: %s", t->refused, count, strerror(t->refused_code));
      else
        snprintf(message, size, "%s", count ? "libinput supports none of the devices" : "no input device found");
      status = t->refused ? t->refused_code : ENODEV;
    }
  }
  if (status) {
    if (status == ENOMEM) snprintf(message, size, "there was no memory for it");
    td_libinput_destroy(t);
    return status;
  }
  *out = t;
  return 0;
}

void td_libinput_destroy(td_libinput *t) {
  if (!t) return;
  if (t->context) li.unref(t->context);
  if (t->udev) li.udev_unref(t->udev);
  free(t);
}

int td_libinput_file(td_libinput *t) { return li.get_fd(t->context); }

int td_libinput_suspend(td_libinput *t, int suspends) {
  if (!suspends) return li.resume(t->context) == 0 ? 0 : EIO;
  li.suspend(t->context);
  return 0;
}

int td_libinput_refused(td_libinput *t, int *code) {
  int count = t->refused;
  *code = t->refused_code;
  t->refused = 0;
  return count;
}

static int64_t nanoseconds(uint64_t micro) { return micro > (uint64_t)INT64_MAX / 1000 ? 0 : (int64_t)micro * 1000; }

static void describe(struct libinput_event *event, td_libinput_event *e) {
  struct libinput_device *device = li.event_get_device(event);
  const char *name = li.device_get_name(device);
  snprintf(e->name, sizeof e->name, "%s", name ? name : "");
  for (int c = CAP_KEYBOARD; c <= CAP_TOUCH; c++)
    if (li.device_has_capability(device, c)) e->state |= 1 << c;
  // Enable tap-to-click on touch pads, as users expect.
  if (e->kind == TD_LIBINPUT_ADDED && li.device_config_tap_get_finger_count(device) > 0) (void)li.device_config_tap_set_enabled(device, 1);
}

static void pointer(struct libinput_event *event, int type, td_libinput_event *e) {
  struct libinput_event_pointer *p = li.event_get_pointer_event(event);
  e->time_ns = nanoseconds(li.event_pointer_get_time_usec(p));
  switch (type) {
  case POINTER_MOTION:
    e->kind = TD_LIBINPUT_MOTION;
    e->x = li.event_pointer_get_dx(p);
    e->y = li.event_pointer_get_dy(p);
    break;
  case POINTER_MOTION_ABSOLUTE:
    e->kind = TD_LIBINPUT_PLACE;
    e->x = li.event_pointer_get_absolute_x_transformed(p, 1);
    e->y = li.event_pointer_get_absolute_y_transformed(p, 1);
    break;
  case POINTER_BUTTON:
    e->kind = TD_LIBINPUT_BUTTON;
    e->code = (int32_t)li.event_pointer_get_button(p);
    e->state = li.event_pointer_get_button_state(p);
    break;
  default: {
    bool is_wheel = type == POINTER_SCROLL_WHEEL;
    e->kind = is_wheel ? TD_LIBINPUT_WHEEL : TD_LIBINPUT_SCROLL;
    double (*value)(struct libinput_event_pointer *, int) =
        is_wheel ? li.event_pointer_get_scroll_value_v120 : li.event_pointer_get_scroll_value;
    if (li.event_pointer_has_axis(p, AXIS_HORIZONTAL)) e->x = value(p, AXIS_HORIZONTAL) / (is_wheel ? 120 : 1);
    if (li.event_pointer_has_axis(p, AXIS_VERTICAL)) e->y = value(p, AXIS_VERTICAL) / (is_wheel ? 120 : 1);
  }
  }
}

static void touch(struct libinput_event *event, int type, td_libinput_event *e) {
  struct libinput_event_touch *t = li.event_get_touch_event(event);
  e->time_ns = nanoseconds(li.event_touch_get_time_usec(t));
  e->slot = li.event_touch_get_seat_slot(t);
  e->kind = type == TOUCH_DOWN ? TD_LIBINPUT_DOWN : type == TOUCH_MOTION ? TD_LIBINPUT_MOVE : type == TOUCH_UP ? TD_LIBINPUT_UP : TD_LIBINPUT_CANCEL;
  if (type != TOUCH_DOWN && type != TOUCH_MOTION) return;
  e->x = li.event_touch_get_x_transformed(t, 1);
  e->y = li.event_touch_get_y_transformed(t, 1);
}

int td_libinput_next(td_libinput *t, td_libinput_event *e) {
  memset(e, 0, sizeof *e);
  struct libinput_event *event = li.get_event(t->context);
  if (!event) {
    int status = li.dispatch(t->context);
    if (status < 0) return status;
    event = li.get_event(t->context);
    if (!event) return 0;
  }
  int type = li.event_get_type(event);
  switch (type) {
  case DEVICE_ADDED:
  case DEVICE_REMOVED:
    e->kind = type == DEVICE_ADDED ? TD_LIBINPUT_ADDED : TD_LIBINPUT_REMOVED;
    describe(event, e);
    break;
  case KEYBOARD_KEY: {
    struct libinput_event_keyboard *k = li.event_get_keyboard_event(event);
    *e = (td_libinput_event){
        .kind = TD_LIBINPUT_KEY, .code = (int32_t)li.event_keyboard_get_key(k), .state = li.event_keyboard_get_key_state(k),
        .time_ns = nanoseconds(li.event_keyboard_get_time_usec(k))};
    break;
  }
  case POINTER_MOTION:
  case POINTER_MOTION_ABSOLUTE:
  case POINTER_BUTTON:
  case POINTER_SCROLL_WHEEL:
  case POINTER_SCROLL_FINGER:
  case POINTER_SCROLL_CONTINUOUS: pointer(event, type, e); break;
  case TOUCH_DOWN:
  case TOUCH_UP:
  case TOUCH_MOTION:
  case TOUCH_CANCEL: touch(event, type, e); break;
  default: break;
  }
  li.event_destroy(event);
  return 1;
}
