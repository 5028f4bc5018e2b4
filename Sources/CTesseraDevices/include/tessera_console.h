/// The virtual terminal below a screen: set to graphics mode, and restored on every exit. One per process; one thread, except for functions
/// that a signal handler may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Takes the terminal at `path` (NULL: that of the process, else the active one): sets graphics mode, keeps keys from the
/// shell behind it, and enables signals for switching terminals.
///
/// From then on it is restored by td_console_give_back, by `exit`, and by a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP,
/// SIGSYS). If this process is killed, a small guard process restores it. Returns 0, or errno if nothing was taken: ENOTTY without a
/// virtual terminal, EBUSY if it is already taken. `release_signal` and `acquire_signal` 0: no signals for switching.
int td_console_take(const char *path, int release_signal, int acquire_signal);

/// Restores the terminal. Safe in a signal handler; does nothing if nothing is taken.
void td_console_give_back(void);

/// Acknowledges the signal to release the terminal.
void td_console_allow_release(void);

/// Acknowledges the signal that the terminal is active again, and sets graphics mode again.
void td_console_acquired(void);

/// Switches to terminal `number` (from 1). Returns 0 or errno.
int td_console_switch(int number);
