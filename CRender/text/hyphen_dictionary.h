#ifndef CR_HYPHEN_DICTIONARY_H
#define CR_HYPHEN_DICTIONARY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Hyphenation patterns of one language, from a dictionary of libhyphen (hyph_en_US.dic): Liang's patterns with values between letters, and in
/// a first level, if the file has two, those of the parts of compounds. Read-only after it was read; any thread.
typedef struct cr_hyphen_dictionary cr_hyphen_dictionary;

enum { CR_HYPHEN_LONGEST_WORD = 63 };

/// Reads a dictionary; free it with cr_hyphen_dictionary_free. NULL if the file cannot be read, has more than 16 MiB or an unknown character
/// set, or on allocation failure. Patterns of more than 99 bytes are skipped. Linear time in the size of the file.
cr_hyphen_dictionary *cr_hyphen_dictionary_read(const char *path);

/// Frees a dictionary; NULL is allowed.
void cr_hyphen_dictionary_free(cr_hyphen_dictionary *dictionary);

/// Sets `points[i]` where a line may break after letter `i`, without a change of spelling. `word` has `count` letters in lower case, as code points.
/// Returns false, without points, if it has more than CR_HYPHEN_LONGEST_WORD letters or one that the character set lacks.
bool cr_hyphen_points(const cr_hyphen_dictionary *dictionary, const uint32_t *word, size_t count, bool *points);

#endif
