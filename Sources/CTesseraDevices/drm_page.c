#include "drm_page.h"
#include <string.h>
#include <sys/mman.h>

void td_drm_drop_pages(td_drm *d) {
  for (int i = 0; i < TD_DRM_PAGES; i++) {
    td_drm_buffer *p = &d->pages[i];
    if (p->memory) munmap(p->memory, p->length);
    if (p->framebuffer) (void)td_drm_call(d->file, DRM_IOCTL_MODE_RMFB, &p->framebuffer);
    if (p->handle) {
      struct drm_mode_destroy_dumb destroy = {.handle = p->handle};
      (void)td_drm_call(d->file, DRM_IOCTL_MODE_DESTROY_DUMB, &destroy);
    }
    memset(p, 0, sizeof *p);
  }
  d->page_count = 0;
  if (d->mode_blob) {
    struct drm_mode_destroy_blob destroy = {.blob_id = d->mode_blob};
    (void)td_drm_call(d->file, DRM_IOCTL_MODE_DESTROYPROPBLOB, &destroy);
    d->mode_blob = 0;
  }
}

int td_drm_make_page(td_drm *d, uint32_t width, uint32_t height, int depth, td_drm_buffer *p) {
  struct drm_mode_create_dumb create = {.width = width, .height = height, .bpp = depth == 16 ? 16 : 32};
  int error = td_drm_call(d->file, DRM_IOCTL_MODE_CREATE_DUMB, &create);
  if (error) return error;
  p->handle = create.handle;
  p->stride = create.pitch;
  struct drm_mode_fb_cmd2 add = {
      .width = width, .height = height, .pixel_format = depth == 16 ? DRM_FORMAT_RGB565 : DRM_FORMAT_XRGB8888, .handles = {create.handle},
      .pitches = {create.pitch}};
  error = td_drm_call(d->file, DRM_IOCTL_MODE_ADDFB2, &add);
  if (error) return error;
  p->framebuffer = add.fb_id;
  struct drm_mode_map_dumb map = {.handle = create.handle};
  error = td_drm_call(d->file, DRM_IOCTL_MODE_MAP_DUMB, &map);
  if (error) return error;
  void *memory = mmap(NULL, create.size, PROT_READ | PROT_WRITE, MAP_SHARED, d->file, (off_t)map.offset);
  if (memory == MAP_FAILED) return errno;
  p->memory = memory;
  p->length = create.size;
  memset(memory, 0, create.size);
  return 0;
}
