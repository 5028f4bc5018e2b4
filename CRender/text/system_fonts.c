#define _GNU_SOURCE
#include "system_fonts.h"

#include <dirent.h>
#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>
#include <tessera_library.h>

#include "font_file.h"
#include "text_memory.h"

// The used part of fontconfig's interface; its header is not needed to build.
typedef struct { int count, capacity; void **patterns; } fc_font_set;
enum { FC_MATCH = 0 };
#define FC_FUNCTIONS(X)                                                                                         \
  X(void, FcConfigDestroy, (void *))                                                                            \
  X(void *, FcInitLoadConfigAndFonts, (void))                                                                   \
  X(fc_font_set *, FcConfigGetFonts, (void *, int))                                                             \
  X(int, FcPatternGetString, (const void *, const char *, int, unsigned char **))                               \
  X(int, FcPatternGetInteger, (const void *, const char *, int, int *))                                         \
  X(int, FcPatternGetDouble, (const void *, const char *, int, double *))                                       \
  X(int, FcPatternGetBool, (const void *, const char *, int, int *))                                            \
  X(int, FcPatternGetCharSet, (const void *, const char *, int, void **))                                       \
  X(int, FcPatternGetRange, (const void *, const char *, int, void **))                                         \
  X(int, FcRangeGetDouble, (const void *, double *, double *))                                                  \
  X(int, FcCharSetHasChar, (const void *, uint32_t))                                                            \
  X(void *, FcNameParse, (const unsigned char *))                                                               \
  X(int, FcConfigSubstitute, (void *, void *, int))                                                             \
  X(void, FcDefaultSubstitute, (void *))                                                                        \
  X(fc_font_set *, FcFontSort, (void *, void *, int, void **, int *))                                           \
  X(void, FcFontSetDestroy, (fc_font_set *))                                                                    \
  X(void, FcPatternDestroy, (void *))

typedef struct {
#define X(result, name, arguments) result(*name) arguments;
  FC_FUNCTIONS(X)
#undef X
} fc_functions;

static fc_functions fontconfig;  // written once, before the first read

typedef struct order {
  struct order *next;
  char *key;
  uint32_t *indexes;
  size_t count;
} order;

struct cr_system_fonts {
  void *config;
  cr_face **faces;
  void **patterns;  // parallel to faces: fontconfig's own pattern, or NULL
  size_t count, capacity, pattern_capacity;
  order *orders;
};

// Scanning

static bool font_name(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && (!strcasecmp(dot, ".ttf") || !strcasecmp(dot, ".otf") || !strcasecmp(dot, ".ttc") || !strcasecmp(dot, ".otc"));
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/// Maximum depth of directories below `directory`: circular links must not hang the program.
enum { MAX_DEPTH = 8, MAX_ENTRIES = 65536 };

static bool scan(const char *directory, int depth, cr_font_file_visitor visit, void *context) {
  DIR *dir = opendir(directory);
  if (!dir) return false;
  char **names = NULL;
  size_t count = 0, capacity = 0;
  struct dirent *entry;
  while ((entry = readdir(dir)) && count < MAX_ENTRIES) {
    if (entry->d_name[0] == '.') continue;
    if (!TX_GROW(names, capacity, count + 1)) break;
    if (!(names[count] = tx_string(entry->d_name, strlen(entry->d_name)))) break;
    count++;
  }
  closedir(dir);
  if (count) qsort(names, count, sizeof *names, by_name);
  for (size_t i = 0; i < count; i++) {
    char path[4096];
    struct stat info;
    int length = snprintf(path, sizeof path, "%s/%s", directory, names[i]);
    if (length > 0 && (size_t)length < sizeof path && !stat(path, &info)) {
      if (S_ISDIR(info.st_mode)) {
        if (depth < MAX_DEPTH) scan(path, depth + 1, visit, context);
      } else if (S_ISREG(info.st_mode) && font_name(path)) {
        visit(context, path);
      }
    }
    cr_free(names[i]);
  }
  cr_free(names);
  return true;
}

bool cr_scan_font_files(const char *directory, cr_font_file_visitor visit, void *context) { return scan(directory, 0, visit, context); }

static bool append(cr_system_fonts *s, cr_face *face, void *pattern) {
  if (!face) return false;
  if (!TX_GROW(s->faces, s->capacity, s->count + 1) || !TX_GROW(s->patterns, s->pattern_capacity, s->count + 1)) {
    cr_face_destroy(face);
    return false;
  }
  s->patterns[s->count] = pattern;
  s->faces[s->count++] = face;
  return true;
}

static void open_file(void *context, const char *path) {
  cr_system_fonts *s = context;
  char reason[160];
  hb_blob_t *blob = cr_font_file_paged(path, reason, sizeof reason);
  if (!blob) return;
  unsigned faces = hb_face_count(blob);
  for (unsigned i = 0; i < faces && i < 64; i++) {
    cr_face *face = cr_face_open(blob, i, path, reason, sizeof reason);
    if (face) append(s, face, NULL);
  }
  hb_blob_destroy(blob);
}

static void scan_directories(cr_system_fonts *s) {
  static const char *const fixed[] = {"/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/X11/fonts", "/system/fonts"};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) scan(fixed[i], 0, open_file, s);
  const char *home = getenv("HOME");
  char path[4096];
  if (home && *home) {
    static const char *const below[] = {".fonts", ".local/share/fonts"};
    for (size_t i = 0; i < 2; i++) {
      int length = snprintf(path, sizeof path, "%s/%s", home, below[i]);
      if (length > 0 && (size_t)length < sizeof path) scan(path, 0, open_file, s);
    }
  }
}

// fontconfig

/// OpenType weight of fontconfig's scale, linear between the named points (as FcWeightToOpenType does).
static int opentype_weight(double w) {
  static const double from[] = {0, 40, 50, 55, 75, 80, 100, 180, 200, 205, 210, 215};
  static const double to[] = {100, 200, 300, 350, 380, 400, 500, 600, 700, 800, 900, 1000};
  if (!(w > 0)) return 100;
  for (int i = 1; i < 12; i++)
    if (w <= from[i]) return (int)(to[i - 1] + (to[i] - to[i - 1]) * (w - from[i - 1]) / (from[i] - from[i - 1]) + 0.5);
  return 1000;
}

static void describe_pattern(cr_system_fonts *s, void *pattern) {
  const fc_functions *fc = &fontconfig;
  unsigned char *file, *family;
  int index = 0, flag = 0, number;
  if (fc->FcPatternGetString(pattern, "file", 0, &file) != FC_MATCH) return;
  if (fc->FcPatternGetBool(pattern, "scalable", 0, &flag) == FC_MATCH && !flag) {
    int color = 0;
    if (fc->FcPatternGetBool(pattern, "color", 0, &color) != FC_MATCH || !color) return;  // an old bitmap font
  }
  unsigned char *format;
  if (fc->FcPatternGetString(pattern, "fontformat", 0, &format) == FC_MATCH && strcmp((char *)format, "TrueType") &&
      strcmp((char *)format, "CFF"))
    return;
  fc->FcPatternGetInteger(pattern, "index", 0, &index);
  int variable = 0;
  fc->FcPatternGetBool(pattern, "variable", 0, &variable);
  if ((index >> 16) && !variable) return;  // a named instance: the variable face itself is listed too
  cr_face *face = cr_face_describe((char *)file, (unsigned)index & 0xFFFF);
  if (!face) return;
  for (int i = 0; fc->FcPatternGetString(pattern, "family", i, &family) == FC_MATCH; i++)
    cr_face_add_family(face, (char *)family, strlen((char *)family));
  double low, high;
  void *range;
  if (variable && fc->FcPatternGetRange(pattern, "weight", 0, &range) == FC_MATCH && fc->FcRangeGetDouble(range, &low, &high)) {
    face->weight_min = opentype_weight(low);
    face->weight_max = opentype_weight(high);
  } else if (fc->FcPatternGetDouble(pattern, "weight", 0, &low) == FC_MATCH) {
    face->weight_min = face->weight_max = opentype_weight(low);
  }
  if (fc->FcPatternGetInteger(pattern, "slant", 0, &number) == FC_MATCH) face->italic = number >= 100;
  if (fc->FcPatternGetInteger(pattern, "width", 0, &number) == FC_MATCH)
    face->width = number <= 50 ? 1 : number <= 63 ? 2 : number <= 75 ? 3 : number <= 87 ? 4 : number <= 100 ? 5 : number <= 113 ? 6 : number <= 125 ? 7 : number <= 150 ? 8 : 9;
  if (fc->FcPatternGetInteger(pattern, "spacing", 0, &number) == FC_MATCH) face->monospace = number >= 90;
  if (fc->FcPatternGetBool(pattern, "color", 0, &flag) == FC_MATCH) face->color = flag;
  void *charset;
  if (fc->FcPatternGetCharSet(pattern, "charset", 0, &charset) == FC_MATCH) face->charset = charset;
  append(s, face, pattern);
}

static const tl_symbol symbols[] = {
#define X(result, name, arguments) {#name, &fontconfig.name, false},
  FC_FUNCTIONS(X)
#undef X
};
static tl_library library = {.purpose = "system fonts", .names = {"libfontconfig.so.1"}, .package = "libfontconfig1", TL_SYMBOLS(symbols)};

static bool load_fontconfig(cr_system_fonts *s) {
  if (!tl_open(&library)) return false;
  s->config = fontconfig.FcInitLoadConfigAndFonts();
  if (!s->config) return false;
  for (int set = 0; set < 2; set++) {
    fc_font_set *fonts = fontconfig.FcConfigGetFonts(s->config, set);
    for (int i = 0; fonts && i < fonts->count; i++) describe_pattern(s, fonts->patterns[i]);
  }
  return s->count > 0;
}

cr_system_fonts *cr_system_fonts_create(void) {
  cr_system_fonts *s = tx_calloc(1, sizeof *s);
  if (!s) return NULL;
  if (!load_fontconfig(s)) {
    s->config = NULL;
    scan_directories(s);
  }
  return s;
}

void cr_system_fonts_destroy(cr_system_fonts *s) {
  if (!s) return;
  for (size_t i = 0; i < s->count; i++) cr_face_destroy(s->faces[i]);
  while (s->orders) {
    order *o = s->orders;
    s->orders = o->next;
    cr_free(o->key);
    cr_free(o->indexes);
    cr_free(o);
  }
  cr_free(s->faces);
  cr_free(s->patterns);
  if (s->config) fontconfig.FcConfigDestroy(s->config);
  cr_free(s);
}

cr_face *const *cr_system_fonts_faces(const cr_system_fonts *s, size_t *count) {
  *count = s->count;
  return s->faces;
}

bool cr_system_fonts_covers(const cr_system_fonts *s, cr_face *face, uint32_t c) {
  if (face->charset && s->config) return fontconfig.FcCharSetHasChar(face->charset, c);
  return cr_face_covers(face, c);
}

static fc_font_set *sort(cr_system_fonts *s, const char *generic, const char *language) {
  char name[128];
  if (*language) snprintf(name, sizeof name, "%s:lang=%s", generic, language);
  else snprintf(name, sizeof name, "%s", generic);
  void *pattern = fontconfig.FcNameParse((const unsigned char *)name);
  if (!pattern) return NULL;
  fontconfig.FcConfigSubstitute(s->config, pattern, 0);
  fontconfig.FcDefaultSubstitute(pattern);
  int result;
  fc_font_set *sorted = fontconfig.FcFontSort(s->config, pattern, 0, NULL, &result);
  fontconfig.FcPatternDestroy(pattern);
  return sorted;
}

// Without fontconfig: families with the largest coverage are preferred, in their regular style.

static bool holds(const char *text, const char *part) { return strcasestr(text, part) != NULL; }

static int plainness(const cr_face *face, const char *generic, const char *language) {
  const char *family = face->family_count ? face->families[0] : "";
  int penalty = 0;
  bool mono = face->monospace || holds(family, "mono"), serif = holds(family, "serif") && !holds(family, "sans");
  if (mono != !strcmp(generic, "monospace")) penalty += 400;
  if (serif != !strcmp(generic, "serif")) penalty += 200;
  if (!strcmp(generic, "sans-serif") && !holds(family, "sans")) penalty += 100;  // a display or calligraphic style
  if (face->color != !strcmp(generic, "emoji")) penalty += 1000;
  if (face->italic) penalty += 50;
  if (face->width != 5) penalty += 50;
  if (!holds(family, "noto")) penalty += holds(family, "dejavu") ? 20 : 40;
  static const char *const cjk[][3] = {{"ja", " JP", ""}, {"ko", " KR", ""}, {"zh-tw", " TC", ""}, {"zh-hk", " HK", ""}, {"zh", " SC", ""}};
  for (size_t i = 0; i < 5; i++)
    if (!strncasecmp(language, cjk[i][0], strlen(cjk[i][0]))) {
      if (!holds(family, cjk[i][1])) penalty += 10;
      break;
    }
  return penalty + (face->weight_min > 400 ? face->weight_min - 400 : face->weight_max < 400 ? 400 - face->weight_max : 0) / 20;
}

static order *make_order(cr_system_fonts *s, const char *generic, const char *language) {
  order *o = tx_calloc(1, sizeof *o);
  if (!o || !(o->indexes = tx_alloc(s->count, sizeof *o->indexes))) {
    cr_free(o);
    return NULL;
  }
  if (s->config) {
    fc_font_set *sorted = sort(s, generic, language);
    for (int i = 0; sorted && i < sorted->count && o->count < s->count; i++)
      for (size_t f = 0; f < s->count; f++)
        if (s->patterns[f] == sorted->patterns[i]) {
          o->indexes[o->count++] = (uint32_t)f;
          break;
        }
    if (sorted) fontconfig.FcFontSetDestroy(sorted);
    return o;
  }
  int *penalties = tx_alloc(s->count, sizeof *penalties);
  if (!penalties) return o;
  for (size_t f = 0; f < s->count; f++) penalties[f] = plainness(s->faces[f], generic, language);
  for (size_t f = 0; f < s->count; f++) {  // insertion keeps the order of equal ones: by path
    size_t at = o->count++;
    for (; at > 0 && penalties[o->indexes[at - 1]] > penalties[f]; at--) o->indexes[at] = o->indexes[at - 1];
    o->indexes[at] = (uint32_t)f;
  }
  cr_free(penalties);
  return o;
}

const uint32_t *cr_system_fonts_order(cr_system_fonts *s, const char *generic, const char *language, size_t *count) {
  char key[160];
  int length = snprintf(key, sizeof key, "%s:%s", generic, language);
  *count = 0;
  if (length < 0) return NULL;
  order *o = s->orders;
  while (o && strcmp(o->key, key)) o = o->next;
  if (!o) {
    o = make_order(s, generic, language);
    if (!o) return NULL;
    if (!(o->key = tx_string(key, strlen(key)))) {
      cr_free(o->indexes);
      cr_free(o);
      return NULL;
    }
    o->next = s->orders;
    s->orders = o;
  }
  *count = o->count;
  return o->indexes;
}

const char *cr_system_fonts_generic(cr_system_fonts *s, const char *generic) {
  size_t count;
  const uint32_t *sorted = cr_system_fonts_order(s, generic, "", &count);
  for (size_t i = 0; i < count; i++)
    if (s->faces[sorted[i]]->family_count) return s->faces[sorted[i]]->families[0];
  return NULL;
}
