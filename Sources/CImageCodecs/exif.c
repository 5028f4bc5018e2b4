#include "image_codecs.h"
#include <stdbool.h>

int32_t ic_exif_orientation(const uint8_t *bytes, size_t length) {
  if (length < 8) return 1;
  bool little = bytes[0] == 'I' && bytes[1] == 'I';
  if (!little && !(bytes[0] == 'M' && bytes[1] == 'M')) return 1;
#define U16(p) (little ? (uint32_t)(p)[0] | (uint32_t)(p)[1] << 8 : (uint32_t)(p)[1] | (uint32_t)(p)[0] << 8)
#define U32(p) (little ? U16(p) | U16((p) + 2) << 16 : U16((p) + 2) | U16(p) << 16)
  size_t offset = U32(bytes + 4);
  if (offset > length - 2) return 1;
  uint32_t count = U16(bytes + offset);
  size_t entry = offset + 2;
  for (uint32_t i = 0; i < count && entry + 12 <= length; i++, entry += 12) {
    if (U16(bytes + entry) != 0x0112) continue;
    uint32_t value = U16(bytes + entry + 8);
    return value >= 1 && value <= 8 ? (int32_t)value : 1;
  }
  return 1;
#undef U16
#undef U32
}
