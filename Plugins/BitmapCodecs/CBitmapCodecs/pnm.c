#include "pnm.h"

#include "bytes.h"
#include "decoder.h"
#include "failure.h"
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
  bool is_ascii, is_bits; // ASCII samples; one bit per sample, 1 is black
  uint32_t channels;      // 1...4: gray, gray and alpha, RGB, RGBA
  uint32_t top;           // maximum sample value
  size_t start;           // offset of the samples
} layout;

typedef struct {
  bc_decoder base;
  layout layout;
  size_t position;
} pnm;

typedef struct {
  const uint8_t *bytes;
  size_t length, position;
} cursor;

static bool is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Skips white space and comments. Returns false at the end of the data.
static bool skip(cursor *c) {
  while (c->position < c->length) {
    uint8_t byte = c->bytes[c->position];
    if (byte == '#') {
      while (c->position < c->length && c->bytes[c->position] != '\n' && c->bytes[c->position] != '\r') c->position++;
    } else if (is_space(byte)) {
      c->position++;
    } else {
      return true;
    }
  }
  return false;
}

// Reads a decimal number, at most INT32_MAX.
static bc_status number(cursor *c, uint32_t *out, const char *what, char *message) {
  if (!skip(c)) return bc_fail(message, BC_TRUNCATED, "PNM: the data ends before %s", what);
  uint64_t value = 0;
  size_t first = c->position;
  for (; c->position < c->length && c->bytes[c->position] >= '0' && c->bytes[c->position] <= '9'; c->position++) {
    value = value * 10 + (c->bytes[c->position] - '0');
    if (value > INT32_MAX) return bc_fail(message, BC_CORRUPT, "PNM: %s is over %d", what, INT32_MAX);
  }
  if (c->position == first) return bc_fail(message, BC_CORRUPT, "PNM: %s must be a number, at byte %zu", what, first);
  *out = (uint32_t)value;
  return BC_OK;
}

static bc_status check(uint32_t width, uint32_t height, const layout *l, char *message) {
  if (width == 0 || height == 0) return bc_fail(message, BC_CORRUPT, "PNM: invalid size of %u x %u pixels", width, height);
  if (l->top == 0 || l->top > 65535) return bc_fail(message, BC_CORRUPT, "PNM: the maximum sample must be 1 to 65535, got %u", l->top);
  if (l->channels < 1 || l->channels > 4) return bc_fail(message, BC_UNSUPPORTED, "PNM: %u samples a pixel; 1 to 4 are decoded", l->channels);
  return BC_OK;
}

// Reads a line of a PAM header without its end; returns false if it has none.
static bool line(cursor *c, const uint8_t **text, size_t *count) {
  const uint8_t *from = c->bytes + c->position, *end = memchr(from, '\n', c->length - c->position);
  if (!end) return false;
  *text = from;
  *count = (size_t)(end - from);
  c->position += *count + 1;
  return true;
}

static bool starts(const uint8_t *text, size_t count, const char *word) {
  size_t n = strlen(word);
  return count >= n && memcmp(text, word, n) == 0 && (count == n || is_space(text[n]));
}

static bc_status pam_header(cursor *c, uint32_t *width, uint32_t *height, layout *l, char *message) {
  const uint8_t *text;
  size_t count;
  while (line(c, &text, &count)) {
    while (count > 0 && is_space(*text)) text++, count--;
    if (count == 0 || *text == '#') continue;
    if (starts(text, count, "ENDHDR")) {
      l->start = c->position;
      return check(*width, *height, l, message);
    }
    if (starts(text, count, "TUPLTYPE")) continue; // redundant: the number of samples is equivalent
    uint32_t *target = starts(text, count, "WIDTH")    ? width
                       : starts(text, count, "HEIGHT") ? height
                       : starts(text, count, "DEPTH")  ? &l->channels
                       : starts(text, count, "MAXVAL") ? &l->top
                                                       : NULL;
    if (!target) return bc_fail(message, BC_CORRUPT, "PAM: its header has an invalid line before byte %zu", c->position);
    cursor value = {text, count, 0};
    while (value.position < count && !is_space(text[value.position])) value.position++;
    bc_status status = number(&value, target, "a value of its header", message);
    if (status != BC_OK) return status == BC_TRUNCATED ? bc_fail(message, BC_CORRUPT, "PAM: a line of its header has no value") : status;
  }
  if (c->length - c->position > 4096) return bc_fail(message, BC_CORRUPT, "PAM: its header has a line of over 4096 bytes");
  return bc_fail(message, BC_TRUNCATED, "PAM: the data ends in the header");
}

static bc_status header(const uint8_t *bytes, size_t length, uint32_t *width, uint32_t *height, layout *l, char *message) {
  cursor c = {bytes, length, 2};
  if (length < 3) return bc_fail(message, BC_TRUNCATED, "PNM: only %zu bytes", length);
  int kind = bytes[1] - '0';
  *l = (layout){.is_ascii = kind <= 3, .is_bits = kind == 1 || kind == 4, .channels = kind == 3 || kind == 6 ? 3 : 1, .top = 1};
  if (kind == 7) {
    *width = *height = l->channels = l->top = 0;
    return pam_header(&c, width, height, l, message);
  }
  bc_status status = number(&c, width, "its width", message);
  if (status == BC_OK) status = number(&c, height, "its height", message);
  if (status == BC_OK && !l->is_bits) status = number(&c, &l->top, "its largest sample", message);
  if (status != BC_OK) return status;
  if (c.position >= c.length) return bc_fail(message, BC_TRUNCATED, "PNM: the data ends with the header");
  if (!is_space(bytes[c.position])) return bc_fail(message, BC_CORRUPT, "PNM: no white space after the header, at byte %zu", c.position);
  l->start = c.position + 1;
  return check(*width, *height, l, message);
}

bc_status bc_pnm_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message) {
  uint32_t width, height;
  layout l;
  bc_status status = header(bytes, length, &width, &height, &l, message);
  if (status != BC_OK) return status;
  *info = (bc_info){.format = BC_PNM, .width = (int32_t)width, .height = (int32_t)height, .is_opaque = l.channels % 2};
  return BC_OK;
}

static void pixel(uint8_t *to, const uint32_t v[4], uint32_t channels) {
  switch (channels) {
  case 1: bc_store(to, v[0], v[0], v[0], 255); break;
  case 2: bc_store(to, v[0], v[0], v[0], v[1]); break;
  case 3: bc_store(to, v[0], v[1], v[2], 255); break;
  default: bc_store(to, v[0], v[1], v[2], v[3]); break;
  }
}

// Scales a sample of 0...top to 0...255, rounded to nearest.
static uint32_t scaled(uint32_t v, uint32_t top) { return top == 255 ? v : (v * 255 + top / 2) / top; }

static bc_status ascii_row(pnm *p, uint8_t *to, char *message) {
  const layout *l = &p->layout;
  cursor c = {p->base.bytes, p->base.length, p->position};
  for (int32_t x = 0; x < p->base.info.width; x++, to += 4) {
    uint32_t v[4] = {0};
    for (uint32_t i = 0; i < l->channels; i++) {
      if (l->is_bits) { // digits need no separators
        if (!skip(&c)) return bc_fail(message, BC_TRUNCATED, "PNM: the data ends in row %d", p->base.next);
        uint8_t digit = c.bytes[c.position++];
        if (digit != '0' && digit != '1') return bc_fail(message, BC_CORRUPT, "PNM: a bit is neither 0 nor 1, at byte %zu", c.position - 1);
        v[i] = digit == '1' ? 0 : 255;
        continue;
      }
      bc_status status = number(&c, &v[i], "a sample", message);
      if (status != BC_OK) return status;
      if (v[i] > l->top) return bc_fail(message, BC_CORRUPT, "PNM: a sample of %u above the maximum of %u, before byte %zu", v[i], l->top, c.position);
      v[i] = scaled(v[i], l->top);
    }
    pixel(to, v, l->channels);
  }
  p->position = c.position;
  return BC_OK;
}

static bc_status row(bc_decoder *decoder, uint8_t *to, char *message) {
  pnm *p = (pnm *)decoder;
  const layout *l = &p->layout;
  if (l->is_ascii) return ascii_row(p, to, message);
  size_t width = (size_t)decoder->info.width, sample = l->top > 255 ? 2 : 1; // at most BC_MAX_SIDE, so the products below are small
  size_t count = l->is_bits ? (width + 7) / 8 : width * l->channels * sample;
  if (decoder->length - p->position < count) return bc_fail(message, BC_TRUNCATED, "PNM: the data ends in row %d of %d", decoder->next, decoder->info.height);
  const uint8_t *from = decoder->bytes + p->position;
  p->position += count;
  for (size_t x = 0; x < width; x++, to += 4) {
    uint32_t v[4] = {0};
    if (l->is_bits) v[0] = from[x / 8] >> (7 - x % 8) & 1 ? 0 : 255;
    else
      for (uint32_t i = 0; i < l->channels; i++, from += sample) {
        uint32_t s = sample == 2 ? bc_be16(from) : *from;
        v[i] = scaled(s > l->top ? l->top : s, l->top);
      }
    pixel(to, v, l->channels);
  }
  return BC_OK;
}

bc_status bc_pnm_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message) {
  bc_status status = bc_pnm_probe(bytes, length, info, message);
  if (status != BC_OK) return status;
  pnm *p = calloc(1, sizeof *p);
  if (!p) return bc_fail(message, BC_NO_MEMORY, "PNM: no memory");
  uint32_t width, height;
  header(bytes, length, &width, &height, &p->layout, message); // was valid above
  p->base.row = row;
  p->position = p->layout.start;
  *out = &p->base;
  return BC_OK;
}
