// Shared libraries that are opened at first use, and messages of errors.
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { TL_MESSAGE_SIZE = 256 };

/// Function or constant of a library.
typedef struct tl_symbol {
  const char *name;
  /// The pointer to fill: a pointer variable of any type, as large as `void *`.
  void *slot;
  /// A missing symbol leaves the pointer as it is.
  bool is_optional;
} tl_symbol;

/// Library that a program can be without. A static variable: its user fills the first members, and reads only `problem` of the others.
typedef struct tl_library {
  /// First words of messages, before "needs": "WebP".
  const char *purpose;
  /// File names. The first that can be opened is used; NULL follows fewer than four.
  const char *names[4];
  /// Debian package with the library.
  const char *package;
  /// First version with all symbols; NULL if every version has them.
  const char *version;
  const tl_symbol *symbols;
  size_t symbol_count;
  /// Called once when the symbols are resolved; may be NULL. Returns false, with a reason in `problem` (TL_MESSAGE_SIZE bytes), if the library cannot be
  /// used. It must not call tl_open.
  bool (*start)(char *problem);
  /// 0 before the first call, 1 open, 2 failed.
  int state;
  /// Reason of the failure. Written once, before the first tl_open that returns false.
  char problem[TL_MESSAGE_SIZE];
} tl_library;

/// Initial value of `symbols` and `symbol_count` for an array.
#define TL_SYMBOLS(array) .symbols = (array), .symbol_count = sizeof(array) / sizeof *(array)

/// Opens a library at the first call; it stays open. Returns whether all symbols that are not optional are resolved; otherwise `problem` names the
/// library, the symbol and the package. Any thread; slots are written before the first call returns.
bool tl_open(tl_library *library);

/// Writes a printf-style message of at most `size` bytes with its 0; a longer one is cut off. Returns `status`. Any thread.
int tl_fail(char *message, size_t size, int status, const char *format, ...) __attribute__((format(printf, 4, 5)));
