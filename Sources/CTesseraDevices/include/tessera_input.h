/// The kernel's input devices (/dev/input/event*): capabilities and events. One thread per device.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Range of an axis, device units.
typedef struct {
  int32_t is_there, minimum, maximum, value;
} td_axis;

/// Capabilities of a device.
typedef struct {
  char name[80];
  uint8_t keys[96];   ///< One bit per key and button.
  uint32_t relative;  ///< One bit per relative axis.
  uint32_t has_hat;   ///< A D-pad reported as an axis of -1, 0 and 1 (ABS_HAT0X, ABS_HAT0Y).
  uint32_t is_direct; ///< A touch screen: touches are on the screen itself.
  td_axis x, y, slot, slot_x, slot_y, slot_id;
} td_input_info;

/// An event of the kernel.
typedef struct {
  int64_t time_ns; ///< Monotonic clock.
  uint16_t type, code;
  int32_t value;
} td_input_event;

/// Opens a device for non-blocking reads, with times of the monotonic clock. Returns the file or -errno.
int td_input_open(const char *path);

/// Queries the capabilities. Returns 0 or errno: ENOTTY if the file is not an input device.
int td_input_describe(int file, td_input_info *info);

/// Reads up to `capacity` (at most 64) events. Returns their number, 0 if none is waiting, or -errno: ENODEV once it is unplugged. The end
/// of a file of another kind gives -ENODEV too.
int td_input_read(int file, td_input_event *events, int capacity);

/// Size of an event in the kernel's format, and the events in `length` bytes; an incomplete event at the end is dropped.
size_t td_input_event_size(void);
int td_input_decode(const uint8_t *bytes, size_t length, td_input_event *events, int capacity);

/// Values of a slot axis (ABS_MT_…) for slots 0 ..< count, after events were lost. Returns 0 or errno.
int td_input_slots(int file, uint32_t axis, int32_t *values, int count);

/// Keys that are currently down, one bit each (96 bytes). Returns 0 or errno.
int td_input_keys(int file, uint8_t *keys);

/// Grabs the device, so that other programs get no events (1), or releases it (0). Returns 0 or errno.
int td_input_grab(int file, int grabs);
