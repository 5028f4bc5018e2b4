#include "sampling.h"

#include "support/extremes.h"

// pixman's positions have 16 bits for whole pixels. A smaller window of the picture, and smaller steps, leave headroom.
enum { WINDOW = 1 << 14, MOST_STEP = 1 << 28 };

// Positions first + step * k along one axis of the picture, in a window of it.
typedef struct axis {
  int64_t first, step;
  int32_t size;            // of the picture
  int32_t origin, window;  // pixels
} axis;

// Neighbour and weight at a position; beyond the edge they are those of the edge.
static int64_t cell(const axis *a, int64_t p) {
  const int64_t last = (int64_t)(a->size - 1) << 16;
  return (p < 0 ? 0 : p > last ? last : p) >> 9;
}

static bool is_in_window(const axis *a, int64_t p) {
  const int64_t low = (int64_t)a->origin << 16, high = (int64_t)(a->origin + a->window - 1) << 16;
  return (p >= low || (a->origin == 0 && p >= low - ((int64_t)WINDOW << 15))) &&
         (p < high || (a->origin + a->window == a->size && p <= high + ((int64_t)WINDOW << 15)));
}

// An axis for positions from `first` to `last` in `count` steps.
static axis axis_from(int64_t first, int64_t last, int32_t count, int32_t size) {
  const int64_t end = (int64_t)(size - 1) << 16;
  axis a = {first < 0 ? 0 : first > end ? end : first, 0, size, 0, cr_min(size, WINDOW)};
  // The window is centred on the first position.
  a.origin = (int32_t)cr_max64(0, cr_min64((a.first >> 16) - WINDOW / 2, size - a.window));
  if (a.first != first || count == 0) return a;
  const __int128 way = (__int128)last - first;
  const __int128 step = (way + (way < 0 ? -count : count) / 2) / count;
  if (step < MOST_STEP && step > -MOST_STEP) a.step = (int64_t)step;
  return a;
}

// Whether the axis has position `p` at step k.
static bool holds(const axis *a, int32_t k, int64_t p) {
  const int64_t mine = a->first + a->step * k;
  return cell(a, mine) == cell(a, p) && is_in_window(a, mine);
}

static int32_t offset_of(const axis *a, int32_t step) {
  // pixman adds half a pixel to the target's position, rounds that times the step, and subtracts half a pixel of the picture.
  return (int32_t)(a->first - ((int64_t)a->origin << 16) + 0x8000 - ((step + 1) >> 1));
}

void cr_sampling_part(const cr_sampling *s, int32_t x, int32_t y, int32_t width, int32_t height, cr_sampled *part, int32_t size[2]) {
  int64_t first[2], right[2], bottom[2], p[2];
  s->position(s->data, x, y, first);
  s->position(s->data, x + width - 1, y, right);
  s->position(s->data, x, y + height - 1, bottom);
  const axis u = axis_from(first[0], right[0], width - 1, s->width);
  const axis v = s->is_upright ? axis_from(first[1], bottom[1], height - 1, s->height) : axis_from(first[1], right[1], width - 1, s->height);
  size[0] = size[1] = 1;
  for (; size[0] < width; size[0]++) {
    s->position(s->data, x + size[0], y, p);
    if (!holds(&u, size[0], p[0]) || (!s->is_upright && !holds(&v, size[0], p[1]))) break;
  }
  for (; s->is_upright && size[1] < height; size[1]++) {
    s->position(s->data, x, y + size[1], p);
    if (!holds(&v, size[1], p[1])) break;
  }
  const int32_t du = (int32_t)u.step, dv = (int32_t)v.step;
  *part = (cr_sampled){s->base + (size_t)v.origin * s->stride + (size_t)u.origin * 4, s->stride, s->format, u.window, v.window,
                       {{du, 0, offset_of(&u, du)}, {s->is_upright ? 0 : dv, s->is_upright ? dv : 0, offset_of(&v, dv)}}};
}
