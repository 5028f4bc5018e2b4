#include "failure.h"
#include <stdarg.h>
#include <stdio.h>

gf_status gf_fail(char *message, gf_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, GF_MESSAGE_SIZE, format, arguments);
  va_end(arguments);
  return status;
}
