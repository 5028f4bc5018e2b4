#include "hyphenate.h"

#include <hb.h>
#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wctype.h>

#include "hyphen_dictionary.h"
#include "segment.h"
#include "text_memory.h"

enum { SHORTEST_WORD = 4, MOST_DICTIONARIES = 32, LANGUAGE_BYTES = 24 };

typedef struct {
  char language[LANGUAGE_BYTES];   // as requested
  cr_hyphen_dictionary *patterns;  // NULL: none
} dictionary;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // guards the table; its entries never change
static dictionary *dictionaries[MOST_DICTIONARIES];
static size_t dictionary_count;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t unicode_locale;

static void find_locale(void) {
  unicode_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);  // NULL too if there is none: then only ASCII is lowered
}

// Dictionaries

static bool find_file(char *path, size_t size, const char *name) {
  static const char *const places[] = {"/usr/local/share/hyphen", "/usr/share/hyphen"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (snprintf(path, size, "%s/hyph_%s.dic", places[i], name) < (int)size && access(path, R_OK) == 0) return true;
  return false;
}

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }

/// Finds the file for a tag such as "en-us", "de" or "sr-latn-rs": of language and region, of the language, of the country of the same
/// name.
static bool find_dictionary(char *path, size_t size, const char *tag) {
  char language[4] = {0}, name[16];
  size_t length = strcspn(tag, "-");
  if (length < 2 || length > 3) return false;
  for (size_t i = 0; i < length; i++)
    if (tag[i] < 'a' || tag[i] > 'z') return false;
  memcpy(language, tag, length);
  for (const char *part = tag + length; *part == '-';) {
    const char *start = part + 1;
    size_t count = strcspn(start, "-");
    if (count == 2 && start[0] >= 'a' && start[0] <= 'z' && start[1] >= 'a' && start[1] <= 'z') {
      snprintf(name, sizeof name, "%s_%c%c", language, upper(start[0]), upper(start[1]));
      if (find_file(path, size, name)) return true;
    }
    part = start + count;
  }
  if (find_file(path, size, language)) return true;
  snprintf(name, sizeof name, "%s_%c%c", language, upper(language[0]), upper(language[1]));
  return find_file(path, size, name);
}

/// The dictionary of a language, kept forever: there are few. NULL if there is none, or the table is full.
static const cr_hyphen_dictionary *dictionary_of(const char *language) {
  if (strlen(language) >= LANGUAGE_BYTES) return NULL;
  pthread_mutex_lock(&lock);
  dictionary *found = NULL;
  for (size_t i = 0; i < dictionary_count && !found; i++)
    if (strcmp(dictionaries[i]->language, language) == 0) found = dictionaries[i];
  if (!found && dictionary_count < MOST_DICTIONARIES && (found = tx_calloc(1, sizeof *found))) {
    strcpy(found->language, language);
    char path[128];
    if (find_dictionary(path, sizeof path, language)) found->patterns = cr_hyphen_dictionary_read(path);
    dictionaries[dictionary_count++] = found;
  }
  pthread_mutex_unlock(&lock);
  return found ? found->patterns : NULL;
}

// Words

static uint32_t lowered(uint32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  return unicode_locale ? (uint32_t)towlower_l((wint_t)c, unicode_locale) : c;
}

static bool is_letter(uint32_t c) {
  if (c < 0x80) return (c | 32) >= 'a' && (c | 32) <= 'z';
  if (c == 0xAD) return true;  // words with one are skipped as a whole
  switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), c)) {
  case HB_UNICODE_GENERAL_CATEGORY_LOWERCASE_LETTER:
  case HB_UNICODE_GENERAL_CATEGORY_UPPERCASE_LETTER:
  case HB_UNICODE_GENERAL_CATEGORY_TITLECASE_LETTER:
  case HB_UNICODE_GENERAL_CATEGORY_MODIFIER_LETTER:
  case HB_UNICODE_GENERAL_CATEGORY_OTHER_LETTER:
  case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
  case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK: return true;
  default: return false;
  }
}

static void mark_word(const cr_hyphen_dictionary *patterns, const uint32_t *word, size_t count, uint8_t *flags) {
  if (count < SHORTEST_WORD || count > CR_HYPHEN_LONGEST_WORD) return;
  uint32_t letters[CR_HYPHEN_LONGEST_WORD];
  bool points[CR_HYPHEN_LONGEST_WORD];
  for (size_t i = 0; i < count; i++) {
    if (word[i] == 0xAD) return;
    letters[i] = lowered(word[i]);
  }
  if (!cr_hyphen_points(patterns, letters, count, points)) return;
  for (size_t i = 0; i + 1 < count; i++)
    if (points[i] && (flags[i + 1] & (CR_SEG_GRAPHEME | CR_SEG_BREAK)) == CR_SEG_GRAPHEME) flags[i + 1] |= CR_SEG_BREAK | CR_SEG_HYPHEN;
}

void cr_hyphenate(const uint32_t *text, size_t count, const char *language, uint8_t *flags) {
  pthread_once(&once, find_locale);
  const cr_hyphen_dictionary *patterns = dictionary_of(language);
  for (size_t i = 0; patterns && i < count;) {
    size_t j = i;
    while (j < count && is_letter(text[j])) j++;
    if (j > i) mark_word(patterns, text + i, j - i, flags + i);
    i = j > i ? j : i + 1;
  }
}
