#ifndef CR_GENERIC_FAMILY_H
#define CR_GENERIC_FAMILY_H
#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

// Names of families, without regard to case. Any thread.

/// Whether a family is one of CSS's generic ones, which stand for what the system means by them.
static inline bool cr_is_generic_family(const char *name) {
  static const char *const names[] = {"sans-serif", "serif", "monospace", "system-ui", "emoji", "cursive", "fantasy", "ui-sans-serif", "ui-monospace"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcasecmp(names[i], name)) return true;
  return false;
}

/// The generic family that systems know another by.
static inline const char *cr_plain_generic_family(const char *name) {
  return !strcasecmp(name, "system-ui") || !strcasecmp(name, "ui-sans-serif") ? "sans-serif" : !strcasecmp(name, "ui-monospace") ? "monospace" : name;
}

#endif
