#include "failure.h"
#include <stdarg.h>
#include <stdio.h>

ic_status ic_fail(char *message, ic_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, IC_MESSAGE_SIZE, format, arguments);
  va_end(arguments);
  return status;
}
