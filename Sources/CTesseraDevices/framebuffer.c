#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_framebuffer.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

struct td_framebuffer {
  int file, events;
  struct fb_var_screeninfo before, now;
  bool is_changed, has_palette;
  uint16_t palette[3][256];
  uint32_t palette_length;
  uint8_t *memory;
  size_t length;
  // The flip's thread. All fields below are accessed with `lock` held.
  pthread_mutex_t lock;
  pthread_cond_t condition;
  bool has_thread, is_asked, is_running, has_ended, is_closing;
  int64_t y;
  int waits, pan_error, wait_error;
};

static td_channel channel(struct fb_bitfield f) { return (td_channel){.offset = f.offset, .length = f.length, .is_reversed = f.msb_right != 0}; }

static uint32_t visual(uint32_t kernel) {
  switch (kernel) {
  case FB_VISUAL_MONO01: return TD_VISUAL_MONO_BLACK;
  case FB_VISUAL_MONO10: return TD_VISUAL_MONO_WHITE;
  case FB_VISUAL_TRUECOLOR: return TD_VISUAL_TRUECOLOR;
  case FB_VISUAL_PSEUDOCOLOR: return TD_VISUAL_PALETTE;
  case FB_VISUAL_STATIC_PSEUDOCOLOR: return TD_VISUAL_FIXED_PALETTE;
  case FB_VISUAL_DIRECTCOLOR: return TD_VISUAL_DIRECTCOLOR;
  default: return TD_VISUAL_OTHER;
  }
}

static void describe(const struct fb_fix_screeninfo *fix, const struct fb_var_screeninfo *var, td_framebuffer_info *info) {
  *info = (td_framebuffer_info){
      .width = var->xres, .height = var->yres, .virtual_width = var->xres_virtual, .virtual_height = var->yres_virtual,
      .x_offset = var->xoffset, .y_offset = var->yoffset, .bits_per_pixel = var->bits_per_pixel, .is_gray = var->grayscale == 1,
      .red = channel(var->red), .green = channel(var->green), .blue = channel(var->blue), .alpha = channel(var->transp),
      .visual = var->grayscale > 1 ? TD_VISUAL_OTHER : visual(fix->visual), .is_packed = fix->type == FB_TYPE_PACKED_PIXELS,
      .line_length = fix->line_length, .memory_length = fix->smem_len, .y_pan_step = fix->ypanstep};
  memcpy(info->name, fix->id, sizeof fix->id < sizeof info->name - 1 ? sizeof fix->id : sizeof info->name - 1);
}

static int read_all(int file, struct fb_fix_screeninfo *fix, struct fb_var_screeninfo *var) {
  memset(fix, 0, sizeof *fix);
  memset(var, 0, sizeof *var);
  if (ioctl(file, FBIOGET_VSCREENINFO, var) != 0 || ioctl(file, FBIOGET_FSCREENINFO, fix) != 0) return errno;
  return 0;
}

// Sets indexes to 3-3-2 colours or lightness, and ramps of direct colour to linear. Saves the previous palette if it is readable.
static void set_palette(td_framebuffer *f, const td_framebuffer_info *info) {
  uint32_t count = 0;
  if (info->visual == TD_VISUAL_PALETTE && info->bits_per_pixel == 8) count = 256;
  if (info->visual == TD_VISUAL_DIRECTCOLOR) {
    uint32_t most = info->red.length > info->green.length ? info->red.length : info->green.length;
    if (info->blue.length > most) most = info->blue.length;
    if (most >= 1 && most <= 8) count = 1u << most;
  }
  if (count == 0) return;
  struct fb_cmap map = {.start = 0, .len = count, .red = f->palette[0], .green = f->palette[1], .blue = f->palette[2]};
  f->has_palette = ioctl(f->file, FBIOGETCMAP, &map) == 0;
  f->palette_length = count;
  uint16_t red[256], green[256], blue[256];
  for (uint32_t i = 0; i < count; i++) {
    if (info->visual == TD_VISUAL_DIRECTCOLOR) {
      uint32_t tops[3] = {1u << info->red.length, 1u << info->green.length, 1u << info->blue.length};
      uint16_t *to[3] = {red, green, blue};
      for (int c = 0; c < 3; c++) to[c][i] = (uint16_t)(i + 1 >= tops[c] ? 65535 : i * 65535u / (tops[c] - 1));
    } else if (info->is_gray) {
      red[i] = green[i] = blue[i] = (uint16_t)(i * 257);
    } else {
      red[i] = (uint16_t)((i >> 5) * 65535u / 7);
      green[i] = (uint16_t)((i >> 2 & 7) * 65535u / 7);
      blue[i] = (uint16_t)((i & 3) * 65535u / 3);
    }
  }
  map = (struct fb_cmap){.start = 0, .len = count, .red = red, .green = green, .blue = blue};
  (void)ioctl(f->file, FBIOPUTCMAP, &map);
}

int td_framebuffer_open(const char *path, int doubles, td_framebuffer **out, td_framebuffer_info *info, const char **step) {
  *out = NULL;
  *step = "open";
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return errno;
  struct fb_fix_screeninfo fix;
  struct fb_var_screeninfo var;
  *step = "ask";
  int error = read_all(file, &fix, &var);
  td_framebuffer *f = error ? NULL : calloc(1, sizeof *f);
  if (!f) {
    close(file);
    return error ? error : ENOMEM;
  }
  f->file = file;
  f->events = -1;
  f->before = f->now = var;
  if (doubles && fix.ypanstep > 0 && var.yres > 0 && var.yres % fix.ypanstep == 0 && var.yres_virtual / 2 < var.yres && var.yres <= 1u << 20) {
    struct fb_var_screeninfo wanted = var;
    wanted.yres_virtual = var.yres * 2;
    wanted.activate = FB_ACTIVATE_NOW;
    if (ioctl(file, FBIOPUT_VSCREENINFO, &wanted) == 0) f->is_changed = true;
    *step = "ask";
    error = read_all(file, &fix, &f->now); // drivers may change the values
  }
  if (!error) {
    describe(&fix, &f->now, info);
    f->length = (size_t)info->memory_length;
    f->events = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    *step = "make an event file for";
    if (f->events < 0) error = errno;
  }
  if (!error) {
    *step = "map";
    void *memory = f->length ? mmap(NULL, f->length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) error = f->length ? errno : EINVAL;
    else f->memory = memory;
  }
  pthread_mutex_init(&f->lock, NULL);
  pthread_cond_init(&f->condition, NULL);
  if (error) {
    td_framebuffer_close(f);
    return error;
  }
  set_palette(f, info);
  (void)ioctl(file, FBIOBLANK, FB_BLANK_UNBLANK); // a console may have blanked the panel
  *out = f;
  return 0;
}

uint8_t *td_framebuffer_memory(td_framebuffer *f) { return f->memory; }
int td_framebuffer_event_file(td_framebuffer *f) { return f->events; }

static void release(td_framebuffer *f) {
  if (f->memory) munmap(f->memory, f->length);
  if (f->events >= 0) close(f->events);
  close(f->file);
  pthread_cond_destroy(&f->condition);
  pthread_mutex_destroy(&f->lock);
  free(f);
}

static void *flip_thread(void *context) {
  td_framebuffer *f = context;
  pthread_mutex_lock(&f->lock);
  for (;;) {
    while (!f->is_asked && !f->is_closing) pthread_cond_wait(&f->condition, &f->lock);
    if (f->is_closing) break;
    f->is_asked = false;
    int64_t y = f->y;
    int waits = f->waits, pan_error = 0, wait_error = 0;
    struct fb_var_screeninfo var = f->now;
    pthread_mutex_unlock(&f->lock);
    if (y >= 0) {
      var.yoffset = (uint32_t)y;
      var.activate = FB_ACTIVATE_VBL;
      if (ioctl(f->file, FBIOPAN_DISPLAY, &var) != 0) pan_error = errno;
    }
    uint32_t screen = 0;
    if (waits && ioctl(f->file, FBIO_WAITFORVSYNC, &screen) != 0) wait_error = errno;
    pthread_mutex_lock(&f->lock);
    f->pan_error = pan_error;
    f->wait_error = wait_error;
    f->has_ended = true;
    f->is_running = false;
    uint64_t one = 1;
    (void)!write(f->events, &one, sizeof one);
  }
  pthread_mutex_unlock(&f->lock);
  release(f); // the closing thread did not wait
  return NULL;
}

int td_framebuffer_flip(td_framebuffer *f, int64_t y, int waits) {
  int error = 0;
  pthread_mutex_lock(&f->lock);
  if (f->is_running) {
    error = EBUSY;
  } else {
    if (!f->has_thread) {
      pthread_t thread;
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
      pthread_attr_setstacksize(&attributes, 64 << 10);
      error = pthread_create(&thread, &attributes, flip_thread, f);
      pthread_attr_destroy(&attributes);
      f->has_thread = error == 0;
    }
    if (!error) {
      f->y = y;
      f->waits = waits;
      f->is_asked = f->is_running = true;
      pthread_cond_signal(&f->condition);
    }
  }
  pthread_mutex_unlock(&f->lock);
  return error;
}

int td_framebuffer_flip_ended(td_framebuffer *f, int *pan_error, int *wait_error) {
  uint64_t count;
  (void)!read(f->events, &count, sizeof count);
  pthread_mutex_lock(&f->lock);
  int ended = f->has_ended;
  f->has_ended = false;
  *pan_error = f->pan_error;
  *wait_error = f->wait_error;
  pthread_mutex_unlock(&f->lock);
  return ended;
}

int td_framebuffer_set_power(td_framebuffer *f, int is_on) {
  return ioctl(f->file, FBIOBLANK, is_on ? FB_BLANK_UNBLANK : FB_BLANK_POWERDOWN) == 0 ? 0 : errno;
}

void td_framebuffer_close(td_framebuffer *f) {
  if (!f) return;
  if (f->has_palette) {
    struct fb_cmap map = {.start = 0, .len = f->palette_length, .red = f->palette[0], .green = f->palette[1], .blue = f->palette[2]};
    (void)ioctl(f->file, FBIOPUTCMAP, &map);
  }
  if (f->is_changed) {
    f->before.activate = FB_ACTIVATE_NOW;
    (void)ioctl(f->file, FBIOPUT_VSCREENINFO, &f->before);
  } else if (f->memory) {
    (void)ioctl(f->file, FBIOPAN_DISPLAY, &f->before);
  }
  pthread_mutex_lock(&f->lock);
  bool has_thread = f->has_thread;
  f->is_closing = true;
  pthread_cond_signal(&f->condition);
  pthread_mutex_unlock(&f->lock);
  if (!has_thread) release(f);
}
