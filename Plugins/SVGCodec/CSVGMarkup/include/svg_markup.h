// XML as events, by libexpat, which is opened with the first document.
//
// Names come as "namespace local" with a space between, or "local" where they have no namespace. Encodings are those that expat knows (UTF-8,
// UTF-16, ISO-8859-1, ASCII), and those of single bytes that iconv knows. Nothing outside of the bytes is ever read: external entities and document types are left out. Entities that the
// document declares itself are expanded as long as that makes it at most ten times as long. Any thread; calls share nothing.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum sm_status {
  SM_OK = 0,
  SM_NO_LIBRARY,  // libexpat is not there: `message` says so
  SM_NO_MEMORY,
  SM_MALFORMED,   // `message`, `line` and `column` (from 1) say what and where
  SM_TOO_DEEP,
  SM_STOPPED,     // `start` returned false
} sm_status;

// Strings are UTF-8 and borrowed for the call.
typedef struct sm_handler {
  void *context;
  // `attributes`: names and values in turn, a null pointer at the end. False ends the parsing.
  bool (*start)(void *context, const char *name, const char *const *attributes, size_t line);
  void (*end)(void *context);
  void (*text)(void *context, const char *bytes, size_t length);
} sm_handler;

typedef struct sm_error {
  size_t line, column;
  char message[160];
} sm_error;

// Elements may be nested `depth` deep.
sm_status sm_parse(const uint8_t *bytes, size_t size, int depth, const sm_handler *handler, sm_error *error);

// Expands a gzip stream to at most `limit` bytes. The result is the caller's, to be freed with sm_gzip_free. False where it is damaged, longer, or memory
// is short; nothing is to be freed then.
bool sm_gzip_expand(const uint8_t *bytes, size_t size, size_t limit, uint8_t **out, size_t *out_size);
void sm_gzip_free(uint8_t *out);
