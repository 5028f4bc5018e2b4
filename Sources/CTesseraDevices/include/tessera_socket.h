/// Unix stream sockets for lines of text: a listener, and connections. Files are non-blocking and not inherited. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Listens at `path`, with connections restricted to the owner. A stale socket of an ended listener is replaced. Returns the file or
/// -errno: ENAMETOOLONG above 107 bytes, EADDRINUSE if another listener exists, EEXIST if the path is not a socket.
int td_socket_listen(const char *path, int backlog);

/// Accepts a waiting connection. Returns its file or -errno: EAGAIN if none is waiting.
int td_socket_accept(int file);

/// Connects to `path`. Returns the file, which is blocking, or -errno.
int td_socket_connect(const char *path);

/// Reads up to `size` bytes. Returns their number, 0 at the end, or -errno: EAGAIN if none are available.
long td_socket_read(int file, uint8_t *bytes, size_t size);

/// Writes up to `size` bytes, without a signal if the other end is closed. Returns their number or -errno: EAGAIN if there is no space.
long td_socket_write(int file, const uint8_t *bytes, size_t size);

/// Removes the name of a listener, if it still belongs to `file`.
void td_socket_unlink(int file, const char *path);
