#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tessera_drm.h"
#include <errno.h>
#include <linux/netlink.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int td_hotplug_open(void) {
  int file = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (file < 0) return -errno;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1}; // events of the kernel itself
  if (bind(file, (struct sockaddr *)&address, sizeof address) != 0) {
    int error = errno;
    close(file);
    return -error;
  }
  return file;
}

int td_hotplug_take(int file) {
  int changed = 0;
  for (;;) {
    char text[4096];
    struct sockaddr_nl sender;
    socklen_t size = sizeof sender;
    ssize_t length = recvfrom(file, text, sizeof text - 1, 0, (struct sockaddr *)&sender, &size);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0 && errno == ENOBUFS) {
      changed = 1; // events were lost: check
      continue;
    }
    if (length <= 0) return changed;
    if (sender.nl_pid != 0) continue; // only the kernel is trusted
    text[length] = 0;
    bool is_display = false, has_changed = false;
    for (ssize_t at = 0; at < length; at += (ssize_t)strlen(text + at) + 1) {
      if (strcmp(text + at, "SUBSYSTEM=drm") == 0) is_display = true;
      // A display, or a whole card.
      if (strcmp(text + at, "HOTPLUG=1") == 0 || strcmp(text + at, "ACTION=add") == 0) has_changed = true;
    }
    if (is_display && has_changed) changed = 1;
  }
}
