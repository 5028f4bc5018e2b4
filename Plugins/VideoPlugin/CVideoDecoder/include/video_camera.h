/// Cameras of the kernel (V4L2) by ioctl: one call each, without decisions. Answers are passed on as the kernel gives them; the caller checks
/// them.
///
/// Functions return 0 or an `errno` code unless stated otherwise. Any thread; a file is used by one thread at a time. Calls that are interrupted
/// by a signal are repeated. Source: https://docs.kernel.org/userspace-api/media/v4l/v4l2.html
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Size of texts, including the final zero.
#define VD_CAMERA_TEXT 64

/// Identity of a device.
typedef struct {
  char name[VD_CAMERA_TEXT], driver[VD_CAMERA_TEXT], bus[VD_CAMERA_TEXT];
  int32_t is_capture; ///< Whether it captures pictures into memory that is mapped.
  int32_t is_multi;   ///< Whether it has the interface of several planes only.
} vd_camera_identity;

/// Range of frame sizes in pixels. A single size has equal limits.
typedef struct {
  uint32_t least_width, most_width, step_width, least_height, most_height, step_height;
} vd_camera_sizes;

/// Range of frame durations as fractions of a second. A single duration has equal limits.
typedef struct {
  uint32_t least_numerator, least_denominator, most_numerator, most_denominator;
} vd_camera_durations;

/// Format of frames in memory: of a request, or of an answer.
typedef struct {
  uint32_t width, height;
  uint32_t format;     ///< Four characters, the first in the lowest byte.
  uint32_t stride;     ///< Bytes of a row of the first plane.
  uint32_t size;       ///< Bytes of a frame.
  uint32_t planes;     ///< Number of memory planes.
  uint32_t is_full;    ///< Whether luma uses 0...255.
  uint32_t matrix;     ///< Number of the matrix, ITU-T H.273: 1, 6, 7 or 9.
} vd_camera_layout;

/// Buffer that was dequeued.
typedef struct {
  uint32_t index, used, offset; ///< `used` counts from the start of the buffer, `offset` is the first byte of the picture.
  int32_t is_damaged;           ///< Whether the driver reported that the picture may be damaged.
  int64_t time_us;              ///< Microseconds of the driver's clock.
} vd_camera_filled;

/// Kinds of controls.
enum { VD_CONTROL_INTEGER = 1, VD_CONTROL_BOOLEAN = 2, VD_CONTROL_MENU = 3 };

/// Number that a device lets programs set.
typedef struct {
  uint32_t id;
  int32_t kind; ///< VD_CONTROL_…; 0: another kind, or disabled.
  char name[VD_CAMERA_TEXT];
  int64_t least, most, step, standard;
  int32_t is_read_only, is_inactive;
} vd_camera_control;

/// Opens a device. Returns a file, or a negated `errno` code.
int vd_camera_open(const char *path);

/// Closes a file.
void vd_camera_close(int file);

/// Reads the identity. A file that is not a camera gives ENOTTY.
int vd_camera_identify(int file, vd_camera_identity *out);

/// Reads the format with a number from 0; EINVAL after the last one.
int vd_camera_format(int file, int is_multi, uint32_t index, uint32_t *format);

/// Reads sizes of a format; EINVAL after the last one. A range is the only entry.
int vd_camera_size(int file, uint32_t format, uint32_t index, vd_camera_sizes *out);

/// Reads durations of frames of a size; EINVAL after the last one. A range is the only entry.
int vd_camera_duration(int file, uint32_t format, uint32_t width, uint32_t height, uint32_t index, vd_camera_durations *out);

/// Requests size and format of `layout`, which receives the device's choice.
int vd_camera_set_layout(int file, int is_multi, vd_camera_layout *layout);

/// Requests a duration of frames in seconds, which receives the device's choice.
int vd_camera_set_duration(int file, int is_multi, uint32_t *numerator, uint32_t *denominator);

/// Requests buffers, which receives the device's number. 0 frees them.
int vd_camera_request(int file, int is_multi, uint32_t *count);

/// Maps a buffer. Unmap it with vd_camera_unmap.
int vd_camera_map(int file, int is_multi, uint32_t index, void **bytes, size_t *length);

/// Unmaps a buffer.
void vd_camera_unmap(void *bytes, size_t length);

/// Passes a buffer to the device.
int vd_camera_queue(int file, int is_multi, uint32_t index);

/// Takes the oldest filled buffer; EAGAIN if there is none.
int vd_camera_dequeue(int file, int is_multi, vd_camera_filled *out);

/// Starts (1) or stops (0) the capture. A stop returns all buffers.
int vd_camera_stream(int file, int is_multi, int is_on);

/// Reads the control that follows `id`, 0 for the first; EINVAL after the last one.
int vd_camera_next_control(int file, uint32_t id, vd_camera_control *out);

/// Reads a control.
int vd_camera_control_value(int file, uint32_t id, int32_t *value);

/// Sets a control.
int vd_camera_set_control(int file, uint32_t id, int32_t value);

/// Results of vd_camera_wait.
enum { VD_WAKE_FRAME = 1, VD_WAKE_STOP = 2, VD_WAKE_DEVICES = 4, VD_WAKE_ERROR = 8 };

/// Waits for a frame of `camera`, a stop or a change of the folder of devices; negative files are ignored. Returns VD_WAKE_… bits; 0: the time is up.
int vd_camera_wait(int camera, int stop, int watch, int milliseconds);

/// Creates a file for vd_camera_stop. Returns a negated `errno` code on failure.
int vd_camera_stop_open(void);

/// Ends the current wait, and later ones, for a file of vd_camera_stop_open.
void vd_camera_stop(int file);

/// Creates a file that reports devices that appear in `folder` or disappear. Returns a negated `errno` code on failure.
int vd_camera_watch_open(const char *folder);

/// Reads the reports. Returns whether a name that begins with `video` was one of them, or reports were lost.
int vd_camera_watch_take(int file);
