/// The kernel's input devices (/dev/input/event*): what they can do, and what they say. One thread for each device.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Range of an axis, device units.
typedef struct {
  int32_t is_there, minimum, maximum, value;
} td_axis;

/// What a device can do.
typedef struct {
  char name[80];
  uint8_t keys[96];   ///< A bit for each key and button that it has.
  uint32_t relative;  ///< A bit for each relative axis.
  uint32_t has_hat;   ///< A D-pad that speaks as an axis of -1, 0 and 1 (ABS_HAT0X, ABS_HAT0Y).
  uint32_t is_direct; ///< A touch screen: what is touched is what is seen.
  td_axis x, y, slot, slot_x, slot_y, slot_id;
} td_input_info;

/// One event, as the kernel says it.
typedef struct {
  int64_t time_ns; ///< Monotonic clock.
  uint16_t type, code;
  int32_t value;
} td_input_event;

/// Opens a device, without waiting in reads and with times of the monotonic clock. Returns the file or -errno.
int td_input_open(const char *path);

/// Asks what it can do. Returns 0 or errno: ENOTTY where the file is no input device.
int td_input_describe(int file, td_input_info *info);

/// Reads up to `capacity` (at most 64) events. Returns how many, 0 where none waits, or -errno: ENODEV once it is unplugged; a file of another kind
/// that has ended gives -ENODEV as well.
int td_input_read(int file, td_input_event *events, int capacity);

/// Bytes of one event as the kernel writes it, and the events in `length` bytes; what is left over at the end is dropped.
size_t td_input_event_size(void);
int td_input_decode(const uint8_t *bytes, size_t length, td_input_event *events, int capacity);

/// Values of a slot axis (ABS_MT_…) for slots 0 ..< count, after events were lost. Returns 0 or errno.
int td_input_slots(int file, uint32_t axis, int32_t *values, int count);

/// Keys that are down now, a bit each (96 bytes). Returns 0 or errno.
int td_input_keys(int file, uint8_t *keys);

/// Keeps the device's events from everybody else (1) or not (0). Returns 0 or errno.
int td_input_grab(int file, int grabs);
