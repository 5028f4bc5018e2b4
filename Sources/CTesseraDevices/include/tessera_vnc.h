/// A VNC server by libvncserver, which is loaded when the first server is opened: nothing links it.
///
/// Connections are greeted and asked for the password by the loop's thread, without a frame: at most 16 at a time, for 10 s, 60 s while a person types. Every
/// client that got through has a thread and a copy of the frame of its own; libvncserver, whose reads and writes wait for the client, is used there only.
/// The functions below belong to one thread, the loop's, and wait for no client: the lock that they take is held for copies of pixels only.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "tessera_rect.h"

typedef struct td_vnc td_vnc;

/// Most clients at a time; what more come are sent away.
#define TD_VNC_MAX_CLIENTS 16

enum {
  TD_VNC_POINTER = 1, ///< The pointer is at `x`, `y` with `buttons` down: bits 0 left, 1 middle, 2 right, 3 to 6 wheel up, down, left, right.
  TD_VNC_KEY = 2,     ///< The key `symbol` (X keysym) went down (`is_down`) or up.
  TD_VNC_LEFT = 3,    ///< The client is gone; what it held down is to be let go.
};

typedef struct {
  int32_t kind;
  int32_t client; ///< Tells clients apart; never used twice.
  int32_t x, y;   ///< Pixels of the frame.
  uint32_t buttons;
  uint32_t symbol;
  int32_t is_down;
} td_vnc_event;

typedef struct {
  const char *address;  ///< Name or number; empty: loopback; `*`: every address of the machine.
  int32_t port;         ///< 0: any that is free.
  const char *password; ///< NULL: none, which only loopback allows. Eight bytes count.
  const char *name;     ///< What viewers show as title.
  int32_t width, height; ///< Pixels of the frame until td_vnc_present says otherwise; 1...16384.
  int32_t takes_input;
} td_vnc_options;

/// Loads the library and listens. Returns 0, ENOENT where libvncserver is not installed, EACCES where a password is missing, EINVAL, or the
/// errno of `*step`; `message` (`size` bytes) says more where it is not empty.
int td_vnc_open(const td_vnc_options *options, td_vnc **out, const char **step, char *message, size_t size);

/// The port that it listens on.
int32_t td_vnc_port(const td_vnc *server);

/// A file that is readable while td_vnc_serve has something to do.
int td_vnc_file(const td_vnc *server);

/// Hears connections, and puts an end to clients that went. Returns how many got through to be clients: they want the whole frame. Where the process has
/// no descriptors left, connections wait for a second.
int td_vnc_serve(td_vnc *server);

/// Takes up to `capacity` events. Returns how many; fewer than `capacity` where no more wait.
int td_vnc_events(td_vnc *server, td_vnc_event *events, int capacity);

/// Clients that are connected, those not counted that have not given the password yet.
int td_vnc_client_count(const td_vnc *server);

/// Hands over the part of a frame that changed: rows of `stride` bytes of pixels B G R x, `width` x `height` (1...16384) in all. Copies it where
/// there are clients, else does nothing. Returns 0 or ENOMEM: the clients keep what they see then.
int td_vnc_present(
    td_vnc *server, const uint8_t *pixels, size_t stride, int32_t width, int32_t height, const td_rect *rects, int count);

/// Sends all clients away, waits for their threads, which nothing holds up, and frees everything. NULL is allowed.
void td_vnc_close(td_vnc *server);
