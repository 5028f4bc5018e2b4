// Tells Swift's `CommandLine` what the program was called with, in place of the part of Swift's runtime that does. With another C library than glibc it is
// empty, and the runtime does.
//
// On Linux the runtime looks for the arguments on the stack, whose place it reads from /proc/self/maps: a line for every piece of every library, before
// `main`, and nothing where there is no /proc. glibc hands them over. A program that links this does not link that part of the runtime.
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
