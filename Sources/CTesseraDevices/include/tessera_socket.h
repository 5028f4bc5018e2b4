/// Unix stream sockets for lines of text: one that listens, and connections. Files do not block and are not inherited. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Listens at `path`, which only the owner may connect to. What a listener left that is gone is replaced. Returns the file or -errno: ENAMETOOLONG
/// beyond 107 bytes, EADDRINUSE where somebody listens there, EEXIST where something else is there.
int td_socket_listen(const char *path, int backlog);

/// Takes a connection that waits. Returns its file or -errno: EAGAIN where none waits.
int td_socket_accept(int file);

/// Connects to `path`. Returns the file, which blocks, or -errno.
int td_socket_connect(const char *path);

/// Reads up to `size` bytes. Returns how many, 0 at the end, or -errno: EAGAIN where there are none now.
long td_socket_read(int file, uint8_t *bytes, size_t size);

/// Writes up to `size` bytes, without a signal where the other end is gone. Returns how many or -errno: EAGAIN where there is no room now.
long td_socket_write(int file, const uint8_t *bytes, size_t size);

/// Gives up the name of a listener, where it still is that of `file`.
void td_socket_unlink(int file, const char *path);
