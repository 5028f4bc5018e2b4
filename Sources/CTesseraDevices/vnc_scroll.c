#include "vnc_scroll.h"
#include <stdlib.h>
#include <string.h>

// Minimum number of rows with the same vote before a closer comparison.
#define FEWEST_VOTES 8

typedef struct {
  uint64_t *old_hash, *new_hash; // of each row of the strip
  int32_t *table;                // rows of the old picture by hash: row + 1; negative: duplicate hash; 0: none
  int32_t *votes;                // for rows moved by index - (height - 1)
  size_t slots;                  // of the table, a power of two
} workspace;

static uint64_t hash(const uint8_t *bytes, size_t length) {
  uint64_t h = 0x9E3779B97F4A7C15u;
  for (; length >= 8; bytes += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    h = (h ^ word) * 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
  }
  if (length) { // pixels have four bytes
    uint32_t word;
    memcpy(&word, bytes, 4);
    h = (h ^ word) * 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
  }
  return h;
}

static int32_t *slot(const workspace *w, uint64_t h) {
  size_t i = (size_t)h & (w->slots - 1);
  while (w->table[i]) {
    int32_t row = w->table[i] > 0 ? w->table[i] - 1 : -w->table[i] - 1;
    if (w->old_hash[row] == h) break;
    i = (i + 1) & (w->slots - 1);
  }
  return &w->table[i];
}

// Makes each row of a strip that is unique in the old picture vote for its offset.
static void vote(const workspace *w, int32_t height) {
  memset(w->table, 0, w->slots * sizeof *w->table);
  for (int32_t y = 0; y < height; y++) {
    int32_t *entry = slot(w, w->old_hash[y]);
    *entry = *entry == 0 ? y + 1 : *entry > 0 ? -*entry : *entry;
  }
  for (int32_t y = 0; y < height; y++) {
    if (w->new_hash[y] == w->old_hash[y]) continue;
    int32_t row = *slot(w, w->new_hash[y]) - 1;
    if (row >= 0) w->votes[y - row + height - 1]++;
  }
}

int32_t td_vnc_find_scroll(
    const uint8_t *old, size_t old_stride, const uint8_t *new, size_t new_stride, int32_t width, int32_t height, uint8_t *kinds) {
  int32_t strips = (width + TD_VNC_STRIP - 1) / TD_VNC_STRIP, best = 0;
  workspace w = {.slots = 64};
  while (w.slots < (size_t)height * 2) w.slots *= 2;
  size_t cells = (size_t)strips * (size_t)height;
  w.old_hash = malloc(cells * sizeof *w.old_hash);
  w.new_hash = malloc(cells * sizeof *w.new_hash);
  w.table = malloc(w.slots * sizeof *w.table);
  w.votes = calloc((size_t)height * 2, sizeof *w.votes);
  uint64_t *old_hash = w.old_hash, *new_hash = w.new_hash;
  if (!old_hash || !new_hash || !w.table || !w.votes) goto done;
  for (int32_t s = 0; s < strips; s++) {
    size_t x = (size_t)s * TD_VNC_STRIP * 4;
    size_t length = (size_t)(s + 1 < strips ? TD_VNC_STRIP : width - s * TD_VNC_STRIP) * 4;
    w.old_hash = old_hash + (size_t)s * (size_t)height;
    w.new_hash = new_hash + (size_t)s * (size_t)height;
    for (int32_t y = 0; y < height; y++) {
      w.old_hash[y] = hash(old + (size_t)y * old_stride + x, length);
      w.new_hash[y] = hash(new + (size_t)y * new_stride + x, length);
    }
    vote(&w, height);
  }
  int32_t most = 0;
  for (int32_t i = 0; i < height * 2 - 1; i++) most = w.votes[i] > w.votes[most] ? i : most;
  if (w.votes[most] < FEWEST_VOTES) goto done;
  int32_t dy = most - (height - 1);
  size_t moved = 0, changed = 0;
  for (int32_t s = 0; s < strips; s++) {
    size_t x = (size_t)s * TD_VNC_STRIP * 4;
    size_t length = (size_t)(s + 1 < strips ? TD_VNC_STRIP : width - s * TD_VNC_STRIP) * 4;
    const uint64_t *before = old_hash + (size_t)s * (size_t)height, *now = new_hash + (size_t)s * (size_t)height;
    for (int32_t y = 0; y < height; y++) {
      const uint8_t *row = new + (size_t)y * new_stride + x;
      int32_t from = y - dy;
      uint8_t *kind = &kinds[(size_t)s * (size_t)height + (size_t)y];
      // Equal hashes are a hint; omitted content is really equal.
      // Plain rows may count as both; as moved, they leave fewer pieces.
      if (from >= 0 && from < height && now[y] == before[from] && memcmp(row, old + (size_t)from * old_stride + x, length) == 0) *kind = TD_VNC_MOVED;
      else if (now[y] == before[y] && memcmp(row, old + (size_t)y * old_stride + x, length) == 0) *kind = TD_VNC_SAME;
      else *kind = TD_VNC_CHANGED;
      moved += *kind == TD_VNC_MOVED;
      changed += *kind == TD_VNC_CHANGED;
    }
  }
  // A few pixels in many pieces are sent without copying.
  if (moved * 4 >= changed) best = dy;
done:
  free(old_hash);
  free(new_hash);
  free(w.table);
  free(w.votes);
  return best;
}
