// Assigns a value of any type, for all of the program's types: two functions in place of two of each type, which were 4 % of the player.
//
// The compiler makes functions for each type that destroy its values, copy, take and assign them, and a table of these (the ABI's value witness table), which
// generic code calls. Assigning is what the others do one after the other. Where code knows the type it does not ask the table, so this costs no time that counts.
// .ci/embedded/link has the tables point here.
#include <stddef.h>

// The first functions of a type's table, and the size of its values in bytes, in the order of the ABI (docs/ABI/TypeMetadata of the Swift project). Values lie
// where the caller says; types are the caller's.
typedef struct metadata metadata;
typedef struct {
  void *(*copy_buffer)(void *, void *, const metadata *);
  void (*destroy)(void *, const metadata *);
  void *(*initialize_copy)(void *, void *, const metadata *);
  void *(*assign_copy)(void *, void *, const metadata *);
  void *(*initialize_take)(void *, void *, const metadata *);
  void *(*assign_take)(void *, void *, const metadata *);
  unsigned (*enum_tag)(const void *, unsigned, const metadata *);
  void (*store_enum_tag)(void *, unsigned, unsigned, const metadata *);
  size_t size;
} witnesses;

void *small_link_assign_copy(void *to, void *from, const metadata *type);
void *small_link_assign_take(void *to, void *from, const metadata *type);

// Puts a value in place of another. What was there lives on until the new value is in place: that may be a part of it, or be the same.
static void *assign(void *to, void *from, const metadata *type, void *(*put)(void *, void *, const metadata *)) {
  const witnesses *of = ((const witnesses *const *)type)[-1];
  // As large as the value, and never of no size; no type of Swift needs to lie at multiples of more.
  _Alignas(64) char old[of->size + 1];
  if (to == from) return to;
  of->initialize_take(old, to, type);
  put(to, from, type);
  of->destroy(old, type);
  return to;
}

void *small_link_assign_copy(void *to, void *from, const metadata *type) {
  return assign(to, from, type, ((const witnesses *const *)type)[-1]->initialize_copy);
}

void *small_link_assign_take(void *to, void *from, const metadata *type) {
  return assign(to, from, type, ((const witnesses *const *)type)[-1]->initialize_take);
}
