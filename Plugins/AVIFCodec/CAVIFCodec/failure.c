#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

av_status av_fail(char *message, av_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, AV_MESSAGE_SIZE, format, arguments);
  va_end(arguments);
  return status;
}
