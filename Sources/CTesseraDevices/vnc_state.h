/// What a VNC server and its clients are made of: fields, which the loop (vnc.c) and the threads of clients (vnc_client.c) share. What is not said to be
/// under the lock belongs to the loop, or does not change while a client's thread runs.
#pragma once
#include "tessera_vnc.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/// Rectangles that are kept apart for a client; more become their union.
#define TD_VNC_PENDING 16
/// Events that wait for the loop. A client whose events find no room waits: nothing is lost, and nothing grows.
#define TD_VNC_EVENTS 512

/// Connections that have not said yet who they are; each costs what stands here, and the kernel a socket.
#define TD_VNC_MAX_GUESTS 16

/// What is heard next from a connection at the door (vnc_door.h), in order.
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
  int minor;       ///< Of the protocol that it speaks, 3.x.
  int socket;      ///< Held until the thread has ended; libvncserver has a duplicate, which it closes as it likes.
  int wake;        ///< eventfd: something is pending, or the end has come.
  pthread_t thread;
  atomic_bool is_done; ///< The thread has ended but for its return.
  // Under the server's lock:
  bool is_closing;
  bool has_new_size;
  td_rect pending[TD_VNC_PENDING];
  int pending_count;
} td_vnc_client;

struct td_vnc {
  pthread_mutex_t lock;
  pthread_cond_t room; ///< Events were taken, or the end has come.
  int poll, wake, timer; ///< `timer`: a timerfd, for the door and for connections that are not accepted at the moment.
  int listeners[4];
  int listener_count;
  int32_t port;
  char password[9]; ///< Empty: none.
  int64_t accepts_at; ///< Milliseconds of td_vnc_now from which connections are accepted again; 0: they are.
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
  bool has_frame; ///< What `frame` holds is what is shown.
  int32_t width, height;
  bool is_closing;
  td_vnc_event events[TD_VNC_EVENTS];
  int event_first, event_count;
};
