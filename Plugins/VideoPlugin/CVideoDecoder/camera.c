#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "video_camera.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static int call(int file, unsigned long request, void *argument) {
  int result;
  do result = ioctl(file, request, argument);
  while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

static uint32_t type_of(int is_multi) { return is_multi ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE; }

// The kernel's texts need not end with a zero.
static void copy_text(char *to, const unsigned char *from, size_t size) {
  size_t length = strnlen((const char *)from, size);
  if (length > VD_CAMERA_TEXT - 1) length = VD_CAMERA_TEXT - 1;
  memcpy(to, from, length);
  to[length] = 0;
}

int vd_camera_open(const char *path) {
  int file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return file < 0 ? -errno : file;
}

void vd_camera_close(int file) { close(file); }

int vd_camera_identify(int file, vd_camera_identity *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_capability found = {0};
  int error = call(file, VIDIOC_QUERYCAP, &found);
  if (error) return error;
  copy_text(out->name, found.card, sizeof found.card);
  copy_text(out->driver, found.driver, sizeof found.driver);
  copy_text(out->bus, found.bus_info, sizeof found.bus_info);
  uint32_t can = found.capabilities & V4L2_CAP_DEVICE_CAPS ? found.device_caps : found.capabilities;
  // Memory-to-memory devices are decoders and scalers.
  int is_capture = (can & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE)) != 0;
  out->is_capture = is_capture && (can & V4L2_CAP_STREAMING) && !(can & (V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE));
  out->is_multi = !(can & V4L2_CAP_VIDEO_CAPTURE) && (can & V4L2_CAP_VIDEO_CAPTURE_MPLANE);
  return 0;
}

int vd_camera_format(int file, int is_multi, uint32_t index, uint32_t *format) {
  struct v4l2_fmtdesc found = {.index = index, .type = type_of(is_multi)};
  int error = call(file, VIDIOC_ENUM_FMT, &found);
  *format = found.pixelformat;
  return error;
}

int vd_camera_size(int file, uint32_t format, uint32_t index, vd_camera_sizes *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_frmsizeenum found = {.index = index, .pixel_format = format};
  int error = call(file, VIDIOC_ENUM_FRAMESIZES, &found);
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

int vd_camera_duration(int file, uint32_t format, uint32_t width, uint32_t height, uint32_t index, vd_camera_durations *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_frmivalenum found = {.index = index, .pixel_format = format, .width = width, .height = height};
  int error = call(file, VIDIOC_ENUM_FRAMEINTERVALS, &found);
  if (error) return error;
  if (found.type == V4L2_FRMIVAL_TYPE_DISCRETE) {
    struct v4l2_fract d = found.discrete;
    *out = (vd_camera_durations){d.numerator, d.denominator, d.numerator, d.denominator};
    return 0;
  }
  if (index > 0) return EINVAL;
  struct v4l2_fract least = found.stepwise.min, most = found.stepwise.max;
  *out = (vd_camera_durations){least.numerator, least.denominator, most.numerator, most.denominator};
  return 0;
}

static uint32_t matrix_of(uint32_t encoding, uint32_t space) {
  if (encoding == V4L2_YCBCR_ENC_DEFAULT) encoding = V4L2_MAP_YCBCR_ENC_DEFAULT(space);
  switch (encoding) {
  case V4L2_YCBCR_ENC_709:
  case V4L2_YCBCR_ENC_XV709: return 1;
  case V4L2_YCBCR_ENC_SMPTE240M: return 7;
  case V4L2_YCBCR_ENC_BT2020:
  case V4L2_YCBCR_ENC_BT2020_CONST_LUM: return 9;
  default: return 6;
  }
}

int vd_camera_set_layout(int file, int is_multi, vd_camera_layout *layout) {
  struct v4l2_format wanted = {.type = type_of(is_multi)};
  if (is_multi) {
    wanted.fmt.pix_mp = (struct v4l2_pix_format_mplane){
        .width = layout->width, .height = layout->height, .pixelformat = layout->format, .field = V4L2_FIELD_NONE, .num_planes = 1};
  } else {
    wanted.fmt.pix = (struct v4l2_pix_format){
        .width = layout->width, .height = layout->height, .pixelformat = layout->format, .field = V4L2_FIELD_NONE};
  }
  int error = call(file, VIDIOC_S_FMT, &wanted);
  if (error) return error;
  uint32_t range, space;
  if (is_multi) {
    const struct v4l2_pix_format_mplane *got = &wanted.fmt.pix_mp;
    *layout = (vd_camera_layout){
        .width = got->width, .height = got->height, .format = got->pixelformat, .stride = got->plane_fmt[0].bytesperline,
        .size = got->plane_fmt[0].sizeimage, .planes = got->num_planes, .matrix = matrix_of(got->ycbcr_enc, got->colorspace)};
    range = got->quantization;
    space = got->colorspace;
  } else {
    const struct v4l2_pix_format *got = &wanted.fmt.pix;
    int is_extended = got->priv == V4L2_PIX_FMT_PRIV_MAGIC;
    *layout = (vd_camera_layout){
        .width = got->width, .height = got->height, .format = got->pixelformat, .stride = got->bytesperline, .size = got->sizeimage, .planes = 1,
        .matrix = matrix_of(is_extended ? got->ycbcr_enc : V4L2_YCBCR_ENC_DEFAULT, got->colorspace)};
    range = is_extended ? got->quantization : V4L2_QUANTIZATION_DEFAULT;
    space = got->colorspace;
  }
  // Pictures without color have all values.
  int is_usually_full = space == V4L2_COLORSPACE_JPEG || layout->format == V4L2_PIX_FMT_GREY;
  layout->is_full = range == V4L2_QUANTIZATION_FULL_RANGE || (range == V4L2_QUANTIZATION_DEFAULT && is_usually_full);
  return 0;
}

int vd_camera_set_duration(int file, int is_multi, uint32_t *numerator, uint32_t *denominator) {
  struct v4l2_streamparm wanted = {.type = type_of(is_multi)};
  wanted.parm.capture.timeperframe = (struct v4l2_fract){*numerator, *denominator};
  int error = call(file, VIDIOC_S_PARM, &wanted);
  *numerator = wanted.parm.capture.timeperframe.numerator;
  *denominator = wanted.parm.capture.timeperframe.denominator;
  return error;
}

int vd_camera_request(int file, int is_multi, uint32_t *count) {
  struct v4l2_requestbuffers wanted = {.count = *count, .type = type_of(is_multi), .memory = V4L2_MEMORY_MMAP};
  int error = call(file, VIDIOC_REQBUFS, &wanted);
  *count = error ? 0 : wanted.count;
  return error;
}

int vd_camera_map(int file, int is_multi, uint32_t index, void **bytes, size_t *length) {
  *bytes = NULL;
  *length = 0;
  struct v4l2_plane planes[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer found = {.index = index, .type = type_of(is_multi), .memory = V4L2_MEMORY_MMAP};
  if (is_multi) {
    found.m.planes = planes;
    found.length = VIDEO_MAX_PLANES;
  }
  int error = call(file, VIDIOC_QUERYBUF, &found);
  if (error) return error;
  size_t size = is_multi ? planes[0].length : found.length;
  off_t offset = is_multi ? (off_t)planes[0].m.mem_offset : (off_t)found.m.offset;
  if (size == 0) return EINVAL;
  void *mapped = mmap(NULL, size, PROT_READ, MAP_SHARED, file, offset);
  // Some drivers refuse a mapping that cannot be written.
  if (mapped == MAP_FAILED) mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
  if (mapped == MAP_FAILED) return errno;
  *bytes = mapped;
  *length = size;
  return 0;
}

void vd_camera_unmap(void *bytes, size_t length) { munmap(bytes, length); }

int vd_camera_queue(int file, int is_multi, uint32_t index) {
  struct v4l2_plane planes[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer buffer = {.index = index, .type = type_of(is_multi), .memory = V4L2_MEMORY_MMAP};
  if (is_multi) {
    buffer.m.planes = planes;
    buffer.length = 1;
  }
  return call(file, VIDIOC_QBUF, &buffer);
}

int vd_camera_dequeue(int file, int is_multi, vd_camera_filled *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_plane planes[VIDEO_MAX_PLANES] = {0};
  struct v4l2_buffer buffer = {.type = type_of(is_multi), .memory = V4L2_MEMORY_MMAP};
  if (is_multi) {
    buffer.m.planes = planes;
    buffer.length = VIDEO_MAX_PLANES;
  }
  int error = call(file, VIDIOC_DQBUF, &buffer);
  if (error) return error;
  int64_t time = 0, micro = (int64_t)buffer.timestamp.tv_usec;
  if (__builtin_mul_overflow((int64_t)buffer.timestamp.tv_sec, (int64_t)1000000, &time) || __builtin_add_overflow(time, micro, &time)) time = 0;
  *out = (vd_camera_filled){
      .index = buffer.index, .used = is_multi ? planes[0].bytesused : buffer.bytesused, .offset = is_multi ? planes[0].data_offset : 0,
      .is_damaged = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0, .time_us = time};
  return 0;
}

int vd_camera_stream(int file, int is_multi, int is_on) {
  int type = (int)type_of(is_multi);
  return call(file, is_on ? VIDIOC_STREAMON : VIDIOC_STREAMOFF, &type);
}

int vd_camera_next_control(int file, uint32_t id, vd_camera_control *out) {
  memset(out, 0, sizeof *out);
  struct v4l2_queryctrl found = {.id = id | V4L2_CTRL_FLAG_NEXT_CTRL};
  int error = call(file, VIDIOC_QUERYCTRL, &found);
  if (error) return error;
  out->id = found.id;
  copy_text(out->name, found.name, sizeof found.name);
  out->least = found.minimum;
  out->most = found.maximum;
  out->step = found.step;
  out->standard = found.default_value;
  out->is_read_only = (found.flags & V4L2_CTRL_FLAG_READ_ONLY) != 0;
  out->is_inactive = (found.flags & V4L2_CTRL_FLAG_INACTIVE) != 0;
  if (found.flags & V4L2_CTRL_FLAG_DISABLED) return 0;
  out->kind = found.type == V4L2_CTRL_TYPE_INTEGER                                          ? VD_CONTROL_INTEGER
              : found.type == V4L2_CTRL_TYPE_BOOLEAN                                        ? VD_CONTROL_BOOLEAN
              : found.type == V4L2_CTRL_TYPE_MENU || found.type == V4L2_CTRL_TYPE_INTEGER_MENU ? VD_CONTROL_MENU
                                                                                            : 0;
  return 0;
}

int vd_camera_control_value(int file, uint32_t id, int32_t *value) {
  struct v4l2_control control = {.id = id};
  int error = call(file, VIDIOC_G_CTRL, &control);
  *value = control.value;
  return error;
}

int vd_camera_set_control(int file, uint32_t id, int32_t value) {
  struct v4l2_control control = {.id = id, .value = value};
  return call(file, VIDIOC_S_CTRL, &control);
}

int vd_camera_wait(int camera, int stop, int watch, int milliseconds) {
  // poll ignores negative files.
  struct pollfd files[3] = {{.fd = camera, .events = POLLIN}, {.fd = stop, .events = POLLIN}, {.fd = watch, .events = POLLIN}};
  int count = poll(files, 3, milliseconds);
  if (count <= 0) return 0;
  int result = 0;
  if (files[0].revents & POLLIN) result |= VD_WAKE_FRAME;
  if (files[0].revents & (POLLERR | POLLHUP | POLLNVAL)) result |= VD_WAKE_ERROR;
  if (files[1].revents) result |= VD_WAKE_STOP;
  if (files[2].revents) result |= VD_WAKE_DEVICES;
  return result;
}

int vd_camera_stop_open(void) {
  int file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return file < 0 ? -errno : file;
}

void vd_camera_stop(int file) {
  uint64_t one = 1;
  // Fails only if the counter is full: then the file is readable already.
  ssize_t written = write(file, &one, sizeof one);
  (void)written;
}

int vd_camera_watch_open(const char *folder) {
  int file = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (file < 0) return -errno;
  // IN_ATTRIB: access is granted after the device has appeared.
  if (inotify_add_watch(file, folder, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR) < 0) {
    int error = errno;
    close(file);
    return -error;
  }
  return file;
}

int vd_camera_watch_take(int file) {
  int is_found = 0;
  for (;;) {
    _Alignas(struct inotify_event) char text[4096];
    ssize_t length = read(file, text, sizeof text);
    if (length < 0 && errno == EINTR) continue;
    if (length < (ssize_t)sizeof(struct inotify_event)) return is_found;
    for (ssize_t at = 0; at + (ssize_t)sizeof(struct inotify_event) <= length;) {
      struct inotify_event event;
      memcpy(&event, text + at, sizeof event);
      at += (ssize_t)sizeof event;
      if ((ssize_t)event.len > length - at) break;
      if (event.mask & IN_Q_OVERFLOW || (event.len > 5 && memcmp(text + at, "video", 5) == 0)) is_found = 1;
      at += (ssize_t)event.len;
    }
  }
}
