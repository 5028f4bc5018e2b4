#pragma once
#include <stddef.h>
#include <stdint.h>

// Stream of YAML events (and so JSON too) with their positions. Wraps libyaml. One thread at a time per parser; different parsers are
// independent. Nothing here recurses, at any nesting depth.

/// Parser of one text. Opaque; created by ty_parser_create, freed by ty_parser_destroy.
typedef struct ty_parser ty_parser;

/// Result of a call.
typedef enum ty_status {
  TY_OK = 0,
  /// An allocation failed.
  TY_NO_MEMORY = 1,
  /// The bytes are not valid text: bad UTF-8 (or UTF-16), or a control character.
  TY_ENCODING = 2,
  /// The text is not valid YAML.
  TY_SYNTAX = 3,
} ty_status;

typedef enum ty_event_kind {
  TY_STREAM_END = 0,
  TY_DOCUMENT_START = 1,
  TY_DOCUMENT_END = 2,
  TY_SCALAR = 3,
  TY_SEQUENCE_START = 4,
  TY_SEQUENCE_END = 5,
  TY_MAPPING_START = 6,
  TY_MAPPING_END = 7,
  TY_ALIAS = 8,
} ty_event_kind;

typedef struct ty_event {
  ty_event_kind kind;
  /// Start of the event, from 1; columns count characters.
  uint32_t line, column;
  /// Whether a scalar is plain: neither quoted nor a block scalar.
  int plain;
  /// Text of a scalar, UTF-8, `length` bytes, which may include NUL; NULL for other events. Valid until the next call on the parser.
  const char *text;
  size_t length;
  /// Anchor name after `&` (for an alias, after `*`), NUL-terminated, or NULL. Valid until the next call on the parser.
  const char *anchor;
  /// Tag, NUL-terminated, or NULL. Valid until the next call on the parser.
  const char *tag;
} ty_event;

/// Error of ty_parser_next.
typedef struct ty_error {
  ty_status status;
  /// Position, from 1; 0 if only `offset` is known.
  uint32_t line, column;
  /// Byte offset from the start of the text, for TY_ENCODING.
  size_t offset;
  /// Description of the error in English, NUL-terminated, static.
  const char *message;
  /// Context of the error ("while parsing a flow sequence"), NUL-terminated, static, or NULL; and the line in which that construct began.
  const char *context;
  uint32_t context_line;
} ty_error;

/// Creates a parser of `length` bytes at `bytes`, which the caller keeps alive and unchanged until ty_parser_destroy.
/// On TY_NO_MEMORY `*out` is NULL.
ty_status ty_parser_create(const uint8_t *bytes, size_t length, ty_parser **out);

/// Returns the next event. After TY_STREAM_END, or after an error, only ty_parser_error and ty_parser_destroy may be called.
ty_status ty_parser_next(ty_parser *parser, ty_event *out);

/// Returns the error of the last ty_parser_next.
ty_error ty_parser_error(const ty_parser *parser);

/// Frees the parser; NULL is allowed.
void ty_parser_destroy(ty_parser *parser);
