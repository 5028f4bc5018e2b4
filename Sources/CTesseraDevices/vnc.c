#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "vnc_client.h"
#include "vnc_door.h"
#include "vnc_queue.h"
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

// MARK: Listening

static bool is_loopback(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) return ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr) >> 24 == 127;
  if (address->sa_family != AF_INET6) return false;
  const struct in6_addr *in6 = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(in6) || (IN6_IS_ADDR_V4MAPPED(in6) && in6->s6_addr[12] == 127);
}

static int32_t port_of(int file) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(file, (struct sockaddr *)&address, &length) != 0) return 0;
  if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)(void *)&address)->sin_port);
  return ntohs(((struct sockaddr_in6 *)(void *)&address)->sin6_port);
}

static void set_port(struct sockaddr *address, int32_t port) {
  uint16_t number = htons((uint16_t)port);
  if (address->sa_family == AF_INET) ((struct sockaddr_in *)(void *)address)->sin_port = number;
  if (address->sa_family == AF_INET6) ((struct sockaddr_in6 *)(void *)address)->sin6_port = number;
}

static int listen_on(td_vnc *s, struct addrinfo *info, const char **step) {
  int file = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1;
  *step = "open a socket";
  if (file < 0) return errno;
  // One address family per socket, so that `*` may have both.
  if (info->ai_family == AF_INET6) (void)setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
  (void)setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
  *step = "listen";
  // With port 0 the second address family gets the port assigned to the first.
  if (s->port) set_port(info->ai_addr, s->port);
  if (bind(file, info->ai_addr, info->ai_addrlen) != 0 || listen(file, TD_VNC_MAX_GUESTS) != 0 || epoll_ctl(s->poll, EPOLL_CTL_ADD, file, &event) != 0) {
    int error = errno;
    close(file);
    return error;
  }
  s->port = port_of(file);
  s->listeners[s->listener_count++] = file;
  return 0;
}

static int start(td_vnc *s, const td_vnc_options *options, const char **step, char *message, size_t size) {
  *step = "make a poll file";
  s->poll = epoll_create1(EPOLL_CLOEXEC);
  if (s->poll < 0) return errno;
  s->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = s->wake};
  if (s->wake < 0 || epoll_ctl(s->poll, EPOLL_CTL_ADD, s->wake, &event) != 0) return errno;
  s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  event.data.fd = s->timer;
  if (s->timer < 0 || epoll_ctl(s->poll, EPOLL_CTL_ADD, s->timer, &event) != 0) return errno;
  char port[16];
  snprintf(port, sizeof port, "%d", options->port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | AI_PASSIVE}, *found = NULL;
  const char *address = !*options->address ? "127.0.0.1" : strcmp(options->address, "*") == 0 ? NULL : options->address;
  *step = "look the address up";
  int code = getaddrinfo(address, port, &hints, &found);
  if (code != 0) {
    snprintf(message, size, "%s", gai_strerror(code));
    return EINVAL;
  }
  int error = EINVAL;
  for (struct addrinfo *i = found; i; i = i->ai_next) {
    if (i->ai_family != AF_INET && i->ai_family != AF_INET6) continue;
    if (!options->password && !is_loopback(i->ai_addr)) {
      *step = "listen without a password";
      error = EACCES;
      goto done;
    }
  }
  for (struct addrinfo *i = found; i && s->listener_count < 4; i = i->ai_next) {
    if (i->ai_family != AF_INET && i->ai_family != AF_INET6) continue;
    int failed = listen_on(s, i, step);
    // A machine without one of the address families listens on the other.
    if (!failed) error = 0;
    else if (s->listener_count == 0 || failed == EADDRINUSE) error = failed;
    if (failed == EADDRINUSE) break;
  }
done:
  freeaddrinfo(found);
  return error;
}

int td_vnc_open(const td_vnc_options *options, td_vnc **out, const char **step, char *message, size_t size) {
  *out = NULL;
  *step = "load libvncserver";
  if (size) *message = 0;
  if (options->width < 1 || options->width > 16384 || options->height < 1 || options->height > 16384) return EINVAL;
  const char *missing = td_vnc_load();
  if (missing) {
    snprintf(message, size, "%s", missing);
    return ENOENT;
  }
  td_vnc *s = calloc(1, sizeof *s);
  if (!s) return ENOMEM;
  s->poll = s->wake = s->timer = -1;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->room, NULL);
  s->width = options->width;
  s->height = options->height;
  s->takes_input = options->takes_input != 0;
  snprintf(s->name, sizeof s->name, "%s", options->name ? options->name : "");
  if (options->password) snprintf(s->password, sizeof s->password, "%s", options->password);
  int error = options->password && !*options->password ? EACCES : start(s, options, step, message, size);
  if (error) {
    td_vnc_close(s);
    return error;
  }
  *out = s;
  return 0;
}

int32_t td_vnc_port(const td_vnc *s) { return s->port; }
int td_vnc_file(const td_vnc *s) { return s->poll; }
int td_vnc_client_count(const td_vnc *s) { return s->client_count; }

// MARK: Clients

static void free_client(td_vnc_client *c) {
  if (c->socket >= 0) close(c->socket);
  if (c->wake >= 0) close(c->wake);
  free(c);
}

/// Starts a thread for an authenticated connection.
static bool add_client(td_vnc *s, int file, int minor) {
  td_vnc_client *c = s->client_count < TD_VNC_MAX_CLIENTS ? calloc(1, sizeof *c) : NULL;
  if (!c) {
    close(file);
    return false;
  }
  c->server = s;
  c->socket = file;
  c->minor = minor;
  c->number = ++s->next_number;
  c->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  // Signals are for the program's threads; writing to a closed socket raises one.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  int failed = c->wake < 0 ? errno : pthread_create(&c->thread, &attributes, td_vnc_client_main, c);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failed) {
    free_client(c);
    return false;
  }
  pthread_mutex_lock(&s->lock);
  s->clients[s->client_count++] = c;
  pthread_mutex_unlock(&s->lock);
  return true;
}

static void reap(td_vnc *s) {
  for (int i = 0; i < s->client_count;) {
    td_vnc_client *c = s->clients[i];
    if (!atomic_load(&c->is_done)) {
      i++;
      continue;
    }
    pthread_join(c->thread, NULL);
    pthread_mutex_lock(&s->lock);
    s->clients[i] = s->clients[--s->client_count];
    if (s->client_count == 0) {
      // No viewers: the memory is freed, and the next client gets a new picture.
      free(s->frame);
      s->frame = NULL;
      s->frame_capacity = 0;
      s->has_frame = false;
    }
    pthread_mutex_unlock(&s->lock);
    free_client(c);
  }
}

/// Milliseconds without accepting connections after running out of descriptors or memory: they wait in the kernel's queue.
#define ACCEPT_PAUSE 1000

static void listen_to(td_vnc *s, bool listens) {
  for (int i = 0; i < s->listener_count; i++) {
    struct epoll_event event = {.events = listens ? EPOLLIN : 0, .data.fd = s->listeners[i]};
    (void)epoll_ctl(s->poll, EPOLL_CTL_MOD, s->listeners[i], &event);
  }
  s->accepts_at = listens ? 0 : td_vnc_now() + ACCEPT_PAUSE;
}

static void accept_from(td_vnc *s, int listener) {
  // Bounded: the rest is accepted in the next iteration.
  for (int n = 0; n < 8; n++) {
    int file = accept4(listener, NULL, NULL, SOCK_CLOEXEC), one = 1, idle = 60;
    if (file < 0) {
      // The listener stays readable: without a pause the loop would spin.
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) listen_to(s, false);
      if (errno == ECONNABORTED || errno == EINTR) continue;
      return;
    }
    // libvncserver uses select, whose sets are limited.
    if (file >= FD_SETSIZE - 8) {
      close(file);
      continue;
    }
    (void)setsockopt(file, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
    (void)setsockopt(file, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    (void)setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    td_vnc_door_greet(s, file);
  }
}

static void set_timer(td_vnc *s) {
  int64_t next = td_vnc_door_deadline(s);
  if (s->accepts_at && (!next || s->accepts_at < next)) next = s->accepts_at;
  // A millisecond later, so that the time has passed; 0 stops the timer.
  if (next) next++;
  const struct itimerspec time = {.it_value = {.tv_sec = next / 1000, .tv_nsec = next % 1000 * 1000000}};
  (void)timerfd_settime(s->timer, TFD_TIMER_ABSTIME, &time, NULL);
}

int td_vnc_serve(td_vnc *s) {
  uint64_t count;
  (void)!read(s->wake, &count, sizeof count);
  (void)!read(s->timer, &count, sizeof count);
  reap(s);
  if (s->accepts_at && s->accepts_at <= td_vnc_now()) listen_to(s, true);
  for (int i = 0; i < s->listener_count && !s->accepts_at; i++) accept_from(s, s->listeners[i]);
  int came = 0;
  for (td_vnc_visitor v = td_vnc_door_next(s); v.socket >= 0; v = td_vnc_door_next(s))
    if (add_client(s, v.socket, v.minor)) came++;
  set_timer(s);
  return came;
}

// MARK: Frames

static void add_pending(td_vnc_client *c, td_rect r) {
  if (c->pending_count < TD_VNC_PENDING) {
    c->pending[c->pending_count++] = r;
    return;
  }
  for (int i = 0; i < c->pending_count; i++) {
    const td_rect *p = &c->pending[i];
    int32_t right = p->x + p->width > r.x + r.width ? p->x + p->width : r.x + r.width;
    int32_t bottom = p->y + p->height > r.y + r.height ? p->y + p->height : r.y + r.height;
    r.x = p->x < r.x ? p->x : r.x;
    r.y = p->y < r.y ? p->y : r.y;
    r.width = right - r.x;
    r.height = bottom - r.y;
  }
  c->pending[0] = r;
  c->pending_count = 1;
}

static void set_whole(td_vnc_client *c, int32_t width, int32_t height) {
  c->pending[0] = (td_rect){0, 0, width, height};
  c->pending_count = 1;
}

int td_vnc_present(
    td_vnc *s, const uint8_t *pixels, size_t stride, int32_t width, int32_t height, const td_rect *rects, int count) {
  if (width < 1 || width > 16384 || height < 1 || height > 16384 || stride < (size_t)width * 4) return EINVAL;
  pthread_mutex_lock(&s->lock);
  bool is_new = !s->has_frame || s->width != width || s->height != height;
  if (s->client_count == 0) {
    s->width = width;
    s->height = height;
    pthread_mutex_unlock(&s->lock);
    return 0;
  }
  // At most 16384 * 16384 * 4 = 2^30 bytes: no overflow.
  size_t row = (size_t)width * 4, size = row * (size_t)height;
  if (size > s->frame_capacity) {
    uint8_t *frame = realloc(s->frame, size);
    if (!frame) {
      pthread_mutex_unlock(&s->lock);
      return ENOMEM;
    }
    s->frame = frame;
    s->frame_capacity = size;
  }
  bool is_resized = s->has_frame && (s->width != width || s->height != height);
  s->width = width;
  s->height = height;
  s->has_frame = true;
  td_rect whole = {0, 0, width, height};
  if (is_new) {
    rects = &whole;
    count = 1;
  }
  for (int i = 0; i < count; i++) {
    td_rect r = rects[i];
    if (r.x < 0 || r.y < 0 || r.width < 1 || r.height < 1 || r.width > width - r.x || r.height > height - r.y) continue;
    for (int32_t y = r.y; y < r.y + r.height; y++) {
      memcpy(s->frame + (size_t)y * row + (size_t)r.x * 4, pixels + (size_t)y * stride + (size_t)r.x * 4, (size_t)r.width * 4);
    }
    for (int k = 0; k < s->client_count; k++) add_pending(s->clients[k], r);
  }
  for (int k = 0; k < s->client_count; k++) {
    td_vnc_client *c = s->clients[k];
    if (is_resized) c->has_new_size = true;
    if (is_new) set_whole(c, width, height);
    td_vnc_signal(c->wake);
  }
  pthread_mutex_unlock(&s->lock);
  return 0;
}

// MARK: Closing

void td_vnc_close(td_vnc *s) {
  if (!s) return;
  for (int i = 0; i < s->listener_count; i++) close(s->listeners[i]);
  td_vnc_door_close(s);
  pthread_mutex_lock(&s->lock);
  s->is_closing = true;
  for (int i = 0; i < s->client_count; i++) {
    s->clients[i]->is_closing = true;
    // Ends blocking reads and writes.
    (void)shutdown(s->clients[i]->socket, SHUT_RDWR);
    td_vnc_signal(s->clients[i]->wake);
  }
  pthread_cond_broadcast(&s->room);
  pthread_mutex_unlock(&s->lock);
  for (int i = 0; i < s->client_count; i++) {
    pthread_join(s->clients[i]->thread, NULL);
    free_client(s->clients[i]);
  }
  if (s->poll >= 0) close(s->poll);
  if (s->wake >= 0) close(s->wake);
  if (s->timer >= 0) close(s->timer);
  pthread_cond_destroy(&s->room);
  pthread_mutex_destroy(&s->lock);
  free(s->frame);
  explicit_bzero(s->password, sizeof s->password);
  free(s);
}
