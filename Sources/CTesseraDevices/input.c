#include "tessera_input.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

int td_input_open(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return -errno;
  int clock = CLOCK_MONOTONIC;
  (void)ioctl(file, EVIOCSCLOCKID, &clock);
  return file;
}

static int has_bit(const uint8_t *bits, size_t bit) { return bits[bit / 8] >> (bit % 8) & 1; }

static td_axis axis(int file, const uint8_t *bits, uint32_t code) {
  struct input_absinfo info = {0};
  if (!has_bit(bits, code) || ioctl(file, EVIOCGABS(code), &info) < 0) return (td_axis){0};
  return (td_axis){.is_there = 1, .minimum = info.minimum, .maximum = info.maximum, .value = info.value};
}

int td_input_describe(int file, td_input_info *info) {
  memset(info, 0, sizeof *info);
  uint8_t types[EV_MAX / 8 + 1] = {0}, absolute[ABS_MAX / 8 + 1] = {0}, relative[REL_MAX / 8 + 1] = {0}, properties[INPUT_PROP_MAX / 8 + 1] = {0};
  _Static_assert(sizeof info->keys >= KEY_MAX / 8 + 1, "a bit for each key");
  if (ioctl(file, EVIOCGBIT(0, sizeof types), types) < 0) return errno;
  (void)ioctl(file, EVIOCGNAME(sizeof info->name - 1), info->name);
  if (has_bit(types, EV_KEY)) (void)ioctl(file, EVIOCGBIT(EV_KEY, sizeof info->keys), info->keys);
  if (has_bit(types, EV_REL)) (void)ioctl(file, EVIOCGBIT(EV_REL, sizeof relative), relative);
  if (has_bit(types, EV_ABS)) (void)ioctl(file, EVIOCGBIT(EV_ABS, sizeof absolute), absolute);
  (void)ioctl(file, EVIOCGPROP(sizeof properties), properties);
  info->is_direct = (uint32_t)has_bit(properties, INPUT_PROP_DIRECT);
  memcpy(&info->relative, relative, sizeof relative < sizeof info->relative ? sizeof relative : sizeof info->relative);
  info->has_hat = (uint32_t)(has_bit(absolute, ABS_HAT0X) && has_bit(absolute, ABS_HAT0Y));
  info->x = axis(file, absolute, ABS_X);
  info->y = axis(file, absolute, ABS_Y);
  info->slot = axis(file, absolute, ABS_MT_SLOT);
  info->slot_x = axis(file, absolute, ABS_MT_POSITION_X);
  info->slot_y = axis(file, absolute, ABS_MT_POSITION_Y);
  info->slot_id = axis(file, absolute, ABS_MT_TRACKING_ID);
  return 0;
}

size_t td_input_event_size(void) { return sizeof(struct input_event); }

int td_input_decode(const uint8_t *bytes, size_t length, td_input_event *events, int capacity) {
  int count = 0;
  for (; count < capacity && length >= sizeof(struct input_event); count++) {
    struct input_event event;
    memcpy(&event, bytes, sizeof event);
    bytes += sizeof event;
    length -= sizeof event;
    int64_t seconds = (int64_t)event.input_event_sec, micro = (int64_t)event.input_event_usec, time;
    if (__builtin_mul_overflow(seconds, (int64_t)1000000000, &time) || __builtin_mul_overflow(micro, (int64_t)1000, &micro) ||
        __builtin_add_overflow(time, micro, &time))
      time = 0; // invalid for any clock
    events[count] = (td_input_event){.time_ns = time, .type = event.type, .code = event.code, .value = event.value};
  }
  return count;
}

int td_input_read(int file, td_input_event *events, int capacity) {
  struct input_event raw[64];
  if (capacity < 1) return 0;
  size_t room = (size_t)(capacity < 64 ? capacity : 64) * sizeof raw[0];
  ssize_t length;
  do length = read(file, raw, room);
  while (length < 0 && errno == EINTR);
  if (length < 0) return errno == EAGAIN ? 0 : -errno;
  if (length == 0) return -ENODEV;
  return td_input_decode((const uint8_t *)raw, (size_t)length, events, capacity);
}

int td_input_slots(int file, uint32_t code, int32_t *values, int count) {
  struct {
    uint32_t code;
    int32_t values[64];
  } request = {.code = code};
  if (count < 0 || count > 64) return EINVAL;
  if (ioctl(file, EVIOCGMTSLOTS(sizeof request), &request) < 0) return errno;
  memcpy(values, request.values, (size_t)count * sizeof values[0]);
  return 0;
}

int td_input_keys(int file, uint8_t *keys) {
  memset(keys, 0, 96);
  return ioctl(file, EVIOCGKEY(96), keys) < 0 ? errno : 0;
}

int td_input_grab(int file, int grabs) { return ioctl(file, EVIOCGRAB, grabs) < 0 ? errno : 0; }
