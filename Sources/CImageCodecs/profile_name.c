// Description of an ICC profile (ICC.1:2010, 9.2.41; ICC.1:2001-04, 6.5.17).
#include "image_codecs.h"

#include <string.h>

static uint32_t number(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }

// Appends ASCII characters unchanged, others as `?`.
static void put(char *to, size_t *count, uint32_t letter) {
  if (letter == 0 || *count + 1 >= IC_PROFILE_NAME_SIZE) return;
  to[(*count)++] = letter >= 32 && letter < 127 ? (char)letter : '?';
}

void ic_profile_name(const uint8_t *profile, size_t length, char *name) {
  size_t count = 0;
  name[0] = 0;
  uint32_t tags = length >= 132 ? number(profile + 128) : 0;
  for (uint32_t i = 0; i < tags && i < 100 && 132 + ((size_t)i + 1) * 12 <= length; i++) {
    const uint8_t *tag = profile + 132 + (size_t)i * 12;
    size_t offset = number(tag + 4), size = number(tag + 8);
    if (memcmp(tag, "desc", 4) != 0 || offset > length || size > length - offset || size < 12) continue;
    const uint8_t *text = profile + offset;
    if (memcmp(text, "desc", 4) == 0) {
      size_t letters = number(text + 8);
      for (size_t n = 0; n < letters && 12 + n < size && text[12 + n]; n++) put(name, &count, text[12 + n]);
    } else if (memcmp(text, "mluc", 4) == 0 && size >= 28 && number(text + 8) > 0) {
      size_t bytes = number(text + 20), start = number(text + 24);
      for (size_t n = 0; n + 1 < bytes && start <= size && n + 1 < size - start; n += 2)
        put(name, &count, (uint32_t)text[start + n] << 8 | text[start + n + 1]);
    }
    break;
  }
  name[count] = 0;
}
