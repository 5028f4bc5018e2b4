/// Unauthenticated connections: the handshake of RFB up to the password, without a thread and without a frame. Loop thread.
///
/// Source: RFC 6143, sections 7.1 and 7.2.
#pragma once
#include "vnc_state.h"

/// Starts the handshake of a new connection, owned by the door from here on. If too many are waiting, the one with the earliest deadline is
/// closed.
void td_vnc_door_greet(td_vnc *server, int socket);

/// A connection that has completed the handshake.
typedef struct {
  int socket;  ///< Owned by the caller; -1: none.
  int minor;   ///< Minor version of its protocol: 3, 7 or 8 of 3.x.
} td_vnc_visitor;

/// Processes messages of connections without blocking, and closes those that time out or send a wrong password. Returns one that completed
/// the handshake; call it again until there is none.
td_vnc_visitor td_vnc_door_next(td_vnc *server);

/// Earliest deadline in milliseconds of td_vnc_now; 0: none.
int64_t td_vnc_door_deadline(const td_vnc *server);

/// Closes all connections.
void td_vnc_door_close(td_vnc *server);
