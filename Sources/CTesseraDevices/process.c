#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int td_release_signal(void) { return SIGUSR1; }
int td_acquire_signal(void) { return SIGUSR2; }

static sigset_t messages(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  return set;
}

int td_signals_open(void) {
  sigset_t set = messages();
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error) return -error;
  int file = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return file >= 0 ? file : -errno;
}

int td_signals_next(int file) {
  struct signalfd_siginfo info;
  if (read(file, &info, sizeof info) != (ssize_t)sizeof info) return -1;
  switch (info.ssi_signo) {
  case SIGHUP: return TD_SIGNAL_RELOAD;
  case SIGUSR1: return TD_SIGNAL_RELEASE;
  case SIGUSR2: return TD_SIGNAL_ACQUIRE;
  default: return TD_SIGNAL_STOP;
  }
}

void td_signals_close(int file) {
  // Pending signals are dropped, not delivered: the program is already exiting.
  while (td_signals_next(file) >= 0) {}
  close(file);
  sigset_t set = messages();
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int td_watch_open(void) {
  int file = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return file >= 0 ? file : -errno;
}

int td_watch_directory(int file, const char *path) {
  int number = inotify_add_watch(
      file, path, IN_CREATE | IN_ATTRIB | IN_DELETE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR);
  return number >= 0 ? number : -errno;
}

int td_watch_read(int file, td_change *changes, int capacity) {
  // An event has at least 16 bytes, so at most `capacity` of them are read; with the longest name it has 16 + 256 bytes, which must fit.
  _Alignas(struct inotify_event) char buffer[8192];
  size_t room = sizeof buffer < (size_t)(capacity < 0 ? 0 : capacity) * 16 ? sizeof buffer : (size_t)(capacity < 0 ? 0 : capacity) * 16;
  if (room < 16 + 256) return 0;
  ssize_t length = read(file, buffer, room);
  int count = 0;
  for (ssize_t at = 0; at + (ssize_t)sizeof(struct inotify_event) <= length && count < capacity;) {
    struct inotify_event event;
    memcpy(&event, buffer + at, sizeof event);
    if ((ssize_t)event.len > length - at - (ssize_t)sizeof event) break;
    td_change *change = &changes[count++];
    memset(change, 0, sizeof *change);
    change->directory = event.mask & IN_Q_OVERFLOW ? -1 : event.wd;
    change->is_gone = (event.mask & (IN_DELETE | IN_MOVED_FROM)) != 0;
    change->is_finished = (event.mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0;
    if (event.len) snprintf(change->name, sizeof change->name, "%s", buffer + at + sizeof event);
    at += (ssize_t)(sizeof event + event.len);
  }
  return count;
}

int td_wake_open(void) {
  int file = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return file < 0 ? -errno : file;
}

void td_wake(int file) {
  uint64_t one = 1;
  // If it would block, the file is already readable.
  while (write(file, &one, sizeof one) < 0 && errno == EINTR) {}
}

void td_wake_take(int file) {
  uint64_t count;
  while (read(file, &count, sizeof count) < 0 && errno == EINTR) {}
}

int td_sleep_open(void) {
  int file = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (file < 0) return -errno;
  // It never expires. The kernel ends the wait when the clock jumps, as it does during sleep.
  struct itimerspec never = {.it_value.tv_sec = INT32_MAX};
  if (timerfd_settime(file, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) return file;
  int error = errno;
  close(file);
  return -error;
}

void td_sleep_take(int file) {
  uint64_t count;
  while (read(file, &count, sizeof count) < 0 && errno == EINTR) {}
}

double td_slept(void) {
  struct timespec all, awake;
  if (clock_gettime(CLOCK_BOOTTIME, &all) || clock_gettime(CLOCK_MONOTONIC, &awake)) return 0;
  return (double)(all.tv_sec - awake.tv_sec) + (double)(all.tv_nsec - awake.tv_nsec) / 1e9;
}

int td_notify(const char *message) {
  const char *name = getenv("NOTIFY_SOCKET");
  if (!name || !*name) return ENOENT;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length >= sizeof address.sun_path) return ENAMETOOLONG;
  memcpy(address.sun_path, name, length);
  if (name[0] == '@') address.sun_path[0] = 0; // an abstract name
  int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) return errno;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (name[0] == '@' ? 0 : 1));
  ssize_t sent = sendto(file, message, strlen(message), MSG_NOSIGNAL, (struct sockaddr *)&address, size);
  int error = sent < 0 ? errno : 0;
  close(file);
  return error;
}

uint64_t td_watchdog_interval(void) {
  const char *interval = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
  if (!interval || (process && strtol(process, NULL, 10) != (long)getpid())) return 0;
  long long value = strtoll(interval, NULL, 10);
  return value > 0 ? (uint64_t)value : 0;
}

uint64_t td_peak_memory(void) {
  FILE *file = fopen("/proc/self/status", "re");
  if (!file) return 0;
  char line[128];
  unsigned long long kilobytes = 0;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "VmHWM: %llu", &kilobytes) == 1) break;
  }
  fclose(file);
  return kilobytes * 1024;
}

void td_close(int file) { close(file); }

int td_poll_create(void) {
  int file = epoll_create1(EPOLL_CLOEXEC);
  return file >= 0 ? file : -errno;
}

int td_poll_add(int poll, int file) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = file};
  return epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) == 0 ? 0 : errno;
}

int td_poll_add_writable(int poll, int file) {
  struct epoll_event event = {.events = EPOLLOUT, .data.fd = file};
  return epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) == 0 ? 0 : errno;
}

void td_poll_change(int poll, int file, int is_writable) {
  struct epoll_event event = {.events = is_writable ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.fd = file};
  (void)epoll_ctl(poll, EPOLL_CTL_MOD, file, &event);
}

void td_poll_remove(int poll, int file) { (void)epoll_ctl(poll, EPOLL_CTL_DEL, file, NULL); }

int td_poll_ready(int poll, int *files, int capacity) {
  struct epoll_event events[32];
  int n = epoll_wait(poll, events, capacity < 32 ? capacity : 32, 0);
  for (int i = 0; i < n; i++) files[i] = events[i].data.fd;
  return n > 0 ? n : 0;
}
