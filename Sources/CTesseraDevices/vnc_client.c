#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#if !__has_include(<rfb/rfb.h>)
#error "the headers of libvncserver are missing: apt-get install libvncserver-dev"
#endif
#include "vnc_client.h"
#include "vnc_queue.h"
#include "vnc_scroll.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <rfb/rfb.h>
#include <rfb/rfbregion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <tessera_library.h>
#include <unistd.h>

// Timeouts in milliseconds: for the initialisation of a client, and for a message or a write afterwards.
#define HANDSHAKE_TIME 10000
#define MESSAGE_TIME 20000

#define FUNCTIONS(F)                                                                                                                       \
  F(rfbGetScreen) F(rfbNewClient) F(rfbProcessEvents) F(rfbUpdateClient) F(rfbScreenCleanup) F(rfbMarkRectAsModified) F(rfbNewFramebuffer)    \
  F(rfbCloseClient) F(rfbLogEnable) F(rfbEncryptBytes) F(rfbMakeXCursor) F(rfbFreeCursor) F(sraRgnEmpty) F(sraRgnCountRects)                       \
  F(rfbMarkRegionAsModified) F(sraRgnCreate) F(sraRgnCreateRect) F(sraRgnDestroy) F(sraRgnOr)                                 \
  F(sraRgnGetIterator) F(sraRgnIteratorNext) F(sraRgnReleaseIterator)

static struct {
#define F(name) __typeof__(name) *name;
  FUNCTIONS(F)
#undef F
} lib;
static const tl_symbol symbols[] = {
#define F(name) {#name, &lib.name, false},
  FUNCTIONS(F)
#undef F
};

static bool start(char *problem) {
  (void)problem;
  lib.rfbLogEnable(0);
  return true;
}

static tl_library library = {
    .purpose = "VNC", .names = {"libvncserver.so.1"}, .package = "libvncserver1", .version = "0.9.13", TL_SYMBOLS(symbols), .start = start};

const char *td_vnc_load(void) { return tl_open(&library) ? NULL : library.problem; }

void td_vnc_encrypt(uint8_t bytes[16], const char *password) {
  char copy[9] = {0};
  snprintf(copy, sizeof copy, "%s", password);
  lib.rfbEncryptBytes(bytes, copy);
  explicit_bzero(copy, sizeof copy);
}

// State of a client's thread; the screen's screenData.
typedef struct {
  td_vnc_client *client;
  rfbScreenInfoPtr screen;
  rfbClientPtr peer; // NULL once the library has freed it
  rfbCursorPtr cursor;
  uint8_t *frame;
} session;

static session *session_of(rfbClientPtr peer) { return peer->screen->screenData; }

static void peer_gone(rfbClientPtr peer) { session_of(peer)->peer = NULL; }

static enum rfbNewClientAction peer_came(rfbClientPtr peer) {
  session_of(peer)->peer = peer;
  peer->clientGoneHook = peer_gone;
  peer->viewOnly = !session_of(peer)->client->server->takes_input;
  return RFB_CLIENT_ACCEPT;
}

static bool has_pending(td_vnc_client *c, bool *is_closing) {
  pthread_mutex_lock(&c->server->lock);
  bool has = c->pending_count > 0 || c->has_new_size;
  *is_closing = c->is_closing;
  pthread_mutex_unlock(&c->server->lock);
  return has;
}

// Waits until something is pending or has changed, at most `time` milliseconds (negative: forever).
static void wait_for_wake(td_vnc_client *c, int64_t time) {
  struct pollfd wake = {.fd = c->wake, .events = POLLIN};
  uint64_t count;
  if (poll(&wake, 1, (int)time) > 0) (void)!read(c->wake, &count, sizeof count);
}

static void took_pointer(int buttons, int x, int y, rfbClientPtr peer) {
  session *s = session_of(peer);
  td_vnc_event event = {
      .kind = TD_VNC_POINTER, .client = s->client->number, .x = x < 0 ? 0 : x, .y = y < 0 ? 0 : y, .buttons = (uint32_t)buttons & 0x7f};
  td_vnc_push(s->client->server, &event);
}

static void took_key(rfbBool is_down, rfbKeySym symbol, rfbClientPtr peer) {
  session *s = session_of(peer);
  td_vnc_event event = {.kind = TD_VNC_KEY, .client = s->client->number, .symbol = symbol, .is_down = is_down ? 1 : 0};
  td_vnc_push(s->client->server, &event);
}

// Only for clients that draw the cursor themselves: for others the library would paint it into the frame, which has its own cursor.
static rfbCursorPtr cursor_of(rfbClientPtr peer) { return session_of(peer)->cursor; }

static int is_empty(const sraRect *rect) { return rect->x2 <= rect->x1 || rect->y2 <= rect->y1; }

// A client may request an area without pixels. The library keeps it, and divides by the width of each rectangle that it sends.
static void drop_empty_requests(rfbClientPtr peer) {
  sraRect rect;
  int has_empty = 0;
  sraRectangleIterator *rects = lib.sraRgnGetIterator(peer->requestedRegion);
  while (lib.sraRgnIteratorNext(rects, &rect)) has_empty |= is_empty(&rect);
  lib.sraRgnReleaseIterator(rects);
  if (!has_empty) return;
  sraRegion *rest = lib.sraRgnCreate();
  rects = lib.sraRgnGetIterator(peer->requestedRegion);
  while (lib.sraRgnIteratorNext(rects, &rect)) {
    if (is_empty(&rect)) continue;
    sraRegion *part = lib.sraRgnCreateRect(rect.x1, rect.y1, rect.x2, rect.y2);
    lib.sraRgnOr(rest, part);
    lib.sraRgnDestroy(part);
  }
  lib.sraRgnReleaseIterator(rects);
  lib.sraRgnDestroy(peer->requestedRegion);
  peer->requestedRegion = rest;
}

// A client may request a view so small that it has no pixels: such clients are closed, and their last update has the full size.
static void refuse_empty_view(rfbClientPtr peer) {
  rfbScreenInfoPtr view = peer->scaledScreen, full = peer->screen;
  if (view == full || (view->width > 0 && view->height > 0)) return;
  view->scaledScreenRefCount--;
  full->scaledScreenRefCount++;
  peer->scaledScreen = full;
  lib.rfbCloseClient(peer);
}

// Called before each update, on the client's thread.
static void check_update(rfbClientPtr peer) {
  drop_empty_requests(peer);
  refuse_empty_view(peer);
}

// Bytes B G R x, regardless of the library's default.
static void set_format(rfbScreenInfoPtr screen) {
  screen->serverFormat.depth = 24;
  screen->serverFormat.redShift = 16;
  screen->serverFormat.greenShift = 8;
  screen->serverFormat.blueShift = 0;
}

static rfbCursorPtr make_cursor(void) {
  static char source[] = "           "
                         " #         "
                         " ##        "
                         " ###       "
                         " ####      "
                         " #####     "
                         " ######    "
                         " #######   "
                         " ########  "
                         " #####     "
                         " ## ##     "
                         " #   ##    "
                         "     ##    "
                         "      #    "
                         "           ";
  static char mask[] = "##         "
                       "###        "
                       "####       "
                       "#####      "
                       "######     "
                       "#######    "
                       "########   "
                       "#########  "
                       "########## "
                       "###########"
                       "########   "
                       "########   "
                       "##  #####  "
                       "     ####  "
                       "      ###  ";
  return lib.rfbMakeXCursor(11, 15, source, mask);
}

static bool resize(session *s, int32_t width, int32_t height) {
  // At most 16384 per side: no overflow.
  uint8_t *frame = malloc((size_t)width * (size_t)height * 4);
  if (!frame) return false;
  uint8_t *old = s->frame;
  s->frame = frame;
  lib.rfbNewFramebuffer(s->screen, (char *)frame, width, height, 8, 3, 4);
  set_format(s->screen);
  if (s->peer) s->screen->setTranslateFunction(s->peer);
  free(old);
  return true;
}

static bool contains(td_rect a, td_rect b) {
  return b.x >= a.x && b.y >= a.y && b.x + b.width <= a.x + a.width && b.y + b.height <= a.y + a.height;
}

static bool intersects(td_rect a, td_rect b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// Index of the rectangle that may contain scrolled content, and that replaces those inside it; -1: none. The client must support copying, and
// must have every pixel of the current frame.
static int find_scrolled(session *s, const td_rect *rects, int count) {
  rfbClientPtr peer = s->peer;
  if (!peer || peer->state != RFB_NORMAL || !peer->useCopyRect || peer->scaledScreen != s->screen) return -1;
  if (!lib.sraRgnEmpty(peer->modifiedRegion) || !lib.sraRgnEmpty(peer->copyRegion)) return -1;
  int best = -1;
  for (int i = 0; i < count; i++) {
    if (rects[i].width < TD_VNC_STRIP || rects[i].height < TD_VNC_STRIP) continue;
    if (best < 0 || (int64_t)rects[i].width * rects[i].height > (int64_t)rects[best].width * rects[best].height) best = i;
  }
  for (int i = 0; best >= 0 && i < count; i++)
    if (i != best && intersects(rects[best], rects[i]) && !contains(rects[best], rects[i])) return -1;
  return best;
}

static bool add_rect(sraRegionPtr region, int32_t x1, int32_t y1, int32_t x2, int32_t y2) {
  sraRegionPtr rect = lib.sraRgnCreateRect(x1, y1, x2, y2);
  if (!rect) return false;
  lib.sraRgnOr(region, rect);
  lib.sraRgnDestroy(rect);
  return true;
}

// Makes the client copy the moved content of a rectangle, and marks its other changes. `pixels` are the new ones, `r.width` * 4 bytes per
// row; the frame still has the old ones. False: nothing moved, and nothing was done.
static bool schedule_copies(session *s, td_rect r, const uint8_t *pixels) {
  int32_t strips = (r.width + TD_VNC_STRIP - 1) / TD_VNC_STRIP;
  uint8_t *kinds = malloc((size_t)strips * (size_t)r.height);
  sraRegionPtr copied = lib.sraRgnCreate(), changed = lib.sraRgnCreate();
  int32_t dy = 0;
  if (kinds && copied && changed) {
    size_t row = (size_t)s->screen->width * 4;
    dy = td_vnc_find_scroll(s->frame + (size_t)r.y * row + (size_t)r.x * 4, row, pixels, (size_t)r.width * 4, r.width, r.height, kinds);
  }
  for (int32_t i = 0; dy && i < strips; i++) {
    const uint8_t *of = kinds + (size_t)i * (size_t)r.height;
    int32_t left = r.x + i * TD_VNC_STRIP, right = i + 1 < strips ? left + TD_VNC_STRIP : r.x + r.width;
    for (int32_t y = 0, end; dy && y < r.height; y = end) {
      for (end = y + 1; end < r.height && of[end] == of[y];) end++;
      if (of[y] != TD_VNC_SAME && !add_rect(of[y] == TD_VNC_MOVED ? copied : changed, left, r.y + y, right, r.y + end)) dy = 0;
    }
  }
  if (dy && lib.sraRgnCountRects(copied) + lib.sraRgnCountRects(changed) > 512) dy = 0;
  if (dy) {
    // The work of rfbScheduleCopyRegion, which would look for a cursor in the frame.
    lib.sraRgnOr(s->peer->copyRegion, copied);
    s->peer->copyDX = 0;
    s->peer->copyDY = dy;
    lib.rfbMarkRegionAsModified(s->screen, changed);
  }
  if (copied) lib.sraRgnDestroy(copied);
  if (changed) lib.sraRgnDestroy(changed);
  free(kinds);
  return dy != 0;
}

static void copy_rows(uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, td_rect r) {
  for (int32_t y = 0; y < r.height; y++) memcpy(to + (size_t)y * to_stride, from + (size_t)y * from_stride, (size_t)r.width * 4);
}

// Copies pending changes into the client's own frame. False: the client cannot continue.
static bool take_pending(session *s) {
  td_vnc_client *c = s->client;
  td_vnc *server = c->server;
  td_rect rects[TD_VNC_PENDING];
  uint8_t *scrolled_pixels = NULL;
  pthread_mutex_lock(&server->lock);
  int count = c->pending_count;
  bool goes_on = true;
  if (c->has_new_size) {
    // Clients without resize support, or with a scaled view, have to reconnect.
    goes_on = s->peer && s->peer->useNewFBSize && s->peer->scaledScreen == s->screen && resize(s, server->width, server->height);
    c->has_new_size = false;
  }
  size_t row = (size_t)server->width * 4;
  memcpy(rects, c->pending, (size_t)count * sizeof *rects);
  int scrolled = goes_on ? find_scrolled(s, rects, count) : -1;
  if (scrolled >= 0) scrolled_pixels = malloc((size_t)rects[scrolled].width * (size_t)rects[scrolled].height * 4);
  for (int i = 0; goes_on && i < count; i++) {
    size_t offset = (size_t)rects[i].y * row + (size_t)rects[i].x * 4;
    if (!scrolled_pixels) copy_rows(s->frame + offset, row, server->frame + offset, row, rects[i]);
    else if (i == scrolled) copy_rows(scrolled_pixels, (size_t)rects[i].width * 4, server->frame + offset, row, rects[i]);
    else if (!contains(rects[scrolled], rects[i])) copy_rows(s->frame + offset, row, server->frame + offset, row, rects[i]);
  }
  c->pending_count = 0;
  pthread_mutex_unlock(&server->lock);
  bool has_copies = false;
  if (scrolled_pixels) {
    td_rect r = rects[scrolled];
    has_copies = schedule_copies(s, r, scrolled_pixels);
    copy_rows(s->frame + (size_t)r.y * row + (size_t)r.x * 4, row, scrolled_pixels, (size_t)r.width * 4, r);
    free(scrolled_pixels);
  }
  for (int i = 0; goes_on && i < count; i++) {
    td_rect r = rects[i];
    if (has_copies && contains(rects[scrolled], r)) continue;
    lib.rfbMarkRectAsModified(s->screen, r.x, r.y, r.x + r.width, r.y + r.height);
  }
  // A client that requests nothing must not fragment the region without limit.
  if (goes_on && s->peer && lib.sraRgnCountRects(s->peer->modifiedRegion) > 256)
    lib.rfbMarkRectAsModified(s->screen, 0, 0, s->screen->width, s->screen->height);
  return goes_on;
}

static bool asks(session *s) { return s->peer && !lib.sraRgnEmpty(s->peer->requestedRegion); }

// Reads the client's messages and sends its updates, once. False: the end.
static bool turn(session *s) {
  s->screen->maxClientWait = MESSAGE_TIME;
  lib.rfbProcessEvents(s->screen, 0);
  if (!s->peer) return false;
  if (asks(s)) {
    bool is_closing;
    if (has_pending(s->client, &is_closing)) {
      if (!take_pending(s)) return false;
      lib.rfbUpdateClient(s->peer);
    }
  }
  return s->peer->sock != RFB_INVALID_SOCKET;
}

static void converse(session *s) {
  td_vnc_client *c = s->client;
  int64_t deadline = td_vnc_now() + HANDSHAKE_TIME;
  for (;;) {
    struct pollfd files[2] = {{.fd = s->peer->sock, .events = POLLIN}, {.fd = c->wake, .events = POLLIN}};
    int64_t left = -1;
    if (s->peer->state != RFB_NORMAL) {
      left = deadline - td_vnc_now();
      if (left <= 0) return;
    }
    if (poll(files, 2, (int)left) < 0 && errno != EINTR) return;
    uint64_t count;
    if (files[1].revents) (void)!read(c->wake, &count, sizeof count);
    bool is_closing;
    bool has = has_pending(c, &is_closing);
    if (is_closing) return;
    // The update requested by a waiting message must be the newest.
    if (has && s->peer->state == RFB_NORMAL && (files[0].revents || asks(s)) && !take_pending(s)) return;
    if ((files[0].revents || asks(s)) && !turn(s)) return;
  }
}

// Waits for the first frame, which the loop makes when the client is announced.
static bool await_frame(td_vnc_client *c) {
  int64_t deadline = td_vnc_now() + HANDSHAKE_TIME;
  for (;;) {
    bool is_closing;
    if (has_pending(c, &is_closing) && !is_closing) return true;
    int64_t left = deadline - td_vnc_now();
    if (is_closing || left <= 0) return false;
    wait_for_wake(c, left);
  }
}

// Makes the library adopt a client after its handshake (vnc_door.c). The library would repeat the handshake, check for a browser, wait a
// tenth of a second for its request, and leak memory for each client. So it first gets one end of a socket pair on which a viewer seems to
// speak, and then the real socket replaces that end.
static bool take_over(session *s) {
  td_vnc_client *c = s->client;
  static const char first[] = {'R', 'F', 'B', ' '};
  char greeting[sz_rfbProtocolVersionMsg];
  int pair[2], one = 1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
  bool is_good = pair[0] < FD_SETSIZE && write(pair[1], first, sizeof first) == (ssize_t)sizeof first;
  if (!is_good) close(pair[0]);
  // From here on the library closes its end.
  is_good = is_good && lib.rfbNewClient(s->screen, pair[0]) && s->peer;
  is_good = is_good && recv(pair[1], greeting, sizeof greeting, MSG_DONTWAIT) == (ssize_t)sizeof greeting;
  is_good = is_good && dup3(c->socket, pair[0], O_CLOEXEC) >= 0 && fcntl(pair[0], F_SETFL, O_NONBLOCK) == 0;
  close(pair[1]);
  (void)setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (!is_good) return false;
  s->peer->protocolMajorVersion = 3;
  s->peer->protocolMinorVersion = c->minor;
  s->peer->state = RFB_INITIALISATION;
  return true;
}

static void serve(session *s) {
  td_vnc_client *c = s->client;
  pthread_mutex_lock(&c->server->lock);
  int32_t width = c->server->width, height = c->server->height;
  c->has_new_size = false;
  pthread_mutex_unlock(&c->server->lock);
  s->frame = calloc((size_t)width * (size_t)height, 4);
  s->screen = s->frame ? lib.rfbGetScreen(NULL, NULL, width, height, 8, 3, 4) : NULL;
  if (!s->screen) return;
  rfbScreenInfoPtr screen = s->screen;
  screen->screenData = s;
  screen->frameBuffer = (char *)s->frame;
  set_format(screen);
  screen->cursor = NULL; // the library's own cursor is shared by all screens
  s->cursor = make_cursor();
  screen->getCursorPtr = cursor_of;
  screen->displayHook = check_update;
  screen->desktopName = c->server->name;
  screen->alwaysShared = TRUE;
  screen->deferUpdateTime = 0;
  screen->deferPtrUpdateTime = 0;
  screen->maxClientWait = 1000;
  screen->permitFileTransfer = FALSE;
  screen->ptrAddEvent = took_pointer;
  screen->kbdAddEvent = took_key;
  screen->newClientHook = peer_came;
  if (take_over(s) && take_pending(s)) converse(s);
  lib.rfbScreenCleanup(screen);
  if (s->cursor) lib.rfbFreeCursor(s->cursor);
}

void *td_vnc_client_main(void *context) {
  td_vnc_client *c = context;
  session s = {.client = c};
  if (await_frame(c)) serve(&s);
  free(s.frame);
  (void)shutdown(c->socket, SHUT_RDWR);
  td_vnc_event event = {.kind = TD_VNC_LEFT, .client = c->number};
  td_vnc_push(c->server, &event);
  // From here on the loop may join; `wake` is owned by the server, and stays open until then.
  atomic_store(&c->is_done, true);
  td_vnc_signal(c->server->wake);
  return NULL;
}
