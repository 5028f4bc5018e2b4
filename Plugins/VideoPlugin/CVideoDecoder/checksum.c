#include "checksum.h"

void vd_checksum_text(const uint8_t *digest, char *text) {
  for (int i = 0; i < 16; i++) {
    text[i * 2] = "0123456789abcdef"[digest[i] >> 4];
    text[i * 2 + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  text[32] = 0;
}
