#if !__has_include(<yaml.h>)
#error "yaml.h not found: apt-get install libyaml-dev"
#endif
#include "tessera_yaml.h"
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct ty_parser {
  yaml_parser_t yaml;
  yaml_event_t event;
  int has_event;
};

static uint32_t one_based(size_t zero_based) { return zero_based < UINT32_MAX ? (uint32_t)(zero_based + 1) : UINT32_MAX; }

static void drop_event(ty_parser *p) {
  if (p->has_event) yaml_event_delete(&p->event);
  p->has_event = 0;
}

ty_status ty_parser_create(const uint8_t *bytes, size_t length, ty_parser **out) {
  *out = NULL;
  ty_parser *p = calloc(1, sizeof *p);
  if (!p) return TY_NO_MEMORY;
  if (!yaml_parser_initialize(&p->yaml)) {
    free(p);
    return TY_NO_MEMORY;
  }
  yaml_parser_set_input_string(&p->yaml, length ? bytes : (const uint8_t *)"", length);
  *out = p;
  return TY_OK;
}

static ty_status failure(const yaml_parser_t *y) {
  switch (y->error) {
  case YAML_MEMORY_ERROR: return TY_NO_MEMORY;
  case YAML_READER_ERROR: return TY_ENCODING;
  default: return TY_SYNTAX;
  }
}

ty_status ty_parser_next(ty_parser *p, ty_event *out) {
  memset(out, 0, sizeof *out);
  for (;;) {
    drop_event(p);
    if (!yaml_parser_parse(&p->yaml, &p->event)) return failure(&p->yaml);
    p->has_event = 1;
    const yaml_event_t *e = &p->event;
    out->line = one_based(e->start_mark.line);
    out->column = one_based(e->start_mark.column);
    switch (e->type) {
    case YAML_NO_EVENT:
    case YAML_STREAM_END_EVENT: out->kind = TY_STREAM_END; return TY_OK;
    case YAML_STREAM_START_EVENT: continue;
    case YAML_DOCUMENT_START_EVENT: out->kind = TY_DOCUMENT_START; return TY_OK;
    case YAML_DOCUMENT_END_EVENT: out->kind = TY_DOCUMENT_END; return TY_OK;
    case YAML_ALIAS_EVENT:
      out->kind = TY_ALIAS;
      out->anchor = (const char *)e->data.alias.anchor;
      return TY_OK;
    case YAML_SCALAR_EVENT:
      out->kind = TY_SCALAR;
      out->anchor = (const char *)e->data.scalar.anchor;
      out->tag = (const char *)e->data.scalar.tag;
      out->text = (const char *)e->data.scalar.value;
      out->length = e->data.scalar.length;
      out->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
      return TY_OK;
    case YAML_SEQUENCE_START_EVENT:
      out->kind = TY_SEQUENCE_START;
      out->anchor = (const char *)e->data.sequence_start.anchor;
      out->tag = (const char *)e->data.sequence_start.tag;
      return TY_OK;
    case YAML_SEQUENCE_END_EVENT: out->kind = TY_SEQUENCE_END; return TY_OK;
    case YAML_MAPPING_START_EVENT:
      out->kind = TY_MAPPING_START;
      out->anchor = (const char *)e->data.mapping_start.anchor;
      out->tag = (const char *)e->data.mapping_start.tag;
      return TY_OK;
    case YAML_MAPPING_END_EVENT: out->kind = TY_MAPPING_END; return TY_OK;
    }
  }
}

ty_error ty_parser_error(const ty_parser *p) {
  const yaml_parser_t *y = &p->yaml;
  ty_error e = {.status = failure(y), .message = y->problem ? y->problem : "the text cannot be read"};
  if (e.status == TY_ENCODING) {
    e.offset = y->problem_offset;
  } else {
    e.line = one_based(y->problem_mark.line);
    e.column = one_based(y->problem_mark.column);
    e.context = y->context;
    e.context_line = one_based(y->context_mark.line);
  }
  return e;
}

void ty_parser_destroy(ty_parser *p) {
  if (!p) return;
  drop_event(p);
  yaml_parser_delete(&p->yaml);
  free(p);
}
