// Functions of libexpat.
#pragma once
#include <expat.h>
#include <stddef.h>

typedef struct sm_expat {
  XML_Parser (*create)(const XML_Char *encoding, XML_Char separator);
  void (*destroy)(XML_Parser parser);
  void (*set_user_data)(XML_Parser parser, void *data);
  void (*set_elements)(XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end);
  void (*set_text)(XML_Parser parser, XML_CharacterDataHandler handler);
  void (*set_encoding)(XML_Parser parser, XML_UnknownEncodingHandler handler, void *data);
  void (*set_entity)(XML_Parser parser, XML_EntityDeclHandler handler);
  enum XML_Status (*parse)(XML_Parser parser, const char *bytes, int length, int is_final);
  enum XML_Status (*stop)(XML_Parser parser, XML_Bool resumable);
  enum XML_Error (*error)(XML_Parser parser);
  const XML_LChar *(*message)(enum XML_Error code);
  XML_Size (*line)(XML_Parser parser);
  XML_Size (*column)(XML_Parser parser);
  // Since expat 2.4; otherwise NULL.
  XML_Bool (*set_amplification)(XML_Parser parser, float factor);
  XML_Bool (*set_threshold)(XML_Parser parser, unsigned long long bytes);
} sm_expat;

// Loads the library at the first call. Returns NULL and fills `reason` if it is not installed. Any thread; the library stays loaded.
const sm_expat *sm_library(char *reason, size_t size);
