#include "video_codec.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static int call(const vd_device *device, unsigned long request, void *argument) {
  if (device->control) return device->control(device->context, request, argument);
  int result;
  do result = ioctl(device->file, request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

static uint32_t type_of(int is_multi, vd_queue queue) {
  if (queue == VD_QUEUE_PICTURES) return is_multi ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return is_multi ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE : V4L2_BUF_TYPE_VIDEO_OUTPUT;
}

// The kernel's texts need not end with a zero.
static void copy_text(char *to, const unsigned char *from, size_t size) {
  size_t length = strnlen((const char *)from, size);
  if (length > VD_CAMERA_TEXT - 1) length = VD_CAMERA_TEXT - 1;
  memcpy(to, from, length);
  to[length] = 0;
}

int vd_codec_identify(const vd_device *device, vd_codec_identity *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_capability found = {0};
  int error = call(device, VIDIOC_QUERYCAP, &found);
  if (error) return error;
  copy_text(out->name, found.card, sizeof found.card);
  copy_text(out->driver, found.driver, sizeof found.driver);
  uint32_t can = found.capabilities & V4L2_CAP_DEVICE_CAPS ? found.device_caps : found.capabilities;
  out->is_multi = (can & V4L2_CAP_VIDEO_M2M_MPLANE) != 0;
  out->is_codec = (can & (V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE)) && can & V4L2_CAP_STREAMING;
  return 0;
}

int vd_codec_format(const vd_device *device, int is_multi, vd_queue queue, uint32_t index, uint32_t *format) {
  struct v4l2_fmtdesc found = {.index = index, .type = type_of(is_multi, queue)};
  int error = call(device, VIDIOC_ENUM_FMT, &found);
  *format = found.pixelformat;
  return error;
}

int vd_codec_size(const vd_device *device, uint32_t format, uint32_t index, vd_camera_sizes *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_frmsizeenum found = {.index = index, .pixel_format = format};
  int error = call(device, VIDIOC_ENUM_FRAMESIZES, &found);
  if (error) return error;
  if (found.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
    uint32_t width = found.discrete.width, height = found.discrete.height;
    *out = (vd_camera_sizes){width, width, 1, height, height, 1};
    return 0;
  }
  if (index > 0) return EINVAL;
  const struct v4l2_frmsize_stepwise *range = &found.stepwise;
  *out = (vd_camera_sizes){
      range->min_width, range->max_width, range->step_width, range->min_height, range->max_height, range->step_height};
  return 0;
}

int vd_codec_set_packets(const vd_device *device, int is_multi, uint32_t format, uint32_t width, uint32_t height, uint32_t bytes) {
  struct v4l2_format wanted = {.type = type_of(is_multi, VD_QUEUE_PACKETS)};
  if (is_multi) {
    wanted.fmt.pix_mp = (struct v4l2_pix_format_mplane){
        .width = width, .height = height, .pixelformat = format, .field = V4L2_FIELD_NONE, .num_planes = 1};
    wanted.fmt.pix_mp.plane_fmt[0].sizeimage = bytes;
  } else {
    wanted.fmt.pix = (struct v4l2_pix_format){
        .width = width, .height = height, .pixelformat = format, .field = V4L2_FIELD_NONE, .sizeimage = bytes};
  }
  int error = call(device, VIDIOC_S_FMT, &wanted);
  if (error) return error;
  uint32_t chosen = is_multi ? wanted.fmt.pix_mp.pixelformat : wanted.fmt.pix.pixelformat;
  return chosen == format ? 0 : EINVAL;
}

static void take_layout(const struct v4l2_format *found, int is_multi, vd_codec_layout *out) {
  memset(out, 0, sizeof *out);
  if (!is_multi) {
    const struct v4l2_pix_format *got = &found->fmt.pix;
    *out = (vd_codec_layout){
        .format = got->pixelformat, .width = got->width, .height = got->height, .planes = 1, .stride = {got->bytesperline},
        .size = {got->sizeimage}};
  } else {
    const struct v4l2_pix_format_mplane *got = &found->fmt.pix_mp;
    *out = (vd_codec_layout){.format = got->pixelformat, .width = got->width, .height = got->height, .planes = got->num_planes};
    for (unsigned i = 0; i < VD_CODEC_PLANES; i++) {
      out->stride[i] = got->plane_fmt[i].bytesperline;
      out->size[i] = got->plane_fmt[i].sizeimage;
    }
  }
  out->visible_width = out->width;
  out->visible_height = out->height;
}

// Reads the visible part; a device without it shows all.
static void take_visible(const vd_device *device, vd_codec_layout *out) {
  struct v4l2_selection found = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .target = V4L2_SEL_TGT_COMPOSE};
  if (call(device, VIDIOC_G_SELECTION, &found) != 0) return;
  // Pairs of pixels share their chroma.
  int64_t left = found.r.left & ~1, top = found.r.top & ~1, width = found.r.width, height = found.r.height;
  if (left < 0 || top < 0 || width < 1 || height < 1 || left + width > out->width || top + height > out->height) return;
  out->left = (uint32_t)left;
  out->top = (uint32_t)top;
  out->visible_width = (uint32_t)width;
  out->visible_height = (uint32_t)height;
}

int vd_codec_layout_of(const vd_device *device, int is_multi, vd_codec_layout *out) {
  struct v4l2_format found = {.type = type_of(is_multi, VD_QUEUE_PICTURES)};
  int error = call(device, VIDIOC_G_FMT, &found);
  take_layout(&found, is_multi, out);
  if (!error) take_visible(device, out);
  return error;
}

int vd_codec_set_pictures(const vd_device *device, int is_multi, uint32_t format, vd_codec_layout *layout) {
  struct v4l2_format wanted = {.type = type_of(is_multi, VD_QUEUE_PICTURES)};
  if (is_multi) {
    wanted.fmt.pix_mp = (struct v4l2_pix_format_mplane){.width = layout->width, .height = layout->height, .pixelformat = format};
  } else {
    wanted.fmt.pix = (struct v4l2_pix_format){.width = layout->width, .height = layout->height, .pixelformat = format};
  }
  int error = call(device, VIDIOC_S_FMT, &wanted);
  take_layout(&wanted, is_multi, layout);
  if (!error) take_visible(device, layout);
  return error;
}

int vd_codec_least_buffers(const vd_device *device, uint32_t *count) {
  struct v4l2_control control = {.id = V4L2_CID_MIN_BUFFERS_FOR_CAPTURE};
  int error = call(device, VIDIOC_G_CTRL, &control);
  *count = error || control.value < 0 ? 0 : (uint32_t)control.value;
  return error;
}

int vd_codec_subscribe(const vd_device *device) {
  struct v4l2_event_subscription wanted = {.type = V4L2_EVENT_SOURCE_CHANGE};
  return call(device, VIDIOC_SUBSCRIBE_EVENT, &wanted);
}

int vd_codec_event(const vd_device *device, int32_t *is_change) {
  struct v4l2_event found = {0};
  int error = call(device, VIDIOC_DQEVENT, &found);
  *is_change = !error && found.type == V4L2_EVENT_SOURCE_CHANGE && found.u.src_change.changes & V4L2_EVENT_SRC_CH_RESOLUTION;
  return error;
}

int vd_codec_request(const vd_device *device, int is_multi, vd_queue queue, uint32_t *count) {
  struct v4l2_requestbuffers wanted = {.count = *count, .type = type_of(is_multi, queue), .memory = V4L2_MEMORY_MMAP};
  int error = call(device, VIDIOC_REQBUFS, &wanted);
  *count = error ? 0 : wanted.count;
  return error;
}

static void *map_plane(const vd_device *device, uint64_t offset, size_t length, int is_written) {
  if (device->map) return device->map(device->context, offset, length);
  // Some drivers refuse a mapping that cannot be written.
  void *mapped = is_written ? MAP_FAILED : mmap(NULL, length, PROT_READ, MAP_SHARED, device->file, (off_t)offset);
  if (mapped == MAP_FAILED) mapped = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, device->file, (off_t)offset);
  return mapped == MAP_FAILED ? NULL : mapped;
}

int vd_codec_map(const vd_device *device, int is_multi, vd_queue queue, uint32_t index, vd_codec_memory *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_plane planes[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer found = {.index = index, .type = type_of(is_multi, queue), .memory = V4L2_MEMORY_MMAP};
  if (is_multi) {
    found.m.planes = planes;
    found.length = VIDEO_MAX_PLANES;
  }
  int error = call(device, VIDIOC_QUERYBUF, &found);
  if (error) return error;
  uint32_t count = is_multi ? found.length : 1;
  if (count < 1 || count > VD_CODEC_PLANES) return EINVAL;
  for (uint32_t i = 0; i < count; i++) {
    size_t length = is_multi ? planes[i].length : found.length;
    uint64_t offset = is_multi ? planes[i].m.mem_offset : found.m.offset;
    if (length == 0) return EINVAL;
    out->bytes[i] = map_plane(device, offset, length, queue == VD_QUEUE_PACKETS);
    if (!out->bytes[i]) return ENOMEM;
    out->length[i] = length;
  }
  return 0;
}

void vd_codec_unmap(const vd_device *device, vd_codec_memory *memory) {
  for (unsigned i = 0; i < VD_CODEC_PLANES; i++)
    if (memory->bytes[i] && !device->map) munmap(memory->bytes[i], memory->length[i]);
  memset(memory, 0, sizeof *memory);
}

int vd_codec_queue(
    const vd_device *device, int is_multi, vd_queue queue, uint32_t index, uint32_t planes, uint32_t used, uint64_t number) {
  struct v4l2_plane parts[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer buffer = {
      .index = index, .type = type_of(is_multi, queue), .memory = V4L2_MEMORY_MMAP, .field = V4L2_FIELD_NONE};
  // The device copies the time of a packet to its picture. Numbers are below 2^31 * 10^6.
  buffer.timestamp.tv_sec = (__typeof__(buffer.timestamp.tv_sec))(number / 1000000);
  buffer.timestamp.tv_usec = (__typeof__(buffer.timestamp.tv_usec))(number % 1000000);
  if (is_multi) {
    buffer.m.planes = parts;
    buffer.length = planes;
    parts[0].bytesused = used;
  } else {
    buffer.bytesused = used;
  }
  return call(device, VIDIOC_QBUF, &buffer);
}

int vd_codec_dequeue(const vd_device *device, int is_multi, vd_queue queue, vd_codec_filled *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_plane planes[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer buffer = {.type = type_of(is_multi, queue), .memory = V4L2_MEMORY_MMAP};
  if (is_multi) {
    buffer.m.planes = planes;
    buffer.length = VIDEO_MAX_PLANES;
  }
  int error = call(device, VIDIOC_DQBUF, &buffer);
  if (error) return error;
  out->index = buffer.index;
  out->planes = is_multi ? buffer.length : 1;
  for (unsigned i = 0; i < VD_CODEC_PLANES && i < out->planes; i++) {
    out->used[i] = is_multi ? planes[i].bytesused : buffer.bytesused;
    out->offset[i] = is_multi ? planes[i].data_offset : 0;
  }
  out->is_damaged = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0;
  out->is_last = (buffer.flags & V4L2_BUF_FLAG_LAST) != 0;
  out->number = (uint64_t)buffer.timestamp.tv_sec * 1000000 + (uint64_t)buffer.timestamp.tv_usec;
  return 0;
}

int vd_codec_stream(const vd_device *device, int is_multi, vd_queue queue, int is_on) {
  int type = (int)type_of(is_multi, queue);
  return call(device, is_on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

int vd_codec_drain(const vd_device *device) {
  struct v4l2_decoder_cmd command = {.cmd = V4L2_DEC_CMD_STOP};
  return call(device, VIDIOC_DECODER_CMD, &command);
}

int vd_codec_wait(const vd_device *device, int bits, int milliseconds) {
  if (device->wait) return device->wait(device->context, bits, milliseconds);
  short events = (short)((bits & VD_CODEC_PACKET ? POLLOUT : 0) | (bits & VD_CODEC_PICTURE ? POLLIN : 0) | POLLPRI);
  struct pollfd file = {.fd = device->file, .events = events};
  if (poll(&file, 1, milliseconds) <= 0) return 0;
  return (file.revents & POLLOUT ? VD_CODEC_PACKET : 0) | (file.revents & POLLIN ? VD_CODEC_PICTURE : 0) |
         (file.revents & POLLPRI ? VD_CODEC_EVENT : 0) | (file.revents & (POLLERR | POLLHUP | POLLNVAL) ? VD_CODEC_ERROR : 0);
}

// Formats with U and V in turn have one plane of chroma. The others have two.
static int chroma_planes(uint32_t format) {
  switch (format) {
  case V4L2_PIX_FMT_NV12:
  case V4L2_PIX_FMT_NV12M: return 1;
  case V4L2_PIX_FMT_YUV420:
  case V4L2_PIX_FMT_YUV420M: return 2;
  default: return 0;
  }
}

size_t vd_codec_packed(const vd_codec_layout *l, vd_picture *out) {
  int chroma = chroma_planes(l->format);
  *out = (vd_picture){0};
  if (!chroma || l->visible_width < 1 || l->visible_height < 1 || l->visible_width > VD_MAX_SIDE || l->visible_height > VD_MAX_SIDE) return 0;
  if (l->planes != 1 && l->planes != (uint32_t)chroma + 1) return 0;
  *out = (vd_picture){
      .format = chroma == 1 ? V4L2_PIX_FMT_NV12 : V4L2_PIX_FMT_YUV420, .width = (int32_t)l->visible_width,
      .height = (int32_t)l->visible_height, .stride = (l->visible_width + 1) & ~1u};
  return (size_t)out->stride * l->visible_height + (size_t)out->stride * ((l->visible_height + 1) / 2);
}

// Rows of a plane in memory. A value.
typedef struct {
  const uint8_t *bytes;
  size_t count, stride; // Bytes from the first row on.
} plane_rows;

static int copy_rows(plane_rows from, size_t left, size_t top, size_t width, size_t rows, uint8_t *to, size_t stride) {
  // Sides are at most VD_MAX_SIDE and strides 32 bits, so no product overflows.
  uint64_t end = (uint64_t)from.stride * (top + rows - 1) + left + width;
  if (from.stride < left + width || end > from.count) return 0;
  for (size_t y = 0; y < rows; y++) memcpy(to + y * stride, from.bytes + (top + y) * from.stride + left, width);
  return 1;
}

vd_status vd_codec_pack(const vd_codec_layout *l, const vd_codec_filled *filled, const vd_codec_memory *memory, uint8_t *to) {
  vd_picture picture;
  if (vd_codec_packed(l, &picture) == 0) return VD_UNSUPPORTED;
  size_t chroma = (size_t)chroma_planes(l->format), stride = picture.stride, rows = l->visible_height;
  // Planes of one buffer follow each other; the stride of chroma is then that of luma, or half of it.
  size_t at = 0, right = (size_t)l->left + l->visible_width, bottom = (size_t)l->top + l->visible_height;
  if (right > l->width || bottom > l->height || l->width > VD_MAX_SIDE || l->height > VD_MAX_SIDE) return VD_CORRUPT;
  for (size_t i = 0; i <= chroma; i++) {
    size_t part = l->planes > 1 ? i : 0, begin = filled->offset[part] + (l->planes > 1 ? 0 : at);
    size_t end = filled->used[part] && filled->used[part] < memory->length[part] ? filled->used[part] : memory->length[part];
    if (!memory->bytes[part] || begin >= end) return VD_CORRUPT;
    size_t own = l->planes > 1 && l->stride[i] ? l->stride[i] : i == 0 || chroma == 1 ? l->stride[0] : l->stride[0] / 2;
    plane_rows from = {(const uint8_t *)memory->bytes[part] + begin, end - begin, own};
    size_t halves = i == 0 ? 1 : 2, across = i == 0 || chroma == 1 ? 1 : 2;
    size_t width = i == 0 ? l->visible_width : chroma == 1 ? stride : stride / 2;
    size_t high = (rows + halves - 1) / halves, to_stride = stride / across;
    // Chroma of an odd last column is in the padding of the device.
    if (!copy_rows(from, l->left / across, l->top / halves, width, high, to, to_stride)) return VD_CORRUPT;
    to += to_stride * high;
    at += own * ((l->height + halves - 1) / halves);
  }
  return VD_OK;
}
