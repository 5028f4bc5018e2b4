/// Fields of a VNC server and its clients, shared by the loop (vnc.c) and the clients' threads (vnc_client.c). By default, fields belong to
/// the loop, or do not change while a client's thread runs; those under the lock are marked.
#pragma once
#include "tessera_vnc.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/// Maximum number of separate rectangles per client; more are merged into their union.
#define TD_VNC_PENDING 16
/// Maximum number of events waiting for the loop. A client without space waits: nothing is lost, and memory is bounded.
#define TD_VNC_EVENTS 512

/// Unauthenticated connections; each costs these fields, and a socket in the kernel.
#define TD_VNC_MAX_GUESTS 16

/// Next expected message of a connection at the door (vnc_door.h), in order.
enum { TD_VNC_SAYS_VERSION, TD_VNC_SAYS_TYPE, TD_VNC_SAYS_PASSWORD, TD_VNC_IS_WRONG, TD_VNC_IS_THROUGH };

typedef struct {
  int socket;
  int step;
  int minor;        ///< Of the protocol, 3.x.
  int64_t deadline; ///< Milliseconds of td_vnc_now.
  uint8_t challenge[16];
  uint8_t input[16];
  size_t count;     ///< Bytes of `input`.
} td_vnc_guest;

typedef struct td_vnc_client {
  td_vnc *server;
  int32_t number;
  int minor;       ///< Minor version of its protocol, 3.x.
  int socket;      ///< Open until the thread has ended; libvncserver has a duplicate, which it may close at any time.
  int wake;        ///< eventfd: something is pending, or the server is closing.
  pthread_t thread;
  atomic_bool is_done; ///< The thread has ended except for its return.
  // Under the server's lock:
  bool is_closing;
  bool has_new_size;
  td_rect pending[TD_VNC_PENDING];
  int pending_count;
} td_vnc_client;

struct td_vnc {
  pthread_mutex_t lock;
  pthread_cond_t room; ///< Events were taken, or the server is closing.
  int poll, wake, timer; ///< `timer`: a timerfd, for the door and for the pause of accepting connections.
  int listeners[4];
  int listener_count;
  int32_t port;
  char password[9]; ///< Empty: none.
  int64_t accepts_at; ///< Milliseconds of td_vnc_now from which connections are accepted again; 0: not paused.
  td_vnc_guest guests[TD_VNC_MAX_GUESTS];
  int guest_count;
  char name[128];
  bool takes_input;
  int32_t next_number;
  td_vnc_client *clients[TD_VNC_MAX_CLIENTS];
  int client_count;
  // Under the lock:
  uint8_t *frame; ///< Rows of width * 4 bytes; NULL until a client needs it.
  size_t frame_capacity;
  bool has_frame; ///< `frame` has the current content.
  int32_t width, height;
  bool is_closing;
  td_vnc_event events[TD_VNC_EVENTS];
  int event_first, event_count;
};
