#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "mutators.h"

int fz_file(const uint8_t *bytes, size_t size) {
  static int file = -1;
  if (file < 0) file = memfd_create("fuzz", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, 0) != 0) return -1;
  for (size_t done = 0; done < size;) {
    ssize_t count = pwrite(file, bytes + done, size - done, (off_t)done);
    if (count <= 0) return -1;
    done += (size_t)count;
  }
  return file;
}
