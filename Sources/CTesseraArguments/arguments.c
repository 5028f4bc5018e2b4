#include "tessera_arguments.h"
#include <features.h>

#ifdef __GLIBC__

// Called by Swift's standard library under these names.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);
void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int count);

static char *none[] = {0};
static char **arguments = none;
static int argument_count;

// glibc calls constructors as it calls main.
__attribute__((constructor)) static void keep(int count, char **values) {
  if (count > 0 && values) _swift_stdlib_overrideUnsafeArgvArgc(values, count);
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int count) {
  arguments = values;
  argument_count = count;
}

#endif
