#include "hyphen_dictionary.h"

#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text_memory.h"

enum {
  MOST_BYTES = 16 << 20,  // of a file
  LONGEST_LINE = 99,
  MOST_EXCLUSIONS = 16,
  EDGE = '.',  // begin and end of a word
  DIGIT = 15,
  CHANGES_SPELLING = 16,  // of a value: a hyphen here replaces letters
};

/// A letter after those of its parents. Node 0 is the root.
typedef struct {
  uint32_t child, next;  // 0: none
  uint32_t values;       // place of the pattern's values + 1; 0: no pattern ends here
  uint16_t letter;
  uint8_t count;  // of values
} node;

/// Patterns of one level.
typedef struct {
  node *nodes;
  size_t count, capacity;
  uint8_t *values;  // of all patterns: digits, with CHANGES_SPELLING
  size_t value_count, value_capacity;
} level;

typedef struct {
  uint32_t letters[8];
  size_t count;
} exclusion;

struct cr_hyphen_dictionary {
  level compounds;  // without nodes in a file with one level
  level words;
  bool is_utf8;
  uint16_t letters[256];  // code points of the bytes of another character set; 0: none
  int left, right, compound_left, compound_right;  // least letters before and after a hyphen
  exclusion exclusions[MOST_EXCLUSIONS];           // no break before or after them
  size_t exclusion_count;
};

// Reading

/// Finds the code points of the bytes of a character set. False if it is unknown.
static bool read_set(cr_hyphen_dictionary *d, const char *set) {
  if (strcmp(set, "UTF-8") == 0) return d->is_utf8 = true;
  // The files use ISO8859-1, iconv uses ISO-8859-1.
  char name[80];
  const bool is_iso = strncmp(set, "ISO8859", 7) == 0;
  snprintf(name, sizeof name, is_iso ? "ISO-%s" : "%s", is_iso ? set + 3 : set);
  iconv_t convert = iconv_open("UTF-32LE", name);
  if (convert == (iconv_t)-1) return false;
  for (int byte = 1; byte < 256; byte++) {
    char in = (char)byte, *from = &in, out[4], *to = out;
    size_t left = 1, room = sizeof out;
    if (iconv(convert, &from, &left, &to, &room) == (size_t)-1 || room) iconv(convert, NULL, NULL, NULL, NULL);
    else if (!out[2] && !out[3]) d->letters[byte] = (uint16_t)((uint8_t)out[0] | (uint8_t)out[1] << 8);
  }
  iconv_close(convert);
  return true;
}

/// Decodes the letter at `*at` and advances; 0 for one that is invalid or above U+FFFF, or that the set lacks.
static uint32_t next_letter(const cr_hyphen_dictionary *d, const char *text, size_t length, size_t *at) {
  const uint8_t *p = (const uint8_t *)text + *at;
  const size_t left = length - *at;
  size_t size = 1;
  uint32_t c = 0;
  if (!d->is_utf8) c = d->letters[p[0]];
  else if (p[0] < 0x80) c = p[0];
  else if (p[0] >> 5 == 6 && left > 1) c = (uint32_t)(p[0] & 31) << 6 | (p[1] & 63), size = 2;
  else if (p[0] >> 4 == 14 && left > 2) c = (uint32_t)(p[0] & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63), size = 3;
  *at += size;
  return c;
}

static uint32_t child_of(const level *l, uint32_t parent, uint32_t letter) {
  uint32_t child = l->nodes[parent].child;
  while (child && l->nodes[child].letter != letter) child = l->nodes[child].next;
  return child;
}

/// Returns the child of a node, added if it is missing; 0 on allocation failure.
static uint32_t add_child(level *l, uint32_t parent, uint32_t letter) {
  const uint32_t known = child_of(l, parent, letter);
  if (known) return known;
  if (!TX_GROW(l->nodes, l->capacity, l->count + 1)) return 0;
  const uint32_t added = (uint32_t)l->count++;
  l->nodes[added] = (node){.letter = (uint16_t)letter, .next = l->nodes[parent].child};
  l->nodes[parent].child = added;
  return added;
}

/// Marks the values in the letters that a hyphen replaces: `text` is "ff=,5,2", with the first letter from 1 and their number, or only "f=f" for
/// all letters of a pattern. The edge of a word is not counted.
static void mark_replaced(uint8_t *values, size_t count, bool begins_word, const char *text) {
  long first = 0, last = (long)count;
  const char *index = strchr(text, ','), *size = index ? strchr(index + 1, ',') : NULL;
  if (size) {
    first = strtol(index + 1, NULL, 10) - 1 + begins_word;
    last = first + strtol(size + 1, NULL, 10);
  }
  for (size_t i = 0; i <= count; i++)
    if ((long)i >= first && (long)i <= last) values[i] |= CHANGES_SPELLING;
}

/// Adds a pattern such as "a1b", "fach3" or "schif1f/ff=,5,2". False on allocation failure only.
static bool add_pattern(const cr_hyphen_dictionary *d, level *l, const char *line, size_t length) {
  const char *slash = memchr(line, '/', length);
  if (slash) length = (size_t)(slash - line);
  uint8_t values[LONGEST_LINE + 1] = {0};
  uint16_t letters[LONGEST_LINE];
  size_t count = 0;
  for (size_t at = 0; at < length;) {
    if (line[at] >= '0' && line[at] <= '9') {
      values[count] = (uint8_t)(line[at++] - '0');
      continue;
    }
    const uint32_t letter = next_letter(d, line, length, &at);
    if (!letter) return true;
    letters[count++] = (uint16_t)letter;
  }
  if (!count) return true;
  if (slash) mark_replaced(values, count, letters[0] == EDGE, slash + 1);
  uint32_t at = 0;
  for (size_t i = 0; i < count; i++)
    if (!(at = add_child(l, at, letters[i]))) return false;
  size_t first = 0;
  while (first < count && !(values[first] & DIGIT)) first++;
  const size_t stored = count + 1 - first;
  if (!TX_GROW(l->values, l->value_capacity, l->value_count + stored)) return false;
  memcpy(l->values + l->value_count, values + first, stored);
  l->nodes[at].values = (uint32_t)l->value_count + 1;
  l->nodes[at].count = (uint8_t)stored;
  l->value_count += stored;
  return true;
}

/// Reads the list after NOHYPHEN, separated by commas.
static void read_exclusions(cr_hyphen_dictionary *d, const char *list, size_t length) {
  for (size_t at = 0; at < length && d->exclusion_count < MOST_EXCLUSIONS;) {
    exclusion *e = &d->exclusions[d->exclusion_count];
    e->count = 0;
    while (at < length && list[at] != ',') {
      const uint32_t letter = next_letter(d, list, length, &at);
      if (letter > ' ' && e->count < sizeof e->letters / sizeof *e->letters) e->letters[e->count++] = letter;
    }
    at++;
    if (e->count) d->exclusion_count++;
  }
}

/// Reads a line with a setting. False if it has none.
static bool read_setting(cr_hyphen_dictionary *d, const char *line, size_t length) {
  const struct {
    const char *name;
    int *value;
  } numbers[] = {
      {"LEFTHYPHENMIN", &d->left},
      {"RIGHTHYPHENMIN", &d->right},
      {"COMPOUNDLEFTHYPHENMIN", &d->compound_left},
      {"COMPOUNDRIGHTHYPHENMIN", &d->compound_right},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const size_t size = strlen(numbers[i].name);
    if (length < size || memcmp(line, numbers[i].name, size) != 0) continue;
    const long value = strtol(line + size, NULL, 10);
    *numbers[i].value = value < 0 ? 0 : value > CR_HYPHEN_LONGEST_WORD ? CR_HYPHEN_LONGEST_WORD : (int)value;
    return true;
  }
  if (length < 8 || memcmp(line, "NOHYPHEN", 8) != 0) return false;
  read_exclusions(d, line + 8, length - 8);
  return true;
}

static bool begin_level(level *l) {
  if (!TX_GROW(l->nodes, l->capacity, 1)) return false;
  l->nodes[0] = (node){0};
  l->count = 1;
  return true;
}

/// Reads the lines of a file; `text` ends with NUL. False on allocation failure, or for an unknown character set.
static bool read_lines(cr_hyphen_dictionary *d, char *text) {
  bool is_first = true, has_compounds = false;
  if (!begin_level(&d->words)) return false;
  for (char *line = text, *end; *line; line = end) {
    end = line + strcspn(line, "\n");
    const bool is_last = !*end;
    *end = 0;
    size_t length = strcspn(line, is_first ? " \t\r" : "\r");
    line[length] = 0;
    if (!is_last) end++;
    if (is_first) {
      if (!read_set(d, line)) return false;
      is_first = false;
    } else if (length > LONGEST_LINE || *line == '%' || *line == '#') {
      continue;
    } else if (strncmp(line, "NEXTLEVEL", 9) == 0) {
      // The settings for all levels are those of the first.
      if (has_compounds) break;
      has_compounds = true;
      d->compounds = d->words;
      d->words = (level){0};
      if (!begin_level(&d->words)) return false;
    } else if (!read_setting(d, line, length)) {
      size_t used = 0;
      while (used < length && (uint8_t)line[used] > ' ') used++;
      if (used && !add_pattern(d, &d->words, line, used)) return false;
    }
  }
  return !is_first;
}

cr_hyphen_dictionary *cr_hyphen_dictionary_read(const char *path) {
  FILE *file = fopen(path, "re");
  if (!file) return NULL;
  cr_hyphen_dictionary *d = NULL;
  char *text = NULL;
  long size = -1;
  if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 && size <= MOST_BYTES && fseek(file, 0, SEEK_SET) == 0)
    text = tx_alloc((size_t)size + 1, 1);
  if (text) {
    text[fread(text, 1, (size_t)size, file)] = 0;
    d = tx_calloc(1, sizeof *d);
    if (d && !read_lines(d, text)) {
      cr_hyphen_dictionary_free(d);
      d = NULL;
    }
    cr_free(text);
  }
  fclose(file);
  return d;
}

void cr_hyphen_dictionary_free(cr_hyphen_dictionary *d) {
  if (!d) return;
  cr_free(d->compounds.nodes);
  cr_free(d->compounds.values);
  cr_free(d->words.nodes);
  cr_free(d->words.values);
  cr_free(d);
}

// Words

/// Returns the greater digit. A hyphen that replaces letters does so whichever pattern allows it.
static uint8_t greater(uint8_t a, uint8_t b) {
  const uint8_t digit = (a & DIGIT) > (b & DIGIT) ? a & DIGIT : b & DIGIT;
  return (uint8_t)(digit | (a & CHANGES_SPELLING) | (b & 1 ? b & CHANGES_SPELLING : 0));
}

/// Applies the patterns of a level to a word between two edges. As in libhyphen, only the longest suffix that begins a pattern is looked at after each
/// letter: dictionaries contain the sums of patterns that end at the same letter.
static void apply(const level *l, const uint32_t *word, size_t count, uint8_t *points) {
  uint32_t letters[CR_HYPHEN_LONGEST_WORD + 2];
  uint8_t found[CR_HYPHEN_LONGEST_WORD + 3] = {0};
  letters[0] = letters[count + 1] = EDGE;
  memcpy(letters + 1, word, count * sizeof *word);
  uint32_t at = 0;
  size_t start = 0;
  for (size_t i = 0; i < count + 2; i++) {
    uint32_t next = child_of(l, at, letters[i]);
    while (!next && start < i) {
      start++;
      at = 0;
      size_t k = start;
      while (k < i && (at = child_of(l, at, letters[k]))) k++;
      next = k == i ? child_of(l, at, letters[i]) : 0;
    }
    if (!next) start = i + 1;
    at = next;
    const node *n = &l->nodes[at];
    if (!n->values) continue;
    const uint8_t *values = l->values + n->values - 1;
    const size_t first = i + 1 - n->count;
    for (size_t k = 0; k < n->count; k++)
      found[first + k] = greater(found[first + k], values[k]);
  }
  // No hyphen before the last letter.
  for (size_t i = 0; i < count; i++) points[i] = i + 2 < count ? found[i + 1] : 0;
}

/// Removes the hyphens with fewer than `least` letters before them.
static void clear_left(size_t count, uint8_t *points, int least) {
  for (size_t i = 0; i < count && (int)i + 1 < least; i++) points[i] = 0;
}

/// Removes the hyphens with fewer than `least` letters after them.
static void clear_right(size_t count, uint8_t *points, int least) {
  for (size_t after = 0; after < count && (int)after < least; after++) points[count - 1 - after] = 0;
}

/// Finds the hyphens of a word, or of a part of a compound with hyphens at its edges.
static void find(const cr_hyphen_dictionary *d, const uint32_t *word, size_t count, bool left_is_edge, bool right_is_edge, uint8_t *points) {
  uint8_t parts[CR_HYPHEN_LONGEST_WORD] = {0};
  size_t begin = 0;
  if (d->compounds.nodes) apply(&d->compounds, word, count, parts);
  for (size_t i = 0; i < count; i++) {
    const bool is_break = parts[i] & 1;
    if (!is_break && !(begin > 0 && i + 1 == count)) continue;
    const size_t length = i + 1 - begin;
    // A break after the last letter would make the part the whole word.
    if (length > 1 && length < count)
      find(d, word + begin, length, begin > 0 ? false : left_is_edge, is_break ? false : right_is_edge, points + begin);
    points[i] = parts[i];
    begin = i + 1;
  }
  if (begin > 0) return;
  apply(&d->words, word, count, points);
  if (!d->compounds.nodes) return;
  if (!left_is_edge) clear_left(count, points, d->compound_left);
  if (!right_is_edge) clear_right(count, points, d->compound_right);
}

static bool has_letters(const cr_hyphen_dictionary *d, const uint32_t *word, size_t count) {
  for (size_t i = 0; i < count && !d->is_utf8; i++) {
    size_t byte = 1;
    while (byte < 256 && d->letters[byte] != word[i]) byte++;
    if (byte == 256) return false;
  }
  return true;
}

bool cr_hyphen_points(const cr_hyphen_dictionary *d, const uint32_t *word, size_t count, bool *points) {
  if (count == 0 || count > CR_HYPHEN_LONGEST_WORD || !has_letters(d, word, count)) return false;
  uint8_t found[CR_HYPHEN_LONGEST_WORD] = {0};
  find(d, word, count, true, true, found);
  clear_left(count, found, d->left > 0 ? d->left : 2);
  clear_right(count, found, d->right > 0 ? d->right : 2);
  for (size_t e = 0; e < d->exclusion_count; e++) {
    const exclusion *x = &d->exclusions[e];
    for (size_t i = 0; i + x->count <= count; i++) {
      if (memcmp(word + i, x->letters, x->count * sizeof *word) != 0) continue;
      found[i + x->count - 1] = 0;
      if (i > 0) found[i - 1] = 0;
    }
  }
  for (size_t i = 0; i < count; i++) points[i] = (found[i] & 1) && !(found[i] & CHANGES_SPELLING);
  return true;
}
