// Arbitrary bytes as YAML: every event's place and text, until the end or the first error.
#include <stdlib.h>
#include <string.h>
#include "tessera_yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  ty_parser *parser = NULL;
  if (ty_parser_create(bytes, length, &parser) != TY_OK) return 0;
  size_t seen = 0;
  ty_event event;
  ty_status status;
  while ((status = ty_parser_next(parser, &event)) == TY_OK && event.kind != TY_STREAM_END) {
    if (event.line == 0 || event.column == 0) abort();
    if (event.kind == TY_SCALAR) {
      for (size_t i = 0; i < event.length; i++) seen += (uint8_t)event.text[i];
    }
    if (event.anchor != NULL) seen += strlen(event.anchor);
    if (event.tag != NULL) seen += strlen(event.tag);
  }
  if (status != TY_OK) {
    const ty_error error = ty_parser_error(parser);
    if (error.status == TY_OK || error.message == NULL) abort();
    seen += strlen(error.message);
  }
  ty_parser_destroy(parser);
  volatile size_t sink = seen;
  (void)sink;
  return 0;
}
