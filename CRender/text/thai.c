#include "thai.h"

#include <pthread.h>
#include <stdbool.h>
#include <tessera_library.h>

#include "segment.h"

/// Code points per call to libthai. A longer run is continued from its last certain word, so that the time is linear.
enum { WINDOW = 512, UNSURE = 64 };

typedef struct th_brk th_brk;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // libthai keeps working memory in its object
static th_brk *breaker;
static int (*find_breaks)(th_brk *, const unsigned char *, int *, size_t);

static th_brk *(*create)(const char *);

static bool start(char *problem) {
  breaker = create(NULL);
  if (!breaker) tl_fail(problem, TL_MESSAGE_SIZE, 0, "libthai has no dictionary");
  return breaker != NULL;
}

static const tl_symbol symbols[] = {{"th_brk_new", &create, false}, {"th_brk_find_breaks", &find_breaks, false}};
static tl_library library = {.purpose = "Thai", .names = {"libthai.so.0"}, .package = "libthai0", TL_SYMBOLS(symbols), .start = start};

static bool is_thai(uint32_t c) { return c - 0xE01 < 0x5B; }

/// Marks the breaks in a run of Thai letters and marks, converted to TIS-620.
static void mark_stretch(const uint32_t *text, size_t count, uint8_t *flags) {
  unsigned char letters[WINDOW + 1];
  int positions[WINDOW];
  for (size_t from = 0; from < count;) {
    const size_t length = count - from < WINDOW ? count - from : WINDOW;
    for (size_t i = 0; i < length; i++) letters[i] = (unsigned char)(text[from + i] - 0xE00 + 0xA0);
    letters[length] = 0;
    const int found = find_breaks(breaker, letters, positions, WINDOW);
    // Words near the end of the window may continue after it.
    const size_t sure = from + length == count ? length : length - UNSURE;
    size_t next = from + length;
    for (int k = 0; k < found; k++) {
      const size_t at = (size_t)positions[k];
      if (!at || at >= length) continue;
      if (at > sure) break;
      if (flags[from + at] & CR_SEG_GRAPHEME) flags[from + at] |= CR_SEG_BREAK;
      if (sure < length) next = from + at;
    }
    from = next;
  }
}

void cr_thai_mark_breaks(const uint32_t *text, size_t count, uint8_t *flags) {
  bool any = false;
  for (size_t i = 0; i < count; i++) any |= is_thai(text[i]);
  if (!any) return;
  if (!tl_open(&library)) return;
  for (size_t i = 0; i < count;) {
    size_t j = i;
    while (j < count && is_thai(text[j])) j++;
    if (j > i + 1) {
      pthread_mutex_lock(&lock);
      mark_stretch(text + i, j - i, flags + i);
      pthread_mutex_unlock(&lock);
    }
    i = j > i ? j : i + 1;
  }
}
