#include "thai.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

#include "segment.h"

/// Code points per call to libthai. A longer run is continued from its last certain word, so that the time is linear.
enum { WINDOW = 512, UNSURE = 64 };

typedef struct th_brk th_brk;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // libthai keeps working memory in its object
static th_brk *breaker;
static int (*find_breaks)(th_brk *, const unsigned char *, int *, size_t);

static void open_library(void) {
  void *library = dlopen("libthai.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  th_brk *(*create)(const char *) = (th_brk * (*)(const char *)) dlsym(library, "th_brk_new");
  find_breaks = (int (*)(th_brk *, const unsigned char *, int *, size_t))dlsym(library, "th_brk_find_breaks");
  if (create && find_breaks) breaker = create(NULL);  // NULL too if the dictionary is missing
}

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
  pthread_once(&once, open_library);
  if (!breaker) return;
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
