#include "hyphenate.h"

#include <hb.h>
#include <iconv.h>
#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera_library.h>
#include <unistd.h>
#include <wctype.h>

#include "segment.h"
#include "text_memory.h"

enum { LONGEST_WORD = 63, SHORTEST_WORD = 4, MOST_DICTIONARIES = 32, LANGUAGE_BYTES = 24 };

/// libhyphen's object, opaque here.
typedef struct hyphen_dict hyphen_dict;

typedef struct {
  char language[LANGUAGE_BYTES];  // as requested
  hyphen_dict *dict;              // NULL: none
  bool utf8;
  uint32_t letters[256];          // code points for the bytes of a dictionary that is not in UTF-8; 0: none
} dictionary;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // guards the table; its entries never change
static dictionary *dictionaries[MOST_DICTIONARIES];
static size_t dictionary_count;
static locale_t unicode_locale;
static hyphen_dict *(*load)(const char *);
static int (*hyphenate)(hyphen_dict *, const char *, int, char *, char *, char ***, int **, int **);

static bool start(char *problem) {
  (void)problem;
  unicode_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);  // NULL too if there is none: then only ASCII is lowered
  return true;
}

static const tl_symbol symbols[] = {{"hnj_hyphen_load", &load, false}, {"hnj_hyphen_hyphenate2", &hyphenate, false}};
static tl_library library = {.purpose = "hyphenation", .names = {"libhyphen.so.0"}, .package = "libhyphen0", TL_SYMBOLS(symbols), .start = start};

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

/// Reads the character set of a dictionary. False if it is unknown.
static bool read_letters(dictionary *d, const char *path) {
  FILE *file = fopen(path, "re");
  if (!file) return false;
  char set[64] = {0};
  const bool read = fgets(set, sizeof set, file) != NULL;
  fclose(file);
  if (!read) return false;
  set[strcspn(set, " \t\r\n")] = 0;
  if (strcmp(set, "UTF-8") == 0) return d->utf8 = true;
  // libhyphen's dictionaries use ISO8859-1, iconv uses ISO-8859-1.
  char name[80];
  snprintf(name, sizeof name, strncmp(set, "ISO8859", 7) == 0 ? "ISO-%s" : "%s", strncmp(set, "ISO8859", 7) == 0 ? set + 3 : set);
  iconv_t convert = iconv_open("UTF-32LE", name);
  if (convert == (iconv_t)-1) return false;
  for (int byte = 1; byte < 256; byte++) {
    char in = (char)byte, *from = &in, out[4], *to = out;
    size_t left = 1, room = sizeof out;
    if (iconv(convert, &from, &left, &to, &room) == (size_t)-1 || room) iconv(convert, NULL, NULL, NULL, NULL);
    else d->letters[byte] = (uint32_t)(uint8_t)out[0] | (uint32_t)(uint8_t)out[1] << 8 | (uint32_t)(uint8_t)out[2] << 16;
  }
  iconv_close(convert);
  return true;
}

/// The dictionary of a language, kept forever: there are few. NULL if there is none, or the table is full.
static const dictionary *dictionary_of(const char *language) {
  if (strlen(language) >= LANGUAGE_BYTES) return NULL;
  pthread_mutex_lock(&lock);
  dictionary *found = NULL;
  for (size_t i = 0; i < dictionary_count && !found; i++)
    if (strcmp(dictionaries[i]->language, language) == 0) found = dictionaries[i];
  if (!found && dictionary_count < MOST_DICTIONARIES && (found = tx_calloc(1, sizeof *found))) {
    strcpy(found->language, language);
    char path[128];
    if (find_dictionary(path, sizeof path, language) && read_letters(found, path)) found->dict = load(path);
    dictionaries[dictionary_count++] = found;
  }
  pthread_mutex_unlock(&lock);
  return found && found->dict ? found : NULL;
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

static size_t put_utf8(char *out, uint32_t c) {
  if (c < 0x80) {
    out[0] = (char)c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = (char)(0xC0 | c >> 6);
    out[1] = (char)(0x80 | (c & 63));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = (char)(0xE0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 63));
    out[2] = (char)(0x80 | (c & 63));
    return 3;
  }
  out[0] = (char)(0xF0 | c >> 18);
  out[1] = (char)(0x80 | (c >> 12 & 63));
  out[2] = (char)(0x80 | (c >> 6 & 63));
  out[3] = (char)(0x80 | (c & 63));
  return 4;
}

/// Encodes the word in the dictionary's character set and returns its length; 0 if the set lacks one of its letters.
static size_t encode(const dictionary *d, const uint32_t *word, size_t count, char *out) {
  size_t length = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t c = lowered(word[i]);
    if (d->utf8) {
      length += put_utf8(out + length, c);
      continue;
    }
    int byte = 255;
    while (byte > 0 && d->letters[byte] != c) byte--;
    if (!byte) return 0;
    out[length++] = (char)byte;
  }
  return length;
}

static void mark_word(const dictionary *d, const uint32_t *word, size_t count, uint8_t *flags) {
  if (count < SHORTEST_WORD || count > LONGEST_WORD) return;
  for (size_t i = 0; i < count; i++)
    if (word[i] == 0xAD) return;
  char letters[4 * LONGEST_WORD + 1], points[4 * LONGEST_WORD + 8] = {0};
  const size_t length = encode(d, word, count, letters);
  if (!length) return;
  letters[length] = 0;
  char **replacements = NULL;
  int *positions = NULL, *cuts = NULL;
  if (hyphenate(d->dict, letters, (int)length, points, NULL, &replacements, &positions, &cuts) == 0)
    for (size_t i = 0; i + 1 < count; i++)
      if (points[i] & 1 && !(replacements && replacements[i]) && (flags[i + 1] & (CR_SEG_GRAPHEME | CR_SEG_BREAK)) == CR_SEG_GRAPHEME)
        flags[i + 1] |= CR_SEG_BREAK | CR_SEG_HYPHEN;
  for (size_t i = 0; replacements && i < length; i++) free(replacements[i]);
  free(replacements);
  free(positions);
  free(cuts);
}

void cr_hyphenate(const uint32_t *text, size_t count, const char *language, uint8_t *flags) {
  const dictionary *d = tl_open(&library) ? dictionary_of(language) : NULL;
  for (size_t i = 0; d && i < count;) {
    size_t j = i;
    while (j < count && is_letter(text[j])) j++;
    if (j > i) mark_word(d, text + i, j - i, flags + i);
    i = j > i ? j : i + 1;
  }
}
