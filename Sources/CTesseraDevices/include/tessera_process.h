/// What a program under a supervisor needs of the system: signals as a file, changes of files, notifications. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Signals that are taken as messages.
typedef enum {
  TD_SIGNAL_STOP = 0,    ///< SIGTERM, SIGINT
  TD_SIGNAL_RELOAD = 1,  ///< SIGHUP
  TD_SIGNAL_RELEASE = 2, ///< SIGUSR1: the terminal is to be left
  TD_SIGNAL_ACQUIRE = 3, ///< SIGUSR2: the terminal is here again
} td_signal;

/// Numbers of the two signals for the terminal.
int td_release_signal(void);
int td_acquire_signal(void);

/// Holds the signals above back, in this thread and those that it starts, and returns a file that becomes readable when one comes, or -errno.
int td_signals_open(void);

/// Takes the next signal: td_signal, or -1 where none waits.
int td_signals_next(int file);

/// Closes the file and lets the signals through again.
void td_signals_close(int file);

/// Opens a watcher of files. Returns the file or -errno.
int td_watch_open(void);

/// Watches what happens in a directory: files made, moved in, written, removed, given other permissions. Returns its number or -errno.
int td_watch_directory(int file, const char *path);

typedef struct {
  int32_t directory;   ///< As td_watch_directory returned; -1: events were lost.
  int32_t is_gone;     ///< The file was removed or moved away.
  int32_t is_finished; ///< The file was written and closed, or moved in.
  char name[256];
} td_change;

/// Takes up to `capacity` changes (8 kB of memory is enough for the kernel's own buffer at a time). Returns how many.
int td_watch_read(int file, td_change *changes, int capacity);

/// Sends `message` to the supervisor that NOTIFY_SOCKET names. Returns 0, ENOENT where nobody is named, or errno.
int td_notify(const char *message);

/// A file that another thread makes readable, or -errno.
int td_wake_open(void);

/// Makes it readable; any thread.
void td_wake(int file);

/// Makes it unreadable again.
void td_wake_take(int file);

/// A file that becomes readable when the machine has slept, or its clock was set, or -errno.
int td_sleep_open(void);

/// Makes it unreadable again.
void td_sleep_take(int file);

/// Seconds that the machine has slept since it was started.
double td_slept(void);

/// Microseconds within which the supervisor wants a sign of life; 0: it wants none.
uint64_t td_watchdog_interval(void);

/// The most memory that the process had at once, bytes (VmHWM).
uint64_t td_peak_memory(void);

void td_close(int file);

/// Makes an epoll file; -errno where that fails. td_poll_add and td_poll_remove say which files make it readable.
int td_poll_create(void);
int td_poll_add(int poll, int file);
/// The same for a file that is to be written to: EPERM where it cannot be waited for, as on disks.
int td_poll_add_writable(int poll, int file);
void td_poll_remove(int poll, int file);
/// Whether the file, which was added, is waited for until it can be written to, beside being readable.
void td_poll_change(int poll, int file, int is_writable);
/// Which of the files are readable now, at most `capacity`. Does not wait.
int td_poll_ready(int poll, int *files, int capacity);
