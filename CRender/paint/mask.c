#include "mask.h"

#include <string.h>

#include "cr_alloc.h"
#include "support/kernels.h"

void cr_mask_release(cr_mask *mask) {
  if (!mask || --mask->references > 0) return;
  cr_free(mask);
}

cr_mask *cr_mask_create(cr_box box) {
  const size_t width = (size_t)(box.x1 - box.x0), height = (size_t)(box.y1 - box.y0);
  const size_t stride = (width + 15) & ~(size_t)15;
  size_t head = (sizeof(cr_mask) + 15) & ~(size_t)15, rows, bytes, total;
  if (__builtin_mul_overflow(height, sizeof(cr_mask_row), &rows) || __builtin_mul_overflow(stride, height, &bytes) ||
      __builtin_add_overflow(head, rows, &head) || __builtin_add_overflow(head, bytes, &total))
    return NULL;
  cr_mask *m = cr_alloc_pixels(total);
  if (!m) return NULL;
  m->references = 1;
  m->box = box;
  m->stride = stride;
  m->rows = (cr_mask_row *)(void *)((uint8_t *)m + ((sizeof(cr_mask) + 15) & ~(size_t)15));
  m->bytes = (uint8_t *)m + head;
  for (size_t i = 0; i < height; i++) m->rows[i] = (cr_mask_row){box.x0, box.x0, box.x0, box.x0};
  return m;
}

void cr_mask_store_rows(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  cr_mask *m = context;
  cr_mask_row r = {runs[0].x, 0, 0, runs[count - 1].x + runs[count - 1].n};
  int32_t widest = 0;
  for (size_t i = 0; i < count; i++)
    if (!runs[i].coverage && runs[i].n > widest) {
      widest = runs[i].n;
      r.full_begin = runs[i].x, r.full_end = runs[i].x + runs[i].n;
    }
  if (widest == 0) r.full_begin = r.full_end = r.ink_begin;
  for (int32_t k = y; k < y + rows; k++) {
    uint8_t *row = m->bytes + (size_t)(k - m->box.y0) * m->stride;
    int32_t at = r.ink_begin;
    for (size_t i = 0; i < count; i++) {
      memset(row + (at - m->box.x0), 0, (size_t)(runs[i].x - at));
      at = runs[i].x + runs[i].n;
      if (runs[i].coverage)
        memcpy(row + (runs[i].x - m->box.x0), runs[i].coverage, (size_t)runs[i].n);
      else
        memset(row + (runs[i].x - m->box.x0), 255, (size_t)runs[i].n);
    }
    cr_mask_row *to = &m->rows[k - m->box.y0];
    if (to->ink_begin == to->ink_end) {
      *to = r;
    } else {  // a long row in several pieces
      to->full_begin = to->full_end = to->ink_begin;
      to->ink_end = r.ink_end;
    }
  }
}

void cr_mask_threshold(cr_mask *m) {
  for (int32_t y = m->box.y0; y < m->box.y1; y++) {
    cr_mask_row *r = &m->rows[y - m->box.y0];
    uint8_t *row = m->bytes + (size_t)(y - m->box.y0) * m->stride - m->box.x0;
    for (int32_t x = r->ink_begin; x < r->ink_end; x++) row[x] = row[x] >= 128 ? 255 : 0;
    while (r->ink_begin < r->ink_end && !row[r->ink_begin]) r->ink_begin++;
    while (r->ink_begin < r->ink_end && !row[r->ink_end - 1]) r->ink_end--;
    if (r->full_begin >= r->full_end) r->full_begin = r->full_end = r->ink_begin;
    while (r->full_begin > r->ink_begin && row[r->full_begin - 1]) r->full_begin--;
    while (r->full_end < r->ink_end && row[r->full_end]) r->full_end++;
    if (r->ink_begin == r->ink_end) *r = (cr_mask_row){m->box.x0, m->box.x0, m->box.x0, m->box.x0};
  }
}

void cr_mask_multiply(cr_mask *m, const cr_mask *other) {
  for (int32_t y = m->box.y0; y < m->box.y1; y++) {
    cr_mask_row *r = &m->rows[y - m->box.y0];
    const cr_mask_row *o = &other->rows[y - other->box.y0];
    uint8_t *row = m->bytes + (size_t)(y - m->box.y0) * m->stride;
    const uint8_t *from = other->bytes + (size_t)(y - other->box.y0) * other->stride;
    const int32_t begin = cr_max(r->ink_begin, o->ink_begin), end = cr_min(r->ink_end, o->ink_end);
    if (begin >= end) {
      *r = (cr_mask_row){m->box.x0, m->box.x0, m->box.x0, m->box.x0};
      continue;
    }
    cr_k->mask_multiply(row + (begin - m->box.x0), from + (begin - other->box.x0), (size_t)(end - begin));
    const int32_t full_begin = cr_max(r->full_begin, o->full_begin), full_end = cr_min(r->full_end, o->full_end);
    *r = full_begin < full_end ? (cr_mask_row){begin, full_begin, full_end, end} : (cr_mask_row){begin, begin, begin, end};
  }
}
