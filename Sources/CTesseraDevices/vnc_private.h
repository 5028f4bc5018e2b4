/// What the two halves of the VNC server share: vnc.c, which the loop calls, and vnc_client.c, which runs on a thread for each client.
#pragma once
#include "tessera_vnc.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/// Rectangles that are kept apart for a client; more become their union.
#define VNC_PENDING 16
/// Events that wait for the loop. A client whose events find no room waits: nothing is lost, and nothing grows.
#define VNC_EVENTS 512

typedef struct vnc_client {
  td_vnc *server;
  int32_t number;
  int socket;      ///< Held until the thread has ended; libvncserver has a duplicate, which it closes as it likes.
  int wake;        ///< eventfd: something is pending, or the end has come.
  pthread_t thread;
  atomic_bool is_done; ///< The thread has ended but for its return.
  // Under the server's lock:
  bool is_closing;
  bool has_new_size;
  td_rect pending[VNC_PENDING];
  int pending_count;
} vnc_client;

struct td_vnc {
  pthread_mutex_t lock;
  pthread_cond_t room; ///< Events were taken, or the end has come.
  int poll, wake;
  int listeners[4];
  int listener_count;
  int32_t port;
  char password[9]; ///< Empty: none.
  char *passwords[2];
  char name[128];
  bool takes_input;
  int32_t next_number;
  vnc_client *clients[TD_VNC_MAX_CLIENTS];
  int client_count;
  // Under the lock:
  uint8_t *frame; ///< Rows of width * 4 bytes; NULL until a client needs it.
  size_t frame_capacity;
  bool has_frame; ///< What `frame` holds is what is shown.
  int32_t width, height;
  bool is_closing;
  td_vnc_event events[VNC_EVENTS];
  int event_first, event_count;
};

/// Columns in which rows are compared together: what stands still beside a list that scrolls, as its bar does, is in few of them.
#define VNC_STRIP 64

/// What became of a strip's row.
enum { VNC_SAME, VNC_MOVED, VNC_CHANGED };

/// Finds by how many rows what is in a picture was moved down, at most `height` - 1 (negative: up); 0: it was not, or there is no memory to
/// find out. Pictures have `width` * `height` pixels of four bytes, each at least 1 and at most 16384. Where something moved, `kinds` says for each
/// strip (outer) and row what became of it: VNC_SAME, VNC_MOVED (the same as the old picture's, so many rows away) or VNC_CHANGED. O(pixels).
int32_t vnc_find_scroll(
    const uint8_t *old_picture, size_t old_stride, const uint8_t *new_picture, size_t new_stride, int32_t width, int32_t height, uint8_t *kinds);

/// Loads libvncserver. Returns NULL, or why not.
const char *vnc_load(void);

/// The thread of a client (vnc_client *).
void *vnc_client_main(void *context);

/// Adds an event; waits for room. Any thread but the loop's.
void vnc_push(td_vnc *server, const td_vnc_event *event);

/// Writes to an eventfd.
void vnc_signal(int file);
