/// Connections that have not said yet who they are: the handshake of RFB up to the password, without a thread and without a frame. Loop thread.
///
/// Source: RFC 6143, sections 7.1 and 7.2.
#pragma once
#include "vnc_state.h"

/// Greets a new connection, which the door owns from here on. Where too many wait, the one whose time ends first is sent away.
void td_vnc_door_greet(td_vnc *server, int socket);

/// What a connection came to that got through.
typedef struct {
  int socket;  ///< The caller's; -1: nobody got through.
  int minor;   ///< The version of the protocol that it speaks: 3, 7 or 8 of 3.x.
} td_vnc_visitor;

/// Reads what connections say, waits for none, and sends away those that take too long or do not know the password. Returns one that got through;
/// to be called again until nobody does.
td_vnc_visitor td_vnc_door_next(td_vnc *server);

/// Milliseconds of td_vnc_now at which somebody's time ends; 0: nobody waits.
int64_t td_vnc_door_deadline(const td_vnc *server);

/// Sends all away.
void td_vnc_door_close(td_vnc *server);
