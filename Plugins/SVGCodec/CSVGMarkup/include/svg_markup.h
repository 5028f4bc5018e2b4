// XML as events, by libexpat, which is loaded with the first document.
//
// Names have the form "namespace local", separated by a space, or "local" without a namespace. Supported encodings are those of expat
// (UTF-8, UTF-16, ISO-8859-1, ASCII) and the single-byte encodings of iconv. Nothing outside of the bytes is ever read: external entities
// and document types are ignored. Entities that the document declares are expanded, up to ten times its size. Any thread; calls share no
// state.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum sm_status {
  SM_OK = 0,
  SM_NO_LIBRARY,  // libexpat is not installed; `message` has the reason
  SM_NO_MEMORY,
  SM_MALFORMED,   // `message`, `line` and `column` (from 1) have the error and its position
  SM_TOO_DEEP,
  SM_STOPPED,     // `start` returned false
} sm_status;

// Callbacks. Strings are UTF-8 and borrowed for the call.
typedef struct sm_handler {
  void *context;
  // `attributes` alternates names and values and ends with a null pointer. Returning false ends the parsing.
  bool (*start)(void *context, const char *name, const char *const *attributes, size_t line);
  void (*end)(void *context);
  void (*text)(void *context, const char *bytes, size_t length);
} sm_handler;

typedef struct sm_error {
  size_t line, column;
  char message[160];
} sm_error;

// Parses a document. Elements may be nested up to `depth` levels.
sm_status sm_parse(const uint8_t *bytes, size_t size, int depth, const sm_handler *handler, sm_error *error);

// Expands a gzip stream to at most `limit` bytes. The caller frees the result with sm_gzip_free. Returns false, without a result, if the
// stream is damaged or longer, or an allocation fails.
bool sm_gzip_expand(const uint8_t *bytes, size_t size, size_t limit, uint8_t **out, size_t *out_size);
void sm_gzip_free(uint8_t *out);
