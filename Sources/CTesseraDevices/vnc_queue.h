/// Queue from the clients' threads to the loop: events, and a wake-up.
#pragma once
#include "vnc_state.h"

/// Adds an event; waits for space. Any thread except the loop's.
void td_vnc_push(td_vnc *server, const td_vnc_event *event);

/// Milliseconds of the monotonic clock; above 0. Any thread.
int64_t td_vnc_now(void);

/// Writes to an eventfd. Any thread.
void td_vnc_signal(int file);
