// Block structure of a GIF.
#include "failure.h"
#include <stdbool.h>
#include <string.h>

typedef struct {
  const uint8_t *bytes;
  size_t length, at;
  char *message;
  gf_image next; // values of a graphic control extension for the following image
  size_t colors; // global colour table
  int32_t color_count;
} scan;

static int32_t u16(const uint8_t *p) { return p[0] | p[1] << 8; }

static void forget_control(scan *s) {
  memset(&s->next, 0, sizeof s->next);
  s->next.transparent = -1;
}

static gf_status ends(scan *s) {
  return gf_fail(s->message, GF_TRUNCATED, "GIF: the data ends after %zu bytes, in the middle", s->length);
}

static bool has(const scan *s, size_t count) { return s->length - s->at >= count; }

// Skips blocks up to the empty one that ends them. Returns false if the data is truncated.
static bool skip_blocks(scan *s) {
  while (has(s, 1)) {
    size_t count = s->bytes[s->at++];
    if (count == 0) return true;
    if (!has(s, count)) return false;
    s->at += count;
  }
  return false;
}

static int32_t table_size(uint8_t flags) { return flags & 0x80 ? 2 << (flags & 7) : 0; }

gf_status gf_read_size(const uint8_t *bytes, size_t length, gf_info *info, char *message) {
  static const char name[] = "GIF8";
  memset(info, 0, sizeof *info);
  info->loops = -1;
  message[0] = 0;
  if (memcmp(bytes, name, length < 4 ? length : 4) != 0) return gf_fail(message, GF_NOT_GIF, "it is not a GIF");
  if (length < 13) return gf_fail(message, GF_TRUNCATED, "only %zu bytes of a GIF", length);
  if ((bytes[4] != '7' && bytes[4] != '9') || bytes[5] != 'a')
    return gf_fail(message, GF_CORRUPT, "GIF: a version that is neither 87a nor 89a");
  info->width = u16(bytes + 6);
  info->height = u16(bytes + 8);
  if (info->width == 0 || info->height == 0)
    return gf_fail(message, GF_CORRUPT, "GIF: the canvas has %d x %d pixels, and so no picture", info->width, info->height);
  return GF_OK;
}

static gf_status extension(scan *s, gf_info *info) {
  if (!has(s, 1)) return ends(s);
  uint8_t label = s->bytes[s->at++];
  const uint8_t *p = s->bytes + s->at;
  if (label == 0xF9 && has(s, 5) && p[0] >= 4) {
    static const int32_t disposals[8] = {GF_KEEP, GF_KEEP, GF_CLEAR, GF_RESTORE, GF_RESTORE, GF_KEEP, GF_KEEP, GF_KEEP};
    s->next.disposal = disposals[p[1] >> 2 & 7];
    s->next.delay = u16(p + 2);
    s->next.transparent = p[1] & 1 ? p[4] : -1;
  } else if (label == 0xFF && has(s, 16) && p[0] == 11 && (memcmp(p + 1, "NETSCAPE2.0", 11) == 0 || memcmp(p + 1, "ANIMEXTS1.0", 11) == 0)) {
    if (p[12] >= 3 && p[13] == 1) info->loops = u16(p + 14);
  }
  return skip_blocks(s) ? GF_OK : ends(s);
}

// Reads an image. `is_last` is set if the data ends with it or `take` returned 0.
static gf_status image(scan *s, gf_take take, void *context, bool *is_last) {
  if (!has(s, 9)) return ends(s);
  const uint8_t *p = s->bytes + s->at;
  gf_image found = s->next;
  forget_control(s);
  found.x = u16(p);
  found.y = u16(p + 2);
  found.width = u16(p + 4);
  found.height = u16(p + 6);
  found.is_interlaced = p[8] >> 6 & 1;
  s->at += 9;
  size_t table = (size_t)table_size(p[8]) * 3;
  // An image without pixels needs neither colours nor data.
  bool is_empty = found.width == 0 || found.height == 0;
  if (!has(s, table)) {
    *is_last = true;
    if (!is_empty) return ends(s);
    take(context, &found);
    return GF_OK;
  }
  found.colors = table > 0 ? s->at : s->colors;
  found.color_count = table > 0 ? table_size(p[8]) : s->color_count;
  s->at += table;
  found.data = s->at;
  if (!has(s, 1)) {
    *is_last = true;
    if (!is_empty) return ends(s);
    take(context, &found);
    return GF_OK;
  }
  s->at++;
  // Missing pixels are detected when the image is decoded; here only blocks without an end are.
  if (!skip_blocks(s)) *is_last = true;
  if (!take(context, &found)) *is_last = true;
  return GF_OK;
}

gf_status gf_scan(const uint8_t *bytes, size_t length, gf_info *info, gf_take take, void *context, char *message) {
  gf_status status = gf_read_size(bytes, length, info, message);
  if (status != GF_OK) return status;
  scan s = {.bytes = bytes, .length = length, .at = 13, .message = message};
  forget_control(&s);
  s.color_count = table_size(bytes[10]);
  if (!has(&s, (size_t)s.color_count * 3)) return ends(&s);
  s.colors = s.at;
  s.at += (size_t)s.color_count * 3;
  bool is_last = false;
  while (!is_last && status == GF_OK && has(&s, 1)) {
    switch (bytes[s.at++]) {
    case 0x21: status = extension(&s, info); break;
    case 0x2C: status = image(&s, take, context, &is_last); break;
    case 0x3B: return GF_OK;
    default: break; // stray byte between blocks, as some writers leave
    }
  }
  return status;
}
