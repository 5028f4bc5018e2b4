/// Decoders of the kernel (V4L2 memory-to-memory, stateful) by ioctl: one call each, without decisions. Answers are passed on as the kernel gives
/// them; the caller checks them.
///
/// Functions return 0 or an `errno` code unless stated otherwise. Any thread; a device is used by one thread at a time.
/// Source: https://docs.kernel.org/userspace-api/media/v4l/dev-decoder.html
#pragma once
#include "video_camera.h"
#include "video_picture.h"

/// Maximum memory planes of a picture that are read.
#define VD_CODEC_PLANES 3

/// Device. Functions that are NULL are the kernel's; tests replace all three.
typedef struct {
  int32_t file;
  void *context;
  /// `ioctl`; returns 0 or an `errno` code.
  int32_t (*control)(void *context, uint64_t request, void *argument);
  /// Returns the memory at an offset of the device, owned by the device; NULL after a failure.
  void *(*map)(void *context, uint64_t offset, size_t length);
  /// Waits for VD_CODEC_… bits; returns those that are set.
  int32_t (*wait)(void *context, int32_t bits, int32_t milliseconds);
} vd_device;

/// Queues of a decoder.
typedef enum { VD_QUEUE_PACKETS = 0, VD_QUEUE_PICTURES = 1 } vd_queue;

/// Identity of a device.
typedef struct {
  char name[VD_CAMERA_TEXT], driver[VD_CAMERA_TEXT];
  int32_t is_codec; ///< Whether it has both queues, in memory that is mapped.
  int32_t is_multi; ///< Whether its buffers have several planes.
} vd_codec_identity;

/// Layout of decoded pictures, and their visible part.
typedef struct {
  uint32_t format;        ///< Four characters, the first in the lowest byte.
  uint32_t width, height; ///< Pixels with padding.
  uint32_t planes;        ///< Memory planes.
  uint32_t stride[VD_CODEC_PLANES], size[VD_CODEC_PLANES]; ///< Bytes.
  uint32_t left, top, visible_width, visible_height;       ///< Pixels.
} vd_codec_layout;

/// Mapped planes of a buffer.
typedef struct {
  void *bytes[VD_CODEC_PLANES]; ///< NULL: no such plane.
  size_t length[VD_CODEC_PLANES];
} vd_codec_memory;

/// Buffer that was dequeued.
typedef struct {
  uint32_t index, planes;
  uint32_t used[VD_CODEC_PLANES], offset[VD_CODEC_PLANES]; ///< Bytes; `used` includes `offset`.
  int32_t is_damaged, is_last;
  uint64_t number; ///< As of vd_codec_queue.
} vd_codec_filled;

/// Bits of vd_codec_wait.
enum { VD_CODEC_PACKET = 1, VD_CODEC_PICTURE = 2, VD_CODEC_EVENT = 4, VD_CODEC_ERROR = 8 };

/// Reads the identity.
int vd_codec_identify(const vd_device *device, vd_codec_identity *out);

/// Reads the format of a queue with a number from 0; EINVAL after the last one.
int vd_codec_format(const vd_device *device, int is_multi, vd_queue queue, uint32_t index, uint32_t *format);

/// Reads sizes of a format of packets; EINVAL after the last one. A range is the only entry.
int vd_codec_size(const vd_device *device, uint32_t format, uint32_t index, vd_camera_sizes *out);

/// Sets format and size in pixels of the packets, and the bytes of their buffers.
int vd_codec_set_packets(const vd_device *device, int is_multi, uint32_t format, uint32_t width, uint32_t height, uint32_t bytes);

/// Reads the layout of the pictures; EINVAL before the device has read it from the packets.
int vd_codec_layout_of(const vd_device *device, int is_multi, vd_codec_layout *out);

/// Requests another format of the pictures. `layout` receives the device's choice.
int vd_codec_set_pictures(const vd_device *device, int is_multi, uint32_t format, vd_codec_layout *layout);

/// Reads the number of buffers that the device needs for itself.
int vd_codec_least_buffers(const vd_device *device, uint32_t *count);

/// Requests events about the size of the pictures.
int vd_codec_subscribe(const vd_device *device);

/// Takes an event; ENOENT or EAGAIN if there is none. `is_change`: the layout of the pictures changes.
int vd_codec_event(const vd_device *device, int32_t *is_change);

/// Requests buffers, which receives the device's number. 0 frees them.
int vd_codec_request(const vd_device *device, int is_multi, vd_queue queue, uint32_t *count);

/// Maps the planes of a buffer. Unmap them with vd_codec_unmap, also after a failure.
int vd_codec_map(const vd_device *device, int is_multi, vd_queue queue, uint32_t index, vd_codec_memory *out);

/// Unmaps the planes of a buffer.
void vd_codec_unmap(const vd_device *device, vd_codec_memory *memory);

/// Passes a buffer to the device: a packet with its bytes and a number, which the picture gets; or an empty picture.
int vd_codec_queue(
    const vd_device *device, int is_multi, vd_queue queue, uint32_t index, uint32_t planes, uint32_t used, uint64_t number);

/// Takes a buffer; EAGAIN if there is none, EPIPE after the last picture.
int vd_codec_dequeue(const vd_device *device, int is_multi, vd_queue queue, vd_codec_filled *out);

/// Starts (1) or stops (0) a queue. A stop returns all buffers.
int vd_codec_stream(const vd_device *device, int is_multi, vd_queue queue, int is_on);

/// Requests the remaining pictures; no packets follow.
int vd_codec_drain(const vd_device *device);

/// Waits for VD_CODEC_… bits at most `milliseconds`. Returns those that are set.
int vd_codec_wait(const vd_device *device, int bits, int milliseconds);

/// Describes packed pictures of a layout: NV12 or YU12. Returns the bytes of one; 0 if the layout is invalid or its format unknown.
size_t vd_codec_packed(const vd_codec_layout *layout, vd_picture *out);

/// Copies the visible part of a picture without padding between its planes. `to` has the bytes of vd_codec_packed. Returns VD_CORRUPT if the
/// memory has less than the layout needs.
vd_status vd_codec_pack(const vd_codec_layout *layout, const vd_codec_filled *filled, const vd_codec_memory *memory, uint8_t *to);
