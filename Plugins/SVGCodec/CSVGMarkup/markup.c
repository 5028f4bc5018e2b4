// Forwards events of expat's namespace-aware parser.
#include "svg_markup.h"

#include <iconv.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

typedef struct parse {
  const sm_expat *expat;
  const sm_handler *handler;
  XML_Parser parser;
  int depth, limit;
  sm_status status;
} parse;

static void on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
  parse *p = context;
  if (p->status != SM_OK) return;
  if (++p->depth > p->limit) {
    p->status = SM_TOO_DEEP;
  } else if (!p->handler->start(p->handler->context, name, attributes, p->expat->line(p->parser))) {
    p->status = SM_STOPPED;
  }
  if (p->status != SM_OK) p->expat->stop(p->parser, XML_FALSE);
}
static void on_end(void *context, const XML_Char *name) {
  (void)name;
  parse *p = context;
  if (p->status != SM_OK) return;
  p->depth--;
  p->handler->end(p->handler->context);
}
static void on_text(void *context, const XML_Char *bytes, int length) {
  parse *p = context;
  if (p->status == SM_OK && length > 0) p->handler->text(p->handler->context, bytes, (size_t)length);
}
// Rejects entities if this expat cannot limit their expansion.
static void on_entity(void *context, const XML_Char *name, int is_parameter, const XML_Char *value, int length, const XML_Char *base,
                      const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)name, (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public, (void)notation;
  parse *p = context;
  p->expat->stop(p->parser, XML_FALSE);
}

// Fills a table with iconv's result for each byte of a single-byte encoding.
static int on_encoding(void *context, const XML_Char *name, XML_Encoding *info) {
  (void)context;
  iconv_t converter = iconv_open("UTF-32LE", name);
  if (converter == (iconv_t)-1) return XML_STATUS_ERROR;
  for (int i = 0; i < 256; i++) {
    char in = (char)i;
    uint32_t out = 0;
    char *from = &in, *to = (char *)&out;
    size_t left = 1, room = sizeof out;
    const bool good = iconv(converter, &from, &left, &to, &room) != (size_t)-1 && room == 0;
    info->map[i] = good ? (int)out : -1;
    iconv(converter, NULL, NULL, NULL, NULL);
  }
  iconv_close(converter);
  info->data = NULL;
  info->convert = NULL;
  info->release = NULL;
  return XML_STATUS_OK;
}

sm_status sm_parse(const uint8_t *bytes, size_t size, int depth, const sm_handler *handler, sm_error *error) {
  *error = (sm_error){0, 0, ""};
  const sm_expat *expat = sm_library(error->message, sizeof error->message);
  if (!expat) return SM_NO_LIBRARY;
  if (size > INT_MAX) {
    snprintf(error->message, sizeof error->message, "the document is longer than %d bytes", INT_MAX);
    return SM_MALFORMED;
  }
  parse p = {expat, handler, expat->create(NULL, ' '), 0, depth, SM_OK};
  if (!p.parser) return SM_NO_MEMORY;
  expat->set_user_data(p.parser, &p);
  expat->set_elements(p.parser, on_start, on_end);
  expat->set_text(p.parser, on_text);
  expat->set_encoding(p.parser, on_encoding, NULL);
  if (expat->set_amplification && expat->set_threshold) {
    expat->set_amplification(p.parser, 10.0f);
    expat->set_threshold(p.parser, 1 << 16);
  } else {
    expat->set_entity(p.parser, on_entity);
  }
  if (expat->parse(p.parser, (const char *)bytes, (int)size, XML_TRUE) == XML_STATUS_ERROR && p.status == SM_OK) {
    const enum XML_Error code = expat->error(p.parser);
    p.status = code == XML_ERROR_NO_MEMORY ? SM_NO_MEMORY : SM_MALFORMED;
    snprintf(error->message, sizeof error->message, "%s",
             code == XML_ERROR_ABORTED ? "entities need libexpat 2.4 or later" : expat->message(code));
  }
  error->line = expat->line(p.parser);
  error->column = expat->column(p.parser) + 1;
  expat->destroy(p.parser);
  return p.status;
}
