#define _GNU_SOURCE
#include "tessera_socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/// Sets the address for `path`. Returns 0 or errno.
static int make_address(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length == 0) return ENOENT;
  if (length >= sizeof address->sun_path) return ENAMETOOLONG;
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length + 1);
  return 0;
}

int td_socket_connect(const char *path) {
  struct sockaddr_un address;
  int error = make_address(path, &address);
  if (error) return -error;
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return -errno;
  while (connect(file, (const struct sockaddr *)&address, sizeof address) != 0) {
    if (errno == EINTR) continue;
    error = errno;
    close(file);
    return -error;
  }
  return file;
}

/// Removes a socket without a listener. Returns 0 or errno.
static int make_room(const char *path) {
  struct stat status;
  if (lstat(path, &status) != 0) return errno == ENOENT ? 0 : errno;
  if (!S_ISSOCK(status.st_mode)) return EEXIST;
  int other = td_socket_connect(path);
  if (other >= 0) {
    close(other);
    return EADDRINUSE;
  }
  if (other != -ECONNREFUSED) return -other;
  return unlink(path) == 0 || errno == ENOENT ? 0 : errno;
}

int td_socket_listen(const char *path, int backlog) {
  struct sockaddr_un address;
  int error = make_address(path, &address);
  if (!error) error = make_room(path);
  if (error) return -error;
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) return -errno;
  // bind gives the name the mode of the socket, so no other user can connect in between.
  if (fchmod(file, 0600) == 0 && bind(file, (const struct sockaddr *)&address, sizeof address) == 0) {
    if (chmod(path, 0600) == 0 && listen(file, backlog) == 0) return file;
    error = errno;
    unlink(path);
  } else {
    error = errno;
  }
  close(file);
  return -error;
}

int td_socket_accept(int file) {
  for (;;) {
    int other = accept4(file, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (other >= 0) return other;
    if (errno != EINTR && errno != ECONNABORTED) return -errno;
  }
}

long td_socket_read(int file, uint8_t *bytes, size_t size) {
  for (;;) {
    ssize_t count = recv(file, bytes, size, 0);
    if (count >= 0) return (long)count;
    if (errno != EINTR) return -errno;
  }
}

long td_socket_write(int file, const uint8_t *bytes, size_t size) {
  for (;;) {
    ssize_t count = send(file, bytes, size, MSG_NOSIGNAL);
    if (count >= 0) return (long)count;
    if (errno != EINTR) return -errno;
  }
}

void td_socket_unlink(int file, const char *path) {
  struct sockaddr_un address, own;
  socklen_t length = sizeof own;
  if (make_address(path, &address) != 0 || getsockname(file, (struct sockaddr *)&own, &length) != 0) return;
  if (strncmp(own.sun_path, address.sun_path, sizeof own.sun_path) == 0) unlink(path);
}
