/// A VNC server by libvncserver, loaded with the first server: nothing links it.
///
/// The loop's thread does the handshake of connections up to the password, without a frame. It serves at most 16 at a time, for 10 seconds, or 60
/// seconds for typing the password. Every authenticated client has its own thread and copy of the frame. Only these threads use libvncserver,
/// whose reads and writes wait for the client. The functions below belong to one thread, the loop's, and wait for no client: the lock that
/// they take is held for copies of pixels only.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "tessera_rect.h"

typedef struct td_vnc td_vnc;

/// Maximum number of clients; further ones are disconnected.
#define TD_VNC_MAX_CLIENTS 16

enum {
  TD_VNC_POINTER = 1, ///< The pointer is at `x`, `y` with `buttons` down: bits 0 left, 1 middle, 2 right, 3 to 6 wheel up, down, left, right.
  TD_VNC_KEY = 2,     ///< The key `symbol` (X keysym) went down (`is_down`) or up.
  TD_VNC_LEFT = 3,    ///< The client is gone; release everything it held down.
};

typedef struct {
  int32_t kind;
  int32_t client; ///< Unique id of the client; never reused.
  int32_t x, y;   ///< Pixels of the frame.
  uint32_t buttons;
  uint32_t symbol;
  int32_t is_down;
} td_vnc_event;

typedef struct {
  const char *address;  ///< Name or number; empty: loopback; `*`: all addresses of the machine.
  int32_t port;         ///< 0: any free one.
  const char *password; ///< NULL: none, only allowed for loopback. Eight bytes are used.
  const char *name;     ///< Title shown by viewers.
  int32_t width, height; ///< Size of the frame until the first td_vnc_present; 1...16384.
  int32_t takes_input;
} td_vnc_options;

/// Loads the library and starts listening. Returns 0, ENOENT if libvncserver is not installed, EACCES if a password is missing, EINVAL, or
/// the errno of `*step`; `message` (`size` bytes) has details if it is not empty.
int td_vnc_open(const td_vnc_options *options, td_vnc **out, const char **step, char *message, size_t size);

/// The port that the server listens on.
int32_t td_vnc_port(const td_vnc *server);

/// A file that is readable while td_vnc_serve has work to do.
int td_vnc_file(const td_vnc *server);

/// Processes connections, and removes disconnected clients. Returns the number of new authenticated clients, which need the whole frame. If
/// the process has no file descriptors left, connections wait for a second.
int td_vnc_serve(td_vnc *server);

/// Takes up to `capacity` events. Returns their number; fewer than `capacity` if no more are waiting.
int td_vnc_events(td_vnc *server, td_vnc_event *events, int capacity);

/// Number of connected clients, without those that have not sent the password yet.
int td_vnc_client_count(const td_vnc *server);

/// Passes the changed part of a frame: rows of `stride` bytes of pixels B G R x, `width` x `height` (1...16384) in all. Copies it if
/// there are clients, else does nothing. Returns 0 or ENOMEM: clients then keep their content.
int td_vnc_present(
    td_vnc *server, const uint8_t *pixels, size_t stride, int32_t width, int32_t height, const td_rect *rects, int count);

/// Disconnects all clients, waits for their threads, which nothing blocks, and frees everything. NULL is allowed.
void td_vnc_close(td_vnc *server);
