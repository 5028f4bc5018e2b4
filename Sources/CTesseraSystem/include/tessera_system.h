/// Linux calls that Swift's Glibc module does not export. Any thread.
#pragma once
#include <stdint.h>

/// Returns the kernel thread id of the caller. (pthread_self is `const` in glibc and may be cached across an await.)
int64_t ts_thread_id(void);

/// Processors that the calling thread may run on, at least 1: those that are online, or fewer where it is held to some of them.
int ts_processor_count(void);

/// Puts a thread of this process, by its kernel id (above 0), into the lowest scheduling class (SCHED_IDLE). The caller sees to it that the thread lives.
/// Returns 0, or errno.
int ts_thread_demote(int64_t thread);

/// Creates an eventfd (non-blocking, close-on-exec). Returns the descriptor, or -errno. The caller closes it.
int ts_eventfd_create(void);

/// Adds one to the eventfd, waking whoever waits. Returns 0 or errno.
int ts_eventfd_signal(int fd);

/// Drains the eventfd. Returns 0 or errno.
int ts_eventfd_drain(int fd);

/// Closes a descriptor.
void ts_close(int fd);

/// Sleeps for `duration_ns` by the monotonic clock, through signals. Returns at once where it is not above zero. Any thread.
void ts_sleep(int64_t duration_ns);

/// What a file is waited for, and what came of it.
enum {
  TS_READABLE = 1,  ///< There is something to read.
  TS_URGENT = 2,    ///< There is something urgent: what a pressure trigger raises.
  TS_FAILED = 4,    ///< The file is in error or gone; never asked for, always told.
};

/// Most files of one ts_wait_any.
enum { TS_MAX_FILES = 64 };

/// Waits until something comes of one of `count` files, or `timeout_ns` has passed (-1: for ever; no timer is armed then). `states[i]` is what file i is
/// waited for, and holds afterwards what came of it, 0 for nothing. A file of -1 is never ready. At most TS_MAX_FILES.
/// A pressure trigger that was told is not raised again. Returns how many files something came of, or -errno.
int ts_wait_any(const int32_t *files, uint8_t *states, int count, int64_t timeout_ns);

/// Opens a pressure file and sets a trigger on it ("some 150000 2000000": microseconds of waiting, of a window).
/// Returns the descriptor, or -errno where there is no such file or nobody may watch it. The caller closes it.
int ts_pressure_open(const char *path, const char *trigger);

/// Has the C library's allocator give memory back to the kernel as soon as 128 KiB at the end of its heap are free, and every block of that size or more
/// when it is freed; else it keeps more once one large block was freed. All threads share one heap. Process-wide, at its start; where there is no such
/// allocator, nothing.
void ts_memory_keep_little(void);

/// Monotonic time in nanoseconds.
int64_t ts_monotonic_ns(void);
