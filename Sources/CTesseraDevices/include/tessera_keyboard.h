/// Key codes to symbols and text by libxkbcommon, which is loaded when it is first needed: nothing links it. One thread for each keyboard.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct td_keyboard td_keyboard;

/// What a key gives.
typedef struct {
  uint32_t symbol;       ///< X keysym, modifiers and layout applied.
  uint32_t plain_symbol; ///< X keysym of the key without modifiers.
  uint32_t plain;        ///< Unicode of the plain symbol; 0 where it is no character.
  uint32_t modifiers;    ///< 1 shift, 2 control, 4 alt, 8 logo: in effect and not used up by the layout's own levels, shift always.
  uint32_t repeats;
  char text[64];         ///< What is typed, UTF-8, Compose and dead keys applied; empty where nothing is (yet).
} td_key;

/// Compiles a keymap: names as setxkbmap has them; NULL or empty: the system's (XKB_DEFAULT_…, else us). `locale` picks the Compose table.
///
/// Returns 0, ENOENT where libxkbcommon is not installed, EINVAL where there is no such keymap, ENOMEM; `message` (`size` bytes) says why.
/// A locale without a Compose table gives a keyboard without Compose.
int td_keyboard_create(
    const char *model, const char *layout, const char *variant, const char *options, const char *locale, td_keyboard **out, char *message,
    size_t size);

/// Takes a key: `code` is the kernel's, `state` 1 pressed, 2 repeated, 0 let go.
void td_keyboard_press(td_keyboard *keyboard, uint32_t code, int state, td_key *key);

/// Lets all keys go and forgets a Compose sequence that has begun.
void td_keyboard_reset(td_keyboard *keyboard);

void td_keyboard_destroy(td_keyboard *keyboard);

/// The character that an X keysym types, Unicode; 0 where it types none. Keysyms beside those of Latin 1 and Unicode need libxkbcommon. Any thread.
uint32_t td_keyboard_character(uint32_t symbol);
