/// The virtual terminal under a screen: put into graphics mode, and given back on every way out. One a process; one thread but for what a signal
/// handler may call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Takes the terminal at `path` (NULL: the one that the process belongs to, else the one that is seen): graphics mode, keys kept from the
/// shell behind it, and switching between terminals announced by signals.
///
/// From then on it is given back by td_console_give_back, by `exit`, by a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS), and
/// by a small process beside this one where this one is killed. Returns 0, or errno where nothing was taken: ENOTTY where there is no
/// virtual terminal, EBUSY where it is taken already. `release_signal` and `acquire_signal` 0: switching is not announced.
int td_console_take(const char *path, int release_signal, int acquire_signal);

/// Gives it back as it was found. Safe in a signal handler; does nothing where nothing is taken.
void td_console_give_back(void);

/// Answers the signal that asks for the terminal to be left.
void td_console_allow_release(void);

/// Answers the signal that says it is here again, and sets graphics mode again.
void td_console_acquired(void);

/// Asks for terminal `number` (from 1) to be shown. Returns 0 or errno.
int td_console_switch(int number);
