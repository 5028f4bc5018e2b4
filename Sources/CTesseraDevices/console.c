#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_console.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef K_OFF
#define K_OFF 0x04
#endif
#ifndef KDSKBMUTE
#define KDSKBMUTE 0x4B51
#endif

// State to restore. Written before `is_taken` is set, and never afterwards: a signal handler may read it.
static struct {
  int file, mode, keyboard;
  bool has_keyboard, has_switching;
  struct vt_mode switching;
} before;
static atomic_int is_taken;
static int guard_pipe = -1;
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
enum { CRASHES = sizeof crashes / sizeof crashes[0] };
static struct sigaction crash_actions[CRASHES];

static void put_back(int file) {
  if (before.has_switching) (void)ioctl(file, VT_SETMODE, &before.switching);
  if (before.has_keyboard) (void)ioctl(file, KDSKBMODE, before.keyboard);
  (void)ioctl(file, KDSETMODE, before.mode);
}

static void on_crash(int signal, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  if (atomic_exchange(&is_taken, 0)) put_back(before.file);
  for (int i = 0; i < CRASHES; i++) {
    if (crashes[i] == signal) sigaction(signal, &crash_actions[i], NULL);
  }
  errno = saved;
  // A fault recurs when the handler returns; sent signals and traps must be raised again.
  if (info->si_code <= 0 || signal == SIGABRT || signal == SIGTRAP || signal == SIGSYS) raise(signal);
}

static int open_console(const char *path) {
  const char *candidates[] = {path ? path : "/dev/tty", path ? NULL : "/dev/tty0"};
  int error = ENOTTY;
  for (int i = 0; i < 2 && candidates[i]; i++) {
    int file = open(candidates[i], O_RDWR | O_CLOEXEC | O_NOCTTY), mode;
    if (file < 0) {
      error = errno;
      continue;
    }
    if (ioctl(file, KDGETMODE, &mode) == 0) return file;
    error = ENOTTY;
    close(file);
  }
  return -error;
}

// A separate guard process that holds only the terminal and one end of a pipe. When the other end is closed, because this
// process has ended for any reason, it restores the terminal.
static void start_guard(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return;
  }
  if (child == 0) {
    // Only calls that are safe after forking a threaded process.
    if (fork() != 0) _exit(0); // the remaining process needs no parent to wait for it
    setsid();
    sigset_t none;
    sigemptyset(&none);
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 0; i < CRASHES; i++) signal(crashes[i], SIG_DFL);
    int null = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3 && null >= 0; i++) dup2(null, i);
    // Moves the two needed files to high numbers, and back down after all others are closed.
    int pipe_end = fcntl(ends[0], F_DUPFD, 100), terminal = fcntl(before.file, F_DUPFD, 102);
    if (pipe_end < 0 || terminal < 0) _exit(1);
    dup2(pipe_end, 3);
    dup2(terminal, 4);
    if (syscall(SYS_close_range, 5u, ~0u, 0u) != 0) {
      for (int file = 5; file < 4096; file++) close(file);
    }
    prctl(PR_SET_NAME, "tessera-console");
    char last;
    ssize_t count;
    do count = read(3, &last, 1);
    while (count < 0 && errno == EINTR);
    if (count == 0) put_back(4); // a byte means a regular end
    _exit(0);
  }
  close(ends[0]);
  guard_pipe = ends[1];
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
}

int td_console_take(const char *path, int release_signal, int acquire_signal) {
  static bool is_registered;
  if (atomic_load(&is_taken)) return EBUSY;
  int file = open_console(path);
  if (file < 0) return -file;
  before.file = file;
  before.has_keyboard = before.has_switching = false;
  int error = 0;
  if (ioctl(file, KDGETMODE, &before.mode) != 0) error = errno;
  // A crashed program may have left it in graphics mode, which must not be restored.
  before.mode = KD_TEXT;
  if (!error && ioctl(file, KDSETMODE, KD_GRAPHICS) != 0) error = errno;
  if (error) {
    close(file);
    return error;
  }
  if (ioctl(file, KDGKBMODE, &before.keyboard) == 0) {
    if (before.keyboard == K_OFF) before.keyboard = K_UNICODE;
    before.has_keyboard = ioctl(file, KDSKBMODE, K_OFF) == 0;
  }
  if (release_signal && acquire_signal && ioctl(file, VT_GETMODE, &before.switching) == 0) {
    struct vt_mode mode = {.mode = VT_PROCESS, .relsig = (short)release_signal, .acqsig = (short)acquire_signal};
    before.switching.mode = VT_AUTO;
    before.has_switching = ioctl(file, VT_SETMODE, &mode) == 0;
  }
  if (!is_registered) is_registered = atexit(td_console_give_back) == 0;
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &action, &crash_actions[i]);
  start_guard();
  atomic_store(&is_taken, 1);
  return 0;
}

void td_console_give_back(void) {
  if (!atomic_exchange(&is_taken, 0)) return;
  put_back(before.file);
  if (guard_pipe >= 0) {
    (void)!write(guard_pipe, "", 1);
    close(guard_pipe);
    guard_pipe = -1;
  }
  for (int i = 0; i < CRASHES; i++) sigaction(crashes[i], &crash_actions[i], NULL);
  close(before.file);
}

void td_console_allow_release(void) {
  if (atomic_load(&is_taken)) (void)ioctl(before.file, VT_RELDISP, 1);
}

void td_console_acquired(void) {
  if (!atomic_load(&is_taken)) return;
  (void)ioctl(before.file, VT_RELDISP, VT_ACKACQ);
  (void)ioctl(before.file, KDSETMODE, KD_GRAPHICS);
}

int td_console_switch(int number) {
  if (!atomic_load(&is_taken)) return ENOTTY;
  return ioctl(before.file, VT_ACTIVATE, number) == 0 ? 0 : errno;
}
