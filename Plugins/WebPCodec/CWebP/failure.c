#include "failure.h"
#include <stdarg.h>
#include <stdio.h>

wp_status wp_fail(char *message, wp_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, WP_MESSAGE_SIZE, format, arguments);
  va_end(arguments);
  return status;
}
