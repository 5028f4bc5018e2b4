#include "library.h"

#include <stdio.h>
#include <tessera_library.h>

// Written once, before the first read.
static sm_expat expat;

static const tl_symbol symbols[] = {
    {"XML_ParserCreateNS", &expat.create, false},
    {"XML_ParserFree", &expat.destroy, false},
    {"XML_SetUserData", &expat.set_user_data, false},
    {"XML_SetElementHandler", &expat.set_elements, false},
    {"XML_SetCharacterDataHandler", &expat.set_text, false},
    {"XML_SetUnknownEncodingHandler", &expat.set_encoding, false},
    {"XML_SetEntityDeclHandler", &expat.set_entity, false},
    {"XML_Parse", &expat.parse, false},
    {"XML_StopParser", &expat.stop, false},
    {"XML_GetErrorCode", &expat.error, false},
    {"XML_ErrorString", &expat.message, false},
    {"XML_GetCurrentLineNumber", &expat.line, false},
    {"XML_GetCurrentColumnNumber", &expat.column, false},
    {"XML_SetBillionLaughsAttackProtectionMaximumAmplification", &expat.set_amplification, true},
    {"XML_SetBillionLaughsAttackProtectionActivationThreshold", &expat.set_threshold, true},
};
static tl_library library = {.purpose = "SVG", .names = {"libexpat.so.1"}, .package = "libexpat1", TL_SYMBOLS(symbols)};

const sm_expat *sm_library(char *reason, size_t size) {
  if (tl_open(&library)) return &expat;
  snprintf(reason, size, "%s", library.problem);
  return NULL;
}
