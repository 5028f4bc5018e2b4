// Compositions of libchewing, which is loaded at first use.
#pragma once
#include <stdbool.h>

// One composition. One thread at a time. Texts are UTF-8, owned by the context, and valid until the next call.
typedef struct ch_context ch_context;

// Returns the reason if the library is unavailable, otherwise an empty string. Any thread.
const char *ch_problem(void);

// Creates a context that learns nothing and writes no file, with candidates for the word before the caret. Returns NULL without the library or its data.
// Deleted by ch_delete. Any thread.
ch_context *ch_create(void);
// Deletes the context; NULL is ignored.
void ch_delete(ch_context *context);

// Presses a key of a Latin keyboard, as its ASCII code.
void ch_key(ch_context *context, int code);
void ch_space(ch_context *context);
void ch_backspace(ch_context *context);

// Converted syllables.
const char *ch_buffer(ch_context *context);
// Letters of the next syllable.
const char *ch_letters(ch_context *context);
// Text that the last key made final; empty without such text.
const char *ch_committed(ch_context *context);
// Makes the converted syllables final. Returns them.
const char *ch_commit(ch_context *context);
void ch_clear_letters(ch_context *context);

// Opens the candidates: a list for each length of words, the longest first. Returns whether there are any. Closed by ch_close.
bool ch_open(ch_context *context);
// Opens the list of the next shorter words. Returns false after the last one.
bool ch_next_list(ch_context *context);
// Begins with the first candidate of the open list.
void ch_begin(ch_context *context);
// Returns the next candidate of the open list; NULL after the last one.
const char *ch_next(ch_context *context);
// Replaces the word by a candidate of the open list, counted from 0.
void ch_choose(ch_context *context, int index);
void ch_close(ch_context *context);
