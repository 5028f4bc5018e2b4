#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_window.h"
#include <errno.h>
#include <stdio.h>

#if !__has_include(<SDL2/SDL.h>)
// Programs for devices need no desktop: they are built without it.
int td_window_open(const char *title, int32_t width, int32_t height, td_window **out, char *message, size_t size) {
  (void)title, (void)width, (void)height;
  *out = NULL;
  snprintf(message, size, "this program was built without the headers of SDL 2");
  return ENOSYS;
}
int td_window_file(const td_window *w) { return (void)w, -1; }
void td_window_size(td_window *w, int32_t *width, int32_t *height, double *scale) { (void)w, *width = *height = 0, *scale = 1; }
int td_window_events(td_window *w, td_window_event *events, int capacity) { return (void)w, (void)events, (void)capacity, 0; }
int td_window_present(td_window *w, const uint8_t *p, size_t s, int32_t x, int32_t y, const td_rect *r, int n) {
  return (void)w, (void)p, (void)s, (void)x, (void)y, (void)r, (void)n, ENOSYS;
}
int td_window_clipboard(td_window *w, char *text, size_t capacity, size_t *size) {
  (void)w, (void)text, (void)capacity;
  *size = 0;
  return ENOSYS;
}
int td_window_set_clipboard(td_window *w, const char *text) { return (void)w, (void)text, ENOSYS; }
void td_window_close(td_window *w) { (void)w; }
#else

#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <tessera_library.h>
#include <unistd.h>

#define FUNCTIONS(F)                                                                                                                       \
  F(Init) F(Quit) F(GetError) F(SetHint) F(GetCurrentVideoDriver) F(CreateWindow) F(DestroyWindow) F(GetWindowSize)                           \
  F(GetWindowSizeInPixels) F(GetWindowSurface) F(UpdateWindowSurfaceRects) F(ConvertPixels) F(FillRect) F(WaitEvent) F(PushEvent)             \
  F(RegisterEvents) F(StartTextInput) F(GetClipboardText) F(SetClipboardText) F(free)

static struct {
#define F(name) __typeof__(SDL_##name) *name;
  FUNCTIONS(F)
#undef F
} sdl;
static const tl_symbol symbols[] = {
#define F(name) {"SDL_" #name, &sdl.name, false},
  FUNCTIONS(F)
#undef F
};
static tl_library library = {
    .purpose = "the window", .names = {"libSDL2-2.0.so.0"}, .package = "libsdl2-2.0-0", .version = "2.26", TL_SYMBOLS(symbols)};
static atomic_bool is_open;

#define PENDING 16
#define EVENTS 512

struct td_window {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed; // opened, or events were taken, or closing
  int wake;
  char title[128];
  int32_t start_width, start_height;
  uint32_t wake_event; // SDL's number of the event for pending work
  SDL_Window *window;  // used by the thread only
  uint32_t buttons;    // used by the thread only: pressed buttons
  // Under the lock:
  int state; // 0 opening, 1 open, 2 failed
  char message[160];
  bool is_closing, is_woken;
  int32_t width, height; // pixels of the window
  double scale;
  uint8_t *frame;
  size_t frame_capacity;
  int32_t frame_width, frame_height; // 0: none yet
  td_rect pending[PENDING];
  int pending_count;
  td_window_event events[EVENTS];
  int event_first, event_count;
  char *copied;            // text of the desktop's clipboard, or NULL
  bool copied_is_too_long; // the desktop has a text that was not taken
  char *own;               // text of the program for the desktop, or NULL
};

// MARK: The window's thread

static void push(td_window *w, const td_window_event *event) {
  pthread_mutex_lock(&w->lock);
  td_window_event *last = w->event_count ? &w->events[(w->event_first + w->event_count - 1) % EVENTS] : NULL;
  bool replaces = last && last->kind == event->kind &&
                  ((event->kind == TD_WINDOW_POINTER && last->buttons == event->buttons) || event->kind == TD_WINDOW_RESIZED ||
                   (event->kind == TD_WINDOW_TOUCH && event->phase == 1 && last->phase == 1 && last->finger == event->finger));
  if (replaces) {
    *last = *event;
  } else {
    while (w->event_count == EVENTS && !w->is_closing) pthread_cond_wait(&w->changed, &w->lock);
    if (w->event_count < EVENTS) w->events[(w->event_first + w->event_count++) % EVENTS] = *event;
  }
  pthread_mutex_unlock(&w->lock);
  uint64_t one = 1;
  (void)!write(w->wake, &one, sizeof one);
}

static void measure(td_window *w) {
  int units = 0, unused = 0, width = 0, height = 0;
  sdl.GetWindowSize(w->window, &units, &unused);
  sdl.GetWindowSizeInPixels(w->window, &width, &height);
  pthread_mutex_lock(&w->lock);
  w->width = width < 1 ? 1 : width > 16384 ? 16384 : width;
  w->height = height < 1 ? 1 : height > 16384 ? 16384 : height;
  w->scale = units > 0 ? (double)width / units : 1;
  pthread_mutex_unlock(&w->lock);
}

// Draws the pending parts, or everything, on the screen.
static void draw(td_window *w, bool all) {
  SDL_Surface *surface = sdl.GetWindowSurface(w->window);
  if (!surface) return;
  SDL_Rect rects[PENDING];
  int count = 0;
  pthread_mutex_lock(&w->lock);
  w->is_woken = false;
  if (all || surface->w != w->frame_width || surface->h != w->frame_height) {
    // A frame of another size will follow: until then, draw the current one on black.
    w->pending[0] = (td_rect){0, 0, w->frame_width, w->frame_height};
    w->pending_count = 1;
    sdl.FillRect(surface, NULL, 0);
    all = true;
  }
  size_t row = (size_t)w->frame_width * 4;
  for (int i = 0; i < w->pending_count; i++) {
    td_rect r = w->pending[i];
    if (r.x >= surface->w || r.y >= surface->h) continue;
    if (r.width > surface->w - r.x) r.width = surface->w - r.x;
    if (r.height > surface->h - r.y) r.height = surface->h - r.y;
    if (r.width < 1 || r.height < 1) continue;
    uint8_t *to = (uint8_t *)surface->pixels + (size_t)r.y * (size_t)surface->pitch + (size_t)r.x * surface->format->BytesPerPixel;
    sdl.ConvertPixels(
        r.width, r.height, SDL_PIXELFORMAT_RGB888, w->frame + (size_t)r.y * row + (size_t)r.x * 4, (int)row, surface->format->format, to,
        surface->pitch);
    rects[count++] = (SDL_Rect){r.x, r.y, r.width, r.height};
  }
  w->pending_count = 0;
  pthread_mutex_unlock(&w->lock);
  if (all) {
    rects[0] = (SDL_Rect){0, 0, surface->w, surface->h};
    count = 1;
  }
  if (count) sdl.UpdateWindowSurfaceRects(w->window, rects, count);
}

// Copies the text of the desktop. Another program may answer late: only this thread waits for it.
static void read_clipboard(td_window *w) {
  char *text = sdl.GetClipboardText();
  if (!text) return;
  size_t length = strnlen(text, TD_WINDOW_CLIPBOARD_LIMIT + 1);
  bool is_too_long = length > TD_WINDOW_CLIPBOARD_LIMIT;
  char *copy = is_too_long ? NULL : strdup(text);
  sdl.free(text);
  pthread_mutex_lock(&w->lock);
  // A text of the program that the desktop does not have yet is newer.
  char *former = copy;
  if (!w->own && (copy || is_too_long)) {
    former = w->copied;
    w->copied = copy;
    w->copied_is_too_long = is_too_long;
  }
  pthread_mutex_unlock(&w->lock);
  free(former);
}

// Gives a text of the program to the desktop.
static void give_clipboard(td_window *w) {
  pthread_mutex_lock(&w->lock);
  char *text = w->own;
  w->own = NULL;
  pthread_mutex_unlock(&w->lock);
  if (text) sdl.SetClipboardText(text);
  free(text);
}

// `buttons`: 1 left, 2 middle, 4 right, as in the masks of SDL and VNC.
static void take_mouse(td_window *w, int x, int y, uint32_t buttons) {
  w->buttons = buttons & (SDL_BUTTON_LMASK | SDL_BUTTON_MMASK | SDL_BUTTON_RMASK);
  td_window_event event = {.kind = TD_WINDOW_POINTER, .x = x * w->scale, .y = y * w->scale, .buttons = w->buttons};
  push(w, &event);
}

static void take_finger(td_window *w, const SDL_TouchFingerEvent *finger, int phase) {
  td_window_event event = {
      .kind = TD_WINDOW_TOUCH, .x = (double)finger->x * w->width, .y = (double)finger->y * w->height, .finger = finger->fingerId, .phase = phase};
  push(w, &event);
}

static void take(td_window *w, const SDL_Event *e) {
  td_window_event event = {0};
  switch (e->type) {
  case SDL_QUIT:
    event.kind = TD_WINDOW_CLOSED;
    push(w, &event);
    break;
  case SDL_WINDOWEVENT:
    if (e->window.event == SDL_WINDOWEVENT_SIZE_CHANGED) {
      measure(w);
      draw(w, true);
      event.kind = TD_WINDOW_RESIZED;
      push(w, &event);
    }
    if (e->window.event == SDL_WINDOWEVENT_EXPOSED) draw(w, true);
    if (e->window.event == SDL_WINDOWEVENT_FOCUS_GAINED) read_clipboard(w);
    if (e->window.event == SDL_WINDOWEVENT_LEAVE) {
      event.kind = TD_WINDOW_LEFT;
      push(w, &event);
    }
    break;
  case SDL_MOUSEMOTION: take_mouse(w, e->motion.x, e->motion.y, e->motion.state); break;
  case SDL_MOUSEBUTTONDOWN:
  case SDL_MOUSEBUTTONUP:
    if (e->button.button >= SDL_BUTTON_LEFT && e->button.button <= SDL_BUTTON_RIGHT) {
      const uint32_t mask = SDL_BUTTON(e->button.button);
      take_mouse(w, e->button.x, e->button.y, e->type == SDL_MOUSEBUTTONDOWN ? w->buttons | mask : w->buttons & ~mask);
    }
    break;
  case SDL_MOUSEWHEEL: {
    double turned = e->wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
    event.kind = TD_WINDOW_WHEEL;
    event.x = turned * (double)e->wheel.preciseX;
    event.y = -turned * (double)e->wheel.preciseY;
    push(w, &event);
    break;
  }
  case SDL_KEYDOWN:
  case SDL_KEYUP:
    event.kind = TD_WINDOW_KEY;
    event.key = e->key.keysym.sym;
    event.modifiers = e->key.keysym.mod;
    event.is_down = e->type == SDL_KEYDOWN;
    event.is_repeat = e->key.repeat != 0;
    push(w, &event);
    break;
  case SDL_TEXTINPUT:
    event.kind = TD_WINDOW_TEXT;
    _Static_assert(sizeof event.text >= sizeof e->text.text, "room for what is typed at once");
    snprintf(event.text, sizeof event.text, "%s", e->text.text);
    push(w, &event);
    break;
  case SDL_CLIPBOARDUPDATE: read_clipboard(w); break;
  case SDL_FINGERDOWN: take_finger(w, &e->tfinger, 0); break;
  case SDL_FINGERMOTION: take_finger(w, &e->tfinger, 1); break;
  case SDL_FINGERUP: take_finger(w, &e->tfinger, 2); break;
  default:
    if (e->type == w->wake_event) {
      give_clipboard(w);
      draw(w, false);
    }
    break;
  }
}

static bool begin(td_window *w) {
  sdl.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  sdl.SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  sdl.SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0");
  sdl.SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  // Exclude drivers without output, and the one for screens without a desktop, unless the environment selects them.
  // Without a runtime directory Wayland has no socket, and its library writes an error to standard error.
  const char *socket_name = getenv("WAYLAND_DISPLAY");
  bool has_wayland = getenv("XDG_RUNTIME_DIR") || (socket_name && socket_name[0] == '/');
  sdl.SetHint(SDL_HINT_VIDEODRIVER, has_wayland ? "x11,wayland" : "x11");
  if (sdl.Init(SDL_INIT_VIDEO) != 0) return false;
  // No renderer is needed if the desktop accepts pixels from shared memory.
  if (strcmp(sdl.GetCurrentVideoDriver(), "x11") == 0) sdl.SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  w->wake_event = sdl.RegisterEvents(1);
  w->window = sdl.CreateWindow(
      w->title, (int)SDL_WINDOWPOS_UNDEFINED, (int)SDL_WINDOWPOS_UNDEFINED, w->start_width, w->start_height,
      SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (!w->window || !sdl.GetWindowSurface(w->window)) return false;
  sdl.StartTextInput();
  measure(w);
  read_clipboard(w);
  return true;
}

static void *window_main(void *context) {
  td_window *w = context;
  bool is_good = begin(w);
  pthread_mutex_lock(&w->lock);
  if (!is_good) snprintf(w->message, sizeof w->message, "%s", sdl.GetError());
  w->state = is_good ? 1 : 2;
  pthread_cond_broadcast(&w->changed);
  bool is_closing = !is_good;
  pthread_mutex_unlock(&w->lock);
  while (!is_closing) {
    SDL_Event event;
    if (!sdl.WaitEvent(&event)) break;
    take(w, &event);
    pthread_mutex_lock(&w->lock);
    is_closing = w->is_closing;
    pthread_mutex_unlock(&w->lock);
  }
  if (w->window) sdl.DestroyWindow(w->window);
  sdl.Quit();
  return NULL;
}

// MARK: The loop's functions

static bool wake_window(td_window *w) {
  SDL_Event event;
  memset(&event, 0, sizeof event);
  event.type = w->wake_event;
  return sdl.PushEvent(&event) == 1;
}

static void release(td_window *w) {
  if (w->wake >= 0) close(w->wake);
  pthread_cond_destroy(&w->changed);
  pthread_mutex_destroy(&w->lock);
  free(w->frame);
  free(w->copied);
  free(w->own);
  free(w);
  atomic_store(&is_open, false);
}

int td_window_open(const char *title, int32_t width, int32_t height, td_window **out, char *message, size_t size) {
  *out = NULL;
  if (width < 1 || width > 16384 || height < 1 || height > 16384) return EINVAL;
  if (!tl_open(&library)) return tl_fail(message, size, ENOENT, "%s", library.problem);
  if (atomic_exchange(&is_open, true)) return EBUSY;
  td_window *w = calloc(1, sizeof *w);
  if (!w) {
    atomic_store(&is_open, false);
    return ENOMEM;
  }
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->changed, NULL);
  snprintf(w->title, sizeof w->title, "%s", title);
  w->start_width = width;
  w->start_height = height;
  w->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  // Signals are for the program's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = w->wake < 0 ? errno : pthread_create(&w->thread, NULL, window_main, w);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error) {
    release(w);
    return error;
  }
  pthread_mutex_lock(&w->lock);
  while (w->state == 0) pthread_cond_wait(&w->changed, &w->lock);
  bool is_good = w->state == 1;
  snprintf(message, size, "%s", w->message);
  pthread_mutex_unlock(&w->lock);
  if (!is_good) {
    pthread_join(w->thread, NULL);
    release(w);
    return ENODEV;
  }
  *out = w;
  return 0;
}

int td_window_file(const td_window *w) { return w->wake; }

void td_window_size(td_window *w, int32_t *width, int32_t *height, double *scale) {
  pthread_mutex_lock(&w->lock);
  *width = w->width;
  *height = w->height;
  *scale = w->scale;
  pthread_mutex_unlock(&w->lock);
}

int td_window_events(td_window *w, td_window_event *events, int capacity) {
  uint64_t unused;
  (void)!read(w->wake, &unused, sizeof unused);
  int count = 0;
  pthread_mutex_lock(&w->lock);
  while (count < capacity && w->event_count > 0) {
    events[count++] = w->events[w->event_first];
    w->event_first = (w->event_first + 1) % EVENTS;
    w->event_count--;
  }
  if (count) pthread_cond_broadcast(&w->changed);
  pthread_mutex_unlock(&w->lock);
  return count;
}

int td_window_present(
    td_window *w, const uint8_t *pixels, size_t stride, int32_t width, int32_t height, const td_rect *rects, int count) {
  if (width < 1 || width > 16384 || height < 1 || height > 16384 || stride < (size_t)width * 4) return EINVAL;
  pthread_mutex_lock(&w->lock);
  // At most 16384 * 16384 * 4 = 2^30 bytes: no overflow.
  size_t row = (size_t)width * 4, size = row * (size_t)height;
  td_rect whole = {0, 0, width, height};
  if (width != w->frame_width || height != w->frame_height) {
    if (size > w->frame_capacity) {
      uint8_t *frame = realloc(w->frame, size);
      if (!frame) {
        pthread_mutex_unlock(&w->lock);
        return ENOMEM;
      }
      w->frame = frame;
      w->frame_capacity = size;
    }
    w->frame_width = width;
    w->frame_height = height;
    rects = &whole;
    count = 1;
    w->pending_count = 0; // they have the old size
  }
  for (int i = 0; i < count; i++) {
    td_rect r = rects[i];
    if (r.x < 0 || r.y < 0 || r.width < 1 || r.height < 1 || r.width > width - r.x || r.height > height - r.y) continue;
    for (int32_t y = r.y; y < r.y + r.height; y++) {
      memcpy(w->frame + (size_t)y * row + (size_t)r.x * 4, pixels + (size_t)y * stride + (size_t)r.x * 4, (size_t)r.width * 4);
    }
    if (w->pending_count < PENDING) {
      w->pending[w->pending_count++] = r;
    } else {
      w->pending[0] = whole;
      w->pending_count = 1;
    }
  }
  bool wakes = !w->is_woken && w->pending_count > 0;
  if (wakes) w->is_woken = true;
  pthread_mutex_unlock(&w->lock);
  if (wakes && !wake_window(w)) {
    // SDL's queue is full: the next frame tries again.
    pthread_mutex_lock(&w->lock);
    w->is_woken = false;
    pthread_mutex_unlock(&w->lock);
  }
  return 0;
}

int td_window_clipboard(td_window *w, char *text, size_t capacity, size_t *size) {
  pthread_mutex_lock(&w->lock);
  *size = w->copied ? strlen(w->copied) : 0;
  if (text && capacity > 0) {
    size_t taken = *size < capacity ? *size : capacity;
    if (taken) memcpy(text, w->copied, taken);
  }
  int result = w->copied_is_too_long ? EFBIG : 0;
  pthread_mutex_unlock(&w->lock);
  return result;
}

int td_window_set_clipboard(td_window *w, const char *text) {
  if (strnlen(text, TD_WINDOW_CLIPBOARD_LIMIT + 1) > TD_WINDOW_CLIPBOARD_LIMIT) return EFBIG;
  char *copy = strdup(text), *own = strdup(text);
  if (!copy || !own) {
    free(copy);
    free(own);
    return ENOMEM;
  }
  pthread_mutex_lock(&w->lock);
  char *former = w->copied, *former_own = w->own;
  w->copied = copy;
  w->copied_is_too_long = false;
  w->own = own;
  pthread_mutex_unlock(&w->lock);
  free(former);
  free(former_own);
  // If SDL's queue is full, the next frame wakes the window.
  (void)wake_window(w);
  return 0;
}

void td_window_close(td_window *w) {
  if (!w) return;
  pthread_mutex_lock(&w->lock);
  w->is_closing = true;
  pthread_cond_broadcast(&w->changed);
  pthread_mutex_unlock(&w->lock);
  (void)wake_window(w);
  pthread_join(w->thread, NULL);
  release(w);
}
#endif
