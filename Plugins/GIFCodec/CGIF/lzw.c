#include "lzw.h"

#include "failure.h"

static void clear_table(gf_lzw *z) {
  z->code_size = z->first_size;
  z->next = z->clear + 2;
  z->before = -1;
}

gf_status gf_lzw_begin(gf_lzw *z, const uint8_t *bytes, size_t length, size_t at, char *message) {
  if (at >= length) return gf_fail(message, GF_TRUNCATED, "GIF: the data ends after %zu bytes, before the pixels of an image", length);
  int minimum = bytes[at];
  if (minimum < 1 || minimum > 11) return gf_fail(message, GF_CORRUPT, "GIF: the codes of an image begin with %d bits; 1 to 11 are possible", minimum);
  z->bytes = bytes;
  z->length = length;
  z->at = at + 1;
  z->block = 0;
  z->bits = 0;
  z->bit_count = 0;
  z->first_size = minimum + 1;
  z->clear = 1 << minimum;
  z->ended = false;
  z->pending = 0;
  // Colour indices are bytes. Codes beyond a larger code size are never drawn and count as their low byte.
  for (int i = 0; i < z->clear; i++) {
    z->prefix[i] = 0;
    z->suffix[i] = z->first[i] = (uint8_t)i;
  }
  clear_table(z);
  return GF_OK;
}

// Adds a byte to the bit buffer. Returns false if there is none; `ended` shows whether the data has an end code.
static bool feed(gf_lzw *z) {
  if (z->block == 0) {
    if (z->at >= z->length) return false;
    z->block = z->bytes[z->at++];
    if (z->block == 0) {
      z->ended = true;
      return false;
    }
  }
  if (z->at >= z->length) return false;
  z->bits |= (uint32_t)z->bytes[z->at++] << z->bit_count;
  z->bit_count += 8;
  z->block--;
  return true;
}

// Pushes the indices of `code` on the stack, the last first; `code` must be known.
static void expand(gf_lzw *z, int code) {
  uint16_t depth = z->pending;
  while (code >= z->clear + 2) {
    z->stack[depth++] = z->suffix[code]; // prefixes are smaller than their codes, so there are at most GF_MAX_CODES steps
    code = z->prefix[code];
  }
  z->stack[depth++] = z->suffix[code];
  z->pending = depth;
}

static gf_status take_code(gf_lzw *z, int code, char *message) {
  if (code == z->clear) {
    clear_table(z);
    return GF_OK;
  }
  if (code == z->clear + 1) {
    z->ended = true;
    return GF_OK;
  }
  if (z->before < 0) {
    if (code > z->clear) return gf_fail(message, GF_CORRUPT, "GIF: an image begins with the undefined code %d", code);
    expand(z, code);
    z->before = code;
    return GF_OK;
  }
  if (code > z->next || (code == z->next && z->next >= GF_MAX_CODES))
    return gf_fail(message, GF_CORRUPT, "GIF: code %d is above the newest code %d", code, z->next - 1);
  // A code that is being defined: the previous one followed by its own first index.
  uint8_t first = code == z->next ? z->first[z->before] : z->first[code];
  if (code == z->next) z->stack[z->pending++] = first;
  expand(z, code == z->next ? z->before : code);
  if (z->next < GF_MAX_CODES) {
    z->prefix[z->next] = (uint16_t)z->before;
    z->suffix[z->next] = first;
    z->first[z->next] = z->first[z->before];
    z->next++;
    if (z->next == 1 << z->code_size && z->code_size < 12) z->code_size++;
  }
  z->before = code;
  return GF_OK;
}

gf_status gf_lzw_read(gf_lzw *z, uint8_t *to, size_t count, size_t *written, char *message) {
  size_t done = 0;
  gf_status status = GF_OK;
  for (;;) {
    while (z->pending > 0 && done < count) to[done++] = z->stack[--z->pending];
    if (done == count || z->ended) break;
    bool more = true;
    while (z->bit_count < z->code_size && (more = feed(z))) {}
    if (!more) {
      if (z->ended) continue;
      status = gf_fail(message, GF_TRUNCATED, "GIF: the data ends after %zu bytes, in the middle of an image", z->length);
      break;
    }
    int code = (int)(z->bits & ((1u << z->code_size) - 1));
    z->bits >>= z->code_size;
    z->bit_count -= z->code_size;
    if ((status = take_code(z, code, message)) != GF_OK) break;
  }
  *written = done;
  return status;
}
