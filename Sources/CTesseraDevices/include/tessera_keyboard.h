/// Conversion of key codes to symbols and text by libxkbcommon, loaded on first use: nothing links it. One thread per keyboard.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct td_keyboard td_keyboard;

/// Effect of a key press on a Compose sequence or dead key.
enum {
  td_compose_nothing,   ///< No sequence; the key types as usual.
  td_compose_pending,   ///< The key began or continued a sequence; `symbol` is its next symbol.
  td_compose_done,      ///< The key completed a sequence; `text` is the result.
  td_compose_cancelled, ///< The key is not part of a sequence and ended one; it types nothing.
};

/// Result of a key.
typedef struct {
  uint32_t symbol;       ///< X keysym, modifiers and layout applied.
  uint32_t plain_symbol; ///< X keysym of the key without modifiers.
  uint32_t plain;        ///< Unicode of the plain symbol; 0 if it is not a character.
  uint32_t modifiers;    ///< 1 shift, 2 control, 4 alt, 8 logo: active and not consumed by the layout's levels; shift always.
  uint32_t repeats;
  uint32_t compose;      ///< td_compose_…
  char text[64];         ///< Typed text, UTF-8, Compose and dead keys applied; empty if there is none (yet).
} td_key;

/// Compiles a keymap: names as in setxkbmap; NULL or empty: the system's (XKB_DEFAULT_…, else us). `locale` selects the Compose table.
///
/// Returns 0, ENOENT if libxkbcommon is not installed, EINVAL if there is no such keymap, ENOMEM; `message` (`size` bytes) has the reason.
/// For a locale without a Compose table, the keyboard has no Compose. If the result is 0 and the Compose file has an error, `message` has its
/// place and reason; otherwise `message` is empty.
int td_keyboard_create(
    const char *model, const char *layout, const char *variant, const char *options, const char *locale, td_keyboard **out, char *message,
    size_t size);

/// Processes a key: `code` is the kernel's, `state` 1 pressed, 2 repeated, 0 released.
void td_keyboard_press(td_keyboard *keyboard, uint32_t code, int state, td_key *key);

/// Releases all keys and cancels an incomplete Compose sequence.
void td_keyboard_reset(td_keyboard *keyboard);

void td_keyboard_destroy(td_keyboard *keyboard);

/// The Unicode character of an X keysym; 0 if it has none. Keysyms other than those of Latin 1 and Unicode require libxkbcommon. Any
/// thread.
uint32_t td_keyboard_character(uint32_t symbol);
