// Dictionaries of libhunspell, which is loaded at first use.
#pragma once
#include <stdbool.h>

// One open dictionary. One thread at a time.
typedef struct hs_dictionary hs_dictionary;

// Returns the reason if the library is unavailable, otherwise an empty string. Any thread.
const char *hs_problem(void);

// Opens a dictionary of two files. Returns NULL without the library or the memory; an unreadable file is an empty dictionary. Closed by hs_close. Any thread.
hs_dictionary *hs_open(const char *affixes, const char *words);
// Closes the dictionary; NULL is ignored.
void hs_close(hs_dictionary *dictionary);

// Name of the encoding of words and suggestions; owned by the dictionary.
const char *hs_encoding(hs_dictionary *dictionary);
// Returns whether the dictionary has a word, in its encoding.
bool hs_is_known(hs_dictionary *dictionary, const char *word);
// Returns the number of suggestions for a word, and the suggestions in `out`, which hs_free releases. Without suggestions `out` is NULL.
int hs_suggest(hs_dictionary *dictionary, const char *word, char ***out);
void hs_free(hs_dictionary *dictionary, char **suggestions, int count);
