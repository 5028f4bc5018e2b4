#ifndef CR_NUMBER_ORDER_H
#define CR_NUMBER_ORDER_H
#include <fribidi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Keeps a number, its sign and its unit in order in right-to-left text: UAX #9 alone shows 21.5 ° as ° 21.5.
// Values; any thread. Linear time.

/// Makes each number keep its order with its sign, currency, unit and spaces, which get the type of its digits (UAX #9, HL3). The signs of
/// a range get the type of its numbers. `types`: of the code points, `count` of both. Digits written from right to left with their unit
/// (Arabic-Indic) are not changed.
void cr_join_numbers(const uint32_t *text, FriBidiCharType *types, size_t count);
/// Whether a paragraph has digits, and neither letters, Arabic-Indic digits nor formatting characters: it reads as if isolated.
bool cr_is_number_alone(const FriBidiCharType *types, size_t count);

#endif
