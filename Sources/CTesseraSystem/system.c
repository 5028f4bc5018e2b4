#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_system.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int64_t ts_thread_id(void) {
  /* Needed for every draw, so it is cached per thread. */
  static _Thread_local int64_t number;
  if (number == 0) number = (int64_t)syscall(SYS_gettid);
  return number;
}

int ts_processor_count(void) {
  cpu_set_t set;
  /* The set is too small for machines with more than 1,024 processors. */
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set) > 0 ? CPU_COUNT(&set) : 1;
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 && online <= INT_MAX ? (int)online : 1;
}

int ts_thread_demote(int64_t thread) {
  struct sched_param p = {0};
  if (thread <= 0) return EINVAL; /* 0 would mean the caller */
  return sched_setscheduler((pid_t)thread, SCHED_IDLE, &p) == 0 ? 0 : errno;
}

int ts_eventfd_create(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd >= 0 ? fd : -errno;
}

int ts_eventfd_signal(int fd) {
  uint64_t one = 1;
  for (;;) {
    if (write(fd, &one, sizeof one) == (ssize_t)sizeof one) return 0;
    if (errno == EAGAIN) return 0; // the counter is full, so the reader is already awake
    if (errno != EINTR) return errno;
  }
}

int ts_eventfd_drain(int fd) {
  uint64_t count;
  for (;;) {
    if (read(fd, &count, sizeof count) == (ssize_t)sizeof count) return 0;
    if (errno == EAGAIN) return 0;
    if (errno != EINTR) return errno;
  }
}

void ts_memory_keep_little(void) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, 128 * 1024);
  mallopt(M_ARENA_MAX, 1); // per-thread heaps grow page by page, which stops other threads, and keep their memory
#endif
}

void ts_close(int fd) { close(fd); }

void ts_sleep(int64_t duration_ns) {
  struct timespec end;
  if (duration_ns <= 0 || clock_gettime(CLOCK_MONOTONIC, &end) != 0) return;
  end.tv_sec += duration_ns / 1000000000;
  end.tv_nsec += duration_ns % 1000000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec++;
    end.tv_nsec -= 1000000000;
  }
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR) {}
}

int ts_wait_any(const int32_t *files, uint8_t *states, int count, int64_t timeout_ns) {
  struct pollfd p[TS_MAX_FILES];
  if (count < 0 || count > TS_MAX_FILES) return -EINVAL;
  for (int i = 0; i < count; i++) {
    short events = (short)((states[i] & TS_READABLE ? POLLIN : 0) | (states[i] & TS_URGENT ? POLLPRI : 0));
    p[i] = (struct pollfd){.fd = files[i], .events = events};
  }
  struct timespec t = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
  int n = ppoll(p, (nfds_t)count, timeout_ns < 0 ? NULL : &t, NULL);
  if (n < 0) n = -errno;
  for (int i = 0; i < count; i++) {
    int r = n > 0 ? p[i].revents : 0;
    states[i] = (uint8_t)((r & POLLIN ? TS_READABLE : 0) | (r & POLLPRI ? TS_URGENT : 0) | (r & (POLLERR | POLLHUP | POLLNVAL) ? TS_FAILED : 0));
  }
  return n;
}

int ts_pressure_open(const char *path, const char *trigger) {
  int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -errno;
  size_t length = strlen(trigger) + 1;
  if (write(fd, trigger, length) != (ssize_t)length) {
    int error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

int64_t ts_monotonic_ns(void) {
  struct timespec t;
  if (clock_gettime(CLOCK_MONOTONIC, &t) != 0) return 0; // the clock exists on every Linux; 0 keeps the result defined
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
