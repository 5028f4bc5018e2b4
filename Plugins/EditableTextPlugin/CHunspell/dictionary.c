#include "hunspell_dictionary.h"

#include <stddef.h>
#include <tessera_library.h>

// The types of hunspell.h, which are the same since version 1.3: its headers are not needed.
static struct {
  hs_dictionary *(*create)(const char *affixes, const char *words);
  void (*destroy)(hs_dictionary *dictionary);
  int (*spell)(hs_dictionary *dictionary, const char *word);
  char *(*get_dic_encoding)(hs_dictionary *dictionary);
  int (*suggest)(hs_dictionary *dictionary, char ***list, const char *word);
  void (*free_list)(hs_dictionary *dictionary, char ***list, int count);
} hunspell; // written once, before the first read

static const tl_symbol symbols[] = {
#define F(name) {"Hunspell_" #name, &hunspell.name, false},
  F(create) F(destroy) F(spell) F(get_dic_encoding) F(suggest) F(free_list)
#undef F
};
static tl_library library = {
  .purpose = "spell checking", .names = {"libhunspell-1.7.so.0"}, .package = "libhunspell-1.7-0", TL_SYMBOLS(symbols)};

const char *hs_problem(void) { return tl_open(&library) ? "" : library.problem; }

hs_dictionary *hs_open(const char *affixes, const char *words) { return tl_open(&library) ? hunspell.create(affixes, words) : NULL; }

// A dictionary exists only if the library is open.
void hs_close(hs_dictionary *dictionary) {
  if (dictionary) hunspell.destroy(dictionary);
}

const char *hs_encoding(hs_dictionary *dictionary) { return hunspell.get_dic_encoding(dictionary); }

bool hs_is_known(hs_dictionary *dictionary, const char *word) { return hunspell.spell(dictionary, word) != 0; }

int hs_suggest(hs_dictionary *dictionary, const char *word, char ***out) {
  *out = NULL;
  int count = hunspell.suggest(dictionary, out, word);
  return *out && count > 0 ? count : 0;
}

void hs_free(hs_dictionary *dictionary, char **suggestions, int count) {
  if (suggestions) hunspell.free_list(dictionary, &suggestions, count);
}
