/// System interfaces for programs under a supervisor: signals as a file, file changes, notifications. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Signals delivered as messages.
typedef enum {
  TD_SIGNAL_STOP = 0,    ///< SIGTERM, SIGINT
  TD_SIGNAL_RELOAD = 1,  ///< SIGHUP
  TD_SIGNAL_RELEASE = 2, ///< SIGUSR1: the terminal is to be released
  TD_SIGNAL_ACQUIRE = 3, ///< SIGUSR2: the terminal is active again
} td_signal;

/// Numbers of the two terminal signals.
int td_release_signal(void);
int td_acquire_signal(void);

/// Blocks the signals above, in this thread and those that it starts, and returns a file that becomes readable when one arrives, or -errno.
int td_signals_open(void);

/// Takes the next signal: td_signal, or -1 if none is waiting.
int td_signals_next(int file);

/// Closes the file and unblocks the signals.
void td_signals_close(int file);

/// Opens a file watcher. Returns the file or -errno.
int td_watch_open(void);

/// Watches the files of a directory: created, moved in, written, removed, permissions changed. Returns its number or -errno.
int td_watch_directory(int file, const char *path);

typedef struct {
  int32_t directory;   ///< As returned by td_watch_directory; -1: events were lost.
  int32_t is_gone;     ///< The file was removed or moved away.
  int32_t is_finished; ///< The file was written and closed, or moved in.
  char name[256];
} td_change;

/// Reads up to `capacity` changes (with 8 kB of memory, which is enough for the kernel's own buffer at a time). Returns their number.
int td_watch_read(int file, td_change *changes, int capacity);

/// Sends `message` to the supervisor named by NOTIFY_SOCKET. Returns 0, ENOENT if it is not set, or errno.
int td_notify(const char *message);

/// A file that another thread makes readable, or -errno.
int td_wake_open(void);

/// Makes it readable; any thread.
void td_wake(int file);

/// Makes it unreadable again.
void td_wake_take(int file);

/// A file that becomes readable when the machine has resumed from sleep, or its clock was set, or -errno.
int td_sleep_open(void);

/// Makes it unreadable again.
void td_sleep_take(int file);

/// Seconds that the machine has slept since it was booted.
double td_slept(void);

/// Watchdog interval of the supervisor in microseconds; 0: no watchdog.
uint64_t td_watchdog_interval(void);

/// Peak memory use of the process, bytes (VmHWM).
uint64_t td_peak_memory(void);

void td_close(int file);

/// Creates an epoll file; -errno on failure. td_poll_add and td_poll_remove set the files that make it readable.
int td_poll_create(void);
int td_poll_add(int poll, int file);
/// The same for a file to be written to: EPERM if it cannot be polled, like files on disks.
int td_poll_add_writable(int poll, int file);
void td_poll_remove(int poll, int file);
/// Whether an added file is polled for writability, besides readability.
void td_poll_change(int poll, int file, int is_writable);
/// Returns the files that are currently readable, at most `capacity`. Does not block.
int td_poll_ready(int poll, int *files, int capacity);
