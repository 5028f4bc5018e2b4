// Numbers with their signs and units in right-to-left text.
#include "number_order.h"

enum { LONGEST_UNIT = 4 };  // letters: kWh, mmHg, rpm

typedef struct {
  const uint32_t *text;
  FriBidiCharType *types;
  size_t count;
} line;

static bool is_type(const line *l, size_t i, FriBidiCharType type) { return i < l->count && l->types[i] == type; }
static bool is_digit(const line *l, size_t i) { return is_type(l, i, FRIBIDI_TYPE_EN); }
static bool is_letter(const line *l, size_t i) { return i < l->count && (FRIBIDI_IS_STRONG(l->types[i]) || l->types[i] == FRIBIDI_TYPE_NSM); }

static bool is_space(const line *l, size_t i) {
  if (i >= l->count) return false;
  const uint32_t c = l->text[i];
  return c == ' ' || c == 0xA0 || c == 0x2009 || c == 0x202F;
}

/// + - and similar signs before a number.
static bool is_sign(const line *l, size_t i) {
  if (i >= l->count) return false;
  const uint32_t c = l->text[i];
  return c == '+' || c == '-' || c == '<' || c == '>' || c == '~' || c == 0xB1 || c == 0x2212 || c == 0x2213 || c == 0x2248 || c == 0x2264 || c == 0x2265;
}

/// < and similar signs, which may be followed by a space.
static bool is_comparison(const line *l, size_t i) { return is_sign(l, i) && l->text[i] != '+' && l->text[i] != '-' && l->text[i] != 0x2212; }

/// Signs between two numbers.
static bool is_joint(const line *l, size_t i) {
  if (i >= l->count) return false;
  const uint32_t c = l->text[i];
  return c == '-' || c == '/' || c == ':' || c == '~' || c == 0xB7 || c == 0xD7 || c == 0xF7 || (c >= 0x2010 && c <= 0x2014) || c == 0x2212 || c == 0x2026;
}

/// Percent, degrees, currencies.
static bool is_symbol(const line *l, size_t i) { return is_type(l, i, FRIBIDI_TYPE_ET) || (i < l->count && (l->text[i] == 0x2103 || l->text[i] == 0x2109)); }

/// End of the digits from `i` on, including the separators between them.
static size_t digits_end(const line *l, size_t i) {
  while (is_digit(l, i) || ((is_type(l, i, FRIBIDI_TYPE_CS) || is_type(l, i, FRIBIDI_TYPE_ES) || is_type(l, i, FRIBIDI_TYPE_BN)) && is_digit(l, i + 1))) i++;
  return i;
}

/// Start of the currency and the sign before the digits at `i`; not before `low`.
static size_t prefix_start(const line *l, size_t low, size_t i) {
  size_t at = i;
  if (at >= low + 2 && is_space(l, at - 1) && is_symbol(l, at - 2)) at -= 2;
  while (at > low && is_symbol(l, at - 1)) at--;
  if (at >= low + 2 && is_space(l, at - 1) && is_comparison(l, at - 2)) return at - 2;
  // A hyphen after a letter is not a sign.
  if (at > low && is_sign(l, at - 1) && (at == 1 || !(is_letter(l, at - 2) || is_digit(l, at - 2)))) at--;
  while (at > low && is_symbol(l, at - 1)) at--;
  return at;
}

/// End of a unit of letters at `i`, such as km/h and m3; `i` if there is none.
static size_t letters_end(const line *l, size_t i) {
  size_t end = i;
  for (size_t at = i;;) {
    size_t next = at;
    while (is_type(l, next, FRIBIDI_TYPE_LTR)) next++;
    if (next == at || next - at > LONGEST_UNIT) return end;
    end = digits_end(l, next);
    if (end >= l->count || (l->text[end] != '/' && l->text[end] != 0xB7)) return end;
    at = end + 1;
  }
}

/// End of the unit after digits that end at `i`.
static size_t unit_end(const line *l, size_t i) {
  const size_t start = is_space(l, i) ? i + 1 : i;
  size_t end = start;
  while (is_symbol(l, end)) end++;
  end = letters_end(l, end);
  return end > start ? end : i;
}

/// Start of the next number of a range after a number that ends at `i`; 0 if there is none.
static size_t range_start(const line *l, size_t i) {
  size_t at = is_space(l, i) ? i + 1 : i;
  if (!is_joint(l, at)) return 0;
  at++;
  if (is_space(l, at)) at++;
  if (is_sign(l, at)) at++;
  while (is_symbol(l, at)) at++;
  return is_digit(l, at) ? at : 0;
}

void cr_join_numbers(const uint32_t *text, FriBidiCharType *types, size_t count) {
  const line l = {text, types, count};
  size_t low = 0;  // end of the last number
  for (size_t i = 0; i < count;) {
    if (!is_digit(&l, i)) {
      i++;
      continue;
    }
    const size_t start = prefix_start(&l, low, i);
    size_t end = i;
    size_t next = i;
    do {
      end = unit_end(&l, digits_end(&l, next));
      next = range_start(&l, end);
    } while (next);
    for (size_t k = start; k < end; k++)
      if (!FRIBIDI_IS_STRONG(types[k])) types[k] = FRIBIDI_TYPE_EN;
    i = low = end;
  }
}

bool cr_is_number_alone(const FriBidiCharType *types, size_t count) {
  bool has_digits = false;
  for (size_t i = 0; i < count; i++) {
    if (FRIBIDI_IS_STRONG(types[i]) || FRIBIDI_IS_EXPLICIT(types[i]) || FRIBIDI_IS_ISOLATE(types[i]) || types[i] == FRIBIDI_TYPE_AN) return false;
    has_digits |= types[i] == FRIBIDI_TYPE_EN;
  }
  return has_digits;
}
