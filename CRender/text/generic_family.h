#ifndef CR_GENERIC_FAMILY_H
#define CR_GENERIC_FAMILY_H
#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

// Case-insensitive family names. Any thread.

/// Whether a family is a generic one of CSS, which the system maps to a real one.
static inline bool cr_is_generic_family(const char *name) {
  static const char *const names[] = {"sans-serif", "serif", "monospace", "system-ui", "emoji", "cursive", "fantasy", "ui-sans-serif", "ui-monospace"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcasecmp(names[i], name)) return true;
  return false;
}

/// The common generic family that systems know for another one.
static inline const char *cr_plain_generic_family(const char *name) {
  return !strcasecmp(name, "system-ui") || !strcasecmp(name, "ui-sans-serif") ? "sans-serif" : !strcasecmp(name, "ui-monospace") ? "monospace" : name;
}

#endif
