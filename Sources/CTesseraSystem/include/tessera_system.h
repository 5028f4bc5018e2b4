/// Linux calls that Swift's Glibc module does not export. Any thread.
#pragma once
#include <stdint.h>

/// Returns the kernel thread id of the caller. (pthread_self is `const` in glibc and may be cached across an await.)
int64_t ts_thread_id(void);

/// Returns the number of processors that the calling thread may run on, at least 1: the online ones, or those of its affinity mask.
int ts_processor_count(void);

/// Moves a thread of this process, given by its kernel id (above 0), to the lowest scheduling class (SCHED_IDLE). The caller guarantees
/// that the thread exists. Returns 0 or errno.
int ts_thread_demote(int64_t thread);

/// Creates an eventfd (non-blocking, close-on-exec). Returns the descriptor, or -errno. The caller closes it.
int ts_eventfd_create(void);

/// Increments the eventfd, which wakes its readers. Returns 0 or errno.
int ts_eventfd_signal(int fd);

/// Drains the eventfd. Returns 0 or errno.
int ts_eventfd_drain(int fd);

/// Closes a descriptor.
void ts_close(int fd);

/// Sleeps for `duration_ns` on the monotonic clock, resuming after signals. Returns immediately if it is not positive. Any thread.
void ts_sleep(int64_t duration_ns);

/// Requested and reported events of a file.
enum {
  TS_READABLE = 1,  ///< Data can be read.
  TS_URGENT = 2,    ///< Urgent event, as raised by a pressure trigger.
  TS_FAILED = 4,    ///< The file is in error or closed; always reported, never requested.
};

/// Maximum number of files of one ts_wait_any.
enum { TS_MAX_FILES = 64 };

/// Waits for an event of one of `count` files, at most `timeout_ns` (-1 means unlimited; no timer is armed). `states[i]` contains the
/// requested events of file i, and on return the reported ones; 0 if there are none. A file of -1 is never ready. At most TS_MAX_FILES. The
/// event of a pressure trigger is consumed by the report. Returns the number of files with events, or -errno.
int ts_wait_any(const int32_t *files, uint8_t *states, int count, int64_t timeout_ns);

/// Opens a pressure file and sets a trigger ("some 150000 2000000": stall time within a window, in microseconds). Returns the descriptor,
/// or -errno if the file does not exist or may not be watched. The caller closes it.
int ts_pressure_open(const char *path, const char *trigger);

/// Configures the C library's allocator to return memory to the kernel as soon as 128 KiB at the end of the heap are free, and every block
/// of at least that size when it is freed. By default it keeps more after the first large block was freed. All threads share one heap.
/// Process-wide; call it at startup. No effect with other allocators.
void ts_memory_keep_little(void);

/// Returns the monotonic time in nanoseconds.
int64_t ts_monotonic_ns(void);
