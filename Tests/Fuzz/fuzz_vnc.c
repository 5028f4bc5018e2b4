// Arbitrary bytes at the port of the VNC server, with a password or without, before and after the handshake, while frames of changing size are handed over. The input's first
// byte says how; the server must let every client go in the end, and lose nothing.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "tessera_vnc.h"
#include "vnc_client.h"

// Where a password is asked for, the same with those who know it and those who do not.
#ifndef PASSWORD
#define PASSWORD NULL
#endif

static td_vnc *server;
// Large enough for a part of it to be scrolled.
#define WIDTH 96
#define HEIGHT 80
static uint8_t frame[WIDTH * HEIGHT * 4];

static void start(void) {
  if (server) return;
  for (size_t i = 0; i < sizeof frame; i++) frame[i] = (uint8_t)(i * 37);
  const char *step = "";
  char message[200];
  td_vnc_options options = {.address = "", .port = 0, .name = "fuzz", .width = WIDTH, .height = HEIGHT, .takes_input = 1, .password = PASSWORD};
  if (td_vnc_open(&options, &server, &step, message, sizeof message) != 0) {
    fprintf(stderr, "%s: %s\n", step, message);
    exit(1);
  }
}

// One turn of the loop: takes what there is, hands a frame over.
static void turn(int32_t width, int32_t height) {
  (void)td_vnc_serve(server);
  td_vnc_event events[64];
  int count;
  while ((count = td_vnc_events(server, events, 64)) > 0) {
    for (int i = 0; i < count; i++) {
      if (events[i].kind < TD_VNC_POINTER || events[i].kind > TD_VNC_LEFT || events[i].x < 0 || events[i].y < 0 || events[i].buttons > 0x7f)
        abort();
    }
  }
  // It scrolls by three rows a turn.
  static uint8_t seed;
  memmove(frame, frame + 3 * WIDTH * 4, sizeof frame - 3 * WIDTH * 4);
  for (size_t i = sizeof frame - 3 * WIDTH * 4; i < sizeof frame; i++) frame[i] = seed = (uint8_t)(seed * 5 + 1 + i / 97);
  td_rect rect = {1, 1, width - 2, height - 2};
  if (td_vnc_present(server, frame, WIDTH * 4, width, height, &rect, 1) != 0) abort();
}

// Waits until the server has sent so many bytes; false where it hung up.
static bool hear(int file, uint8_t *bytes, size_t count) {
  for (size_t got = 0; got < count;) {
    turn(WIDTH, HEIGHT);
    struct pollfd one = {.fd = file, .events = POLLIN};
    if (poll(&one, 1, 10) == 0) continue;
    const ssize_t some = recv(file, bytes + got, count - got, 0);
    if (some <= 0) return false;
    got += (size_t)some;
  }
  return true;
}

// The handshake with a password, right or wrong. Returns whether the server lets the client in; a wrong one it must not let in.
static bool tell_password(int file, bool is_right) {
  static const uint8_t version[] = "RFB 003.008\n", type = 2, shared = 1;
  uint8_t heard[16] = {0};
  const int before = td_vnc_client_count(server);
  (void)!send(file, version, sizeof version - 1, MSG_NOSIGNAL);
  if (!hear(file, heard, 12) || !hear(file, heard, 2) || heard[1] != type) abort();
  (void)!send(file, &type, 1, MSG_NOSIGNAL);
  if (!hear(file, heard, sizeof heard)) abort();
  if (is_right) td_vnc_encrypt(heard, PASSWORD);
  else heard[3] ^= 1;
  (void)!send(file, heard, sizeof heard, MSG_NOSIGNAL);
  turn(WIDTH, HEIGHT);
  if (!is_right && td_vnc_client_count(server) > before) abort();
  if (is_right && (!hear(file, heard, 4) || memcmp(heard, "\0\0\0\0", 4) != 0)) abort();
  if (is_right) (void)!send(file, &shared, 1, MSG_NOSIGNAL);
  return is_right;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  start();
  if (length < 1) return 0;
  uint8_t how = *bytes++;
  length--;
  int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)td_vnc_port(server)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (file < 0) abort();
  if (connect(file, (struct sockaddr *)&address, sizeof address) != 0) {
    // Closed connections of earlier inputs keep their local ports for a minute.
    if (errno != EADDRNOTAVAIL) abort();
    close(file);
    return 0;
  }
  // Version, no authentication, shared; then every encoding and pseudo encoding that is asked for by a small number.
  static const uint8_t hello[] = "RFB 003.008\n\x01\x01";
  static const uint8_t encodings[] = {2, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 16, 0, 0, 0, 7, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0x21};
  static const uint8_t ask[] = {3, 0, 0, 0, 0, 0, 0, WIDTH, 0, HEIGHT};
  if (PASSWORD) {
    // A wrong one is answered a second later: nobody waits for that here.
    if (how & 1 && !tell_password(file, !(how & 16))) {
      (void)!send(file, bytes, length, MSG_NOSIGNAL);
      turn(WIDTH, HEIGHT);
      close(file);
      return 0;
    }
  } else if (how & 1) {
    (void)!send(file, hello, sizeof hello - 1, MSG_NOSIGNAL);
  }
  if ((how & 3) == 3) (void)!send(file, encodings, sizeof encodings, MSG_NOSIGNAL);
  if ((how & 5) == 5) (void)!send(file, ask, sizeof ask, MSG_NOSIGNAL);
  (void)!send(file, bytes, length, MSG_NOSIGNAL);
  shutdown(file, SHUT_WR);
  int32_t width = how & 8 ? 33 : WIDTH;
  turn(WIDTH, HEIGHT);
  for (int turns = 0; td_vnc_client_count(server) > 0; turns++) {
    struct pollfd files[2] = {{.fd = td_vnc_file(server), .events = POLLIN}, {.fd = file, .events = POLLIN}};
    // Nobody may keep a client for longer than this: it has hung up.
    if (poll(files, 2, 30000) == 0) abort();
    uint8_t answer[4096];
    if (files[1].revents && recv(file, answer, sizeof answer, MSG_DONTWAIT) <= 0) {
      struct linger now = {.l_onoff = 1};
      setsockopt(file, SOL_SOCKET, SO_LINGER, &now, sizeof now);
      close(file);
      file = -1;
      while (td_vnc_client_count(server) > 0) {
        struct pollfd end = {.fd = td_vnc_file(server), .events = POLLIN};
        if (poll(&end, 1, 30000) == 0) abort();
        turn(width, HEIGHT);
      }
      return 0;
    }
    turn(turns % 2 ? WIDTH : width, HEIGHT);
  }
  if (file >= 0) close(file);
  return 0;
}
