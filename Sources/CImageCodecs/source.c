#include "source.h"

#include "failure.h"
#include <stdlib.h>

enum { PIECE = 16 << 10 }; // bytes of a file read in one call

ic_status ic_source_fill(ic_source *s, char *message) {
  if (s->position < s->length) return IC_OK;
  if (s->read) {
    if (!s->piece) s->piece = malloc(PIECE);
    if (!s->piece) return ic_fail(message, IC_NO_MEMORY, "PNG: no memory for a piece of the file");
    int64_t count = s->read(s->file, s->piece, PIECE);
    if (count < 0 || count > PIECE) return ic_fail(message, IC_UNREADABLE, "PNG: the file cannot be read");
    if (count > 0) {
      s->before += s->length;
      s->bytes = s->piece;
      s->length = (size_t)count;
      s->position = 0;
      return IC_OK;
    }
  }
  return ic_fail(message, IC_TRUNCATED, "PNG: the data ends after %zu bytes, in the middle", s->before + s->length);
}
