/// The kernel's mode setting interface, and calls to it. Any thread.
#pragma once
#if __has_include(<libdrm/drm.h>)
#include <libdrm/drm.h>
#include <libdrm/drm_fourcc.h>
#include <libdrm/drm_mode.h>
#elif __has_include(<drm/drm.h>)
#include <drm/drm.h>
#include <drm/drm_fourcc.h>
#include <drm/drm_mode.h>
#else
#error "the kernel's headers of DRM are missing: apt-get install libdrm-dev"
#endif
#include <errno.h>
#include <stdint.h>
#include <sys/ioctl.h>

/// Maximum number of connectors, encoders, planes or properties that are read.
enum { TD_DRM_OBJECTS = 64 };

/// Returns 0 or errno.
static inline int td_drm_call(int file, unsigned long request, void *argument) {
  int result;
  do result = ioctl(file, request, argument);
  while (result < 0 && (errno == EINTR || errno == EAGAIN));
  return result < 0 ? errno : 0;
}

/// A pointer in the kernel's type.
static inline uint64_t td_drm_pointer(void *p) { return (uint64_t)(uintptr_t)p; }
