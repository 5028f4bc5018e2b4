#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "vnc_door.h"
#include "vnc_client.h"
#include "vnc_queue.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

// Timeout of a connection's handshake in milliseconds.
#define HANDSHAKE_TIME 10000
// The same while the user may have to type the password.
#define PASSWORD_TIME 60000
// Delay before a wrong password is reported.
#define PENALTY 1000

enum { SECURITY_NONE = 1, SECURITY_PASSWORD = 2 };

static bool say(const td_vnc_guest *g, const void *bytes, size_t count) {
  // Less than a socket's buffer: bytes that are not accepted immediately would not be read either.
  return send(g->socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)count;
}

static bool say_number(const td_vnc_guest *g, uint32_t number) {
  const uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8), (uint8_t)number};
  return say(g, bytes, sizeof bytes);
}

static void remove_guest(td_vnc *s, td_vnc_guest *g) {
  explicit_bzero(g->challenge, sizeof g->challenge);
  *g = s->guests[--s->guest_count];
}

static void send_away(td_vnc *s, td_vnc_guest *g) {
  close(g->socket);
  remove_guest(s, g);
}

void td_vnc_door_greet(td_vnc *s, int socket) {
  if (s->guest_count == TD_VNC_MAX_GUESTS) {
    td_vnc_guest *first = &s->guests[0];
    for (int i = 1; i < s->guest_count; i++)
      if (s->guests[i].deadline < first->deadline) first = &s->guests[i];
    send_away(s, first);
  }
  td_vnc_guest *g = &s->guests[s->guest_count];
  *g = (td_vnc_guest){.socket = socket, .step = TD_VNC_SAYS_VERSION, .deadline = td_vnc_now() + HANDSHAKE_TIME};
  struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
  if (!say(g, "RFB 003.008\n", 12) || epoll_ctl(s->poll, EPOLL_CTL_ADD, socket, &event) != 0) {
    close(socket);
    return;
  }
  s->guest_count++;
}

// Each step returns false if the connection is to be closed.

static bool ask_password(td_vnc_guest *g) {
  g->step = TD_VNC_SAYS_PASSWORD;
  g->deadline = td_vnc_now() + PASSWORD_TIME;
  return getrandom(g->challenge, sizeof g->challenge, 0) == (ssize_t)sizeof g->challenge && say(g, g->challenge, sizeof g->challenge);
}

static bool take_version(td_vnc *s, td_vnc_guest *g) {
  int major, minor;
  char text[13] = {0};
  memcpy(text, g->input, 12);
  if (sscanf(text, "RFB %3d.%3d\n", &major, &minor) != 2 || major != 3 || minor < 3) return false;
  g->minor = minor >= 8 ? 8 : minor == 7 ? 7 : 3;
  const uint8_t type = *s->password ? SECURITY_PASSWORD : SECURITY_NONE;
  if (g->minor == 3) {
    // The server decides on the security type.
    if (!say_number(g, type)) return false;
    if (type == SECURITY_PASSWORD) return ask_password(g);
    g->step = TD_VNC_IS_THROUGH;
    return true;
  }
  const uint8_t types[2] = {1, type};
  g->step = TD_VNC_SAYS_TYPE;
  return say(g, types, sizeof types);
}

static bool take_type(td_vnc *s, td_vnc_guest *g) {
  if (g->input[0] != (*s->password ? SECURITY_PASSWORD : SECURITY_NONE)) return false;
  if (*s->password) return ask_password(g);
  g->step = TD_VNC_IS_THROUGH;
  return g->minor < 8 || say_number(g, 0);
}

static bool take_password(td_vnc *s, td_vnc_guest *g) {
  uint8_t expected[16], difference = 0, unchanged = 0;
  memcpy(expected, g->challenge, sizeof expected);
  td_vnc_encrypt(expected, s->password);
  // A library without encryption leaves the challenge unchanged, which any client could send back.
  for (size_t i = 0; i < sizeof expected; i++) difference |= expected[i] ^ g->input[i], unchanged |= expected[i] ^ g->challenge[i];
  explicit_bzero(expected, sizeof expected);
  if (!difference && unchanged) {
    g->step = TD_VNC_IS_THROUGH;
    return say_number(g, 0);
  }
  // Slows down guessing. Messages in the meantime are ignored.
  g->step = TD_VNC_IS_WRONG;
  g->deadline = td_vnc_now() + PENALTY;
  return epoll_ctl(s->poll, EPOLL_CTL_DEL, g->socket, NULL) == 0;
}

static void refuse(const td_vnc_guest *g) {
  static const char reason[] = "password check failed";
  if (!say_number(g, 1) || g->minor < 8) return;
  (void)(say_number(g, sizeof reason - 1) && say(g, reason, sizeof reason - 1));
}

static bool advance(td_vnc *s, td_vnc_guest *g) {
  static const uint8_t wanted[] = {[TD_VNC_SAYS_VERSION] = 12, [TD_VNC_SAYS_TYPE] = 1, [TD_VNC_SAYS_PASSWORD] = 16};
  while (g->step <= TD_VNC_SAYS_PASSWORD) {
    const ssize_t got = recv(g->socket, g->input + g->count, wanted[g->step] - g->count, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (got <= 0) return false;
    g->count += (size_t)got;
    if (g->count < wanted[g->step]) continue;
    g->count = 0;
    const bool good = g->step == TD_VNC_SAYS_VERSION ? take_version(s, g) : g->step == TD_VNC_SAYS_TYPE ? take_type(s, g) : take_password(s, g);
    if (!good) return false;
  }
  return true;
}

td_vnc_visitor td_vnc_door_next(td_vnc *s) {
  const int64_t now = td_vnc_now();
  for (int i = 0; i < s->guest_count;) {
    td_vnc_guest *g = &s->guests[i];
    const bool is_late = g->deadline <= now;
    if (is_late && g->step == TD_VNC_IS_WRONG) refuse(g);
    if (is_late || !advance(s, g)) {
      send_away(s, g);
      continue;
    }
    if (g->step != TD_VNC_IS_THROUGH) {
      i++;
      continue;
    }
    const td_vnc_visitor visitor = {g->socket, g->minor};
    remove_guest(s, g);
    if (epoll_ctl(s->poll, EPOLL_CTL_DEL, visitor.socket, NULL) == 0) return visitor;
    close(visitor.socket);
  }
  return (td_vnc_visitor){-1, 0};
}

int64_t td_vnc_door_deadline(const td_vnc *s) {
  int64_t first = 0;
  for (int i = 0; i < s->guest_count; i++)
    if (!first || s->guests[i].deadline < first) first = s->guests[i].deadline;
  return first;
}

void td_vnc_door_close(td_vnc *s) {
  while (s->guest_count) send_away(s, &s->guests[0]);
}
