#include "internal.h"
#include <stdlib.h>

enum { PIECE = 16 << 10 }; // bytes of a file that are read at once

cr_image_status cr_source_fill(cr_source *s, char *message) {
  if (s->position < s->length) return CR_IMAGE_OK;
  if (s->read) {
    if (!s->piece) s->piece = malloc(PIECE);
    if (!s->piece) return cr_fail(message, CR_IMAGE_NO_MEMORY, "PNG: no memory for a piece of the file");
    int64_t count = s->read(s->file, s->piece, PIECE);
    if (count < 0 || count > PIECE) return cr_fail(message, CR_IMAGE_UNREADABLE, "PNG: the file cannot be read");
    if (count > 0) {
      s->before += s->length;
      s->bytes = s->piece;
      s->length = (size_t)count;
      s->position = 0;
      return CR_IMAGE_OK;
    }
  }
  return cr_fail(message, CR_IMAGE_TRUNCATED, "PNG: the data ends after %zu bytes, in the middle", s->before + s->length);
}
