#ifndef CR_NUMBER_ORDER_H
#define CR_NUMBER_ORDER_H
#include <fribidi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Keeps a number, its sign and its unit in order in right-to-left text: UAX #9 alone shows 21.5 ° as ° 21.5.
// Values; any thread. Linear time.

/// Gives the sign, currency, unit and spaces of each number the type of its digits, and the signs of a range that of its numbers, so that they
/// keep their order (UAX #9, HL3). `types`: those of the code points, `count` of both. Digits that are written from right to left with
/// their unit (Arabic-Indic) stay as they are.
void cr_join_numbers(const uint32_t *text, FriBidiCharType *types, size_t count);
/// Whether a paragraph has digits, and neither letters, Arabic-Indic digits nor formatting characters: it reads as in an isolate of its own.
bool cr_is_number_alone(const FriBidiCharType *types, size_t count);

#endif
