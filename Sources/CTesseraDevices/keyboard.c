#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#if !__has_include(<xkbcommon/xkbcommon-compose.h>)
#error "the headers of libxkbcommon are missing: apt-get install libxkbcommon-dev"
#endif
#include "tessera_keyboard.h"
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera_library.h>
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>

#define FUNCTIONS(F)                                                                                                                       \
  F(context_new) F(context_unref) F(context_set_log_level) F(keymap_new_from_names) F(keymap_unref) F(keymap_key_get_syms_by_level)           \
  F(keymap_key_repeats) F(keymap_min_keycode) F(keymap_max_keycode) F(state_new) F(state_unref) F(state_update_key)                           \
  F(state_key_get_one_sym) F(state_key_get_utf8) F(state_key_get_layout) F(state_mod_name_is_active) F(keymap_mod_get_index)                  \
  F(state_mod_index_is_consumed2) F(keysym_to_utf32) F(compose_table_new_from_locale) F(compose_table_unref) F(compose_state_new)            \
  F(compose_state_unref) F(compose_state_feed) F(compose_state_reset) F(compose_state_get_status) F(compose_state_get_utf8)                  \
  F(compose_state_get_one_sym) F(context_set_log_fn) F(context_set_user_data) F(context_get_user_data)

static struct {
#define F(name) __typeof__(xkb_##name) *name;
  FUNCTIONS(F)
#undef F
} xkb;
static const tl_symbol symbols[] = {
#define F(name) {"xkb_" #name, &xkb.name, false},
  FUNCTIONS(F)
#undef F
};
static tl_library library = {
    .purpose = "the keymap", .names = {"libxkbcommon.so.0"}, .package = "libxkbcommon0", .version = "0.8", TL_SYMBOLS(symbols)};

struct td_keyboard {
  struct xkb_context *context;
  struct xkb_keymap *keymap;
  struct xkb_state *state;
  struct xkb_compose_table *table;
  struct xkb_compose_state *compose;
};

/// First error in a Compose file. The context's user data while the table is compiled.
typedef struct {
  char *text;
  size_t size;
} compose_error;

/// Returns whether a message names a place in a file, as `:LINE:COLUMN:`. Other messages say that there is no file, which is no error.
static bool has_place(const char *message) {
  for (const char *c = strchr(message, ':'); c; c = strchr(c + 1, ':')) {
    size_t line = strspn(c + 1, "0123456789");
    if (!line || c[1 + line] != ':') continue;
    size_t column = strspn(c + 2 + line, "0123456789");
    if (column && c[2 + line + column] == ':') return true;
  }
  return false;
}

static void note_compose_error(struct xkb_context *context, enum xkb_log_level level, const char *format, va_list arguments) {
  (void)level;
  compose_error *error = xkb.context_get_user_data(context);
  if (!error || !error->size || error->text[0]) return;
  char line[512];
  vsnprintf(line, sizeof line, format, arguments);
  line[strcspn(line, "\n")] = 0;
  if (has_place(line)) snprintf(error->text, error->size, "%s", line);
}

/// Compiles the Compose table of a locale. `message` gets the first error in its file.
static void load_compose(td_keyboard *k, const char *locale, char *message, size_t size) {
  compose_error error = {message, size};
  xkb.context_set_user_data(k->context, &error);
  xkb.context_set_log_fn(k->context, note_compose_error);
  xkb.context_set_log_level(k->context, XKB_LOG_LEVEL_ERROR);
  k->table = xkb.compose_table_new_from_locale(k->context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS);
  xkb.context_set_user_data(k->context, NULL);
  if (k->table) k->compose = xkb.compose_state_new(k->table, XKB_COMPOSE_STATE_NO_FLAGS);
}

int td_keyboard_create(
    const char *model, const char *layout, const char *variant, const char *options, const char *locale, td_keyboard **out, char *message,
    size_t size) {
  *out = NULL;
  if (size) message[0] = 0;
  if (!tl_open(&library)) return tl_fail(message, size, ENOENT, "%s", library.problem);
  td_keyboard *k = calloc(1, sizeof *k);
  if (!k) return ENOMEM;
  k->context = xkb.context_new(XKB_CONTEXT_NO_FLAGS);
  if (k->context) {
    xkb.context_set_log_level(k->context, XKB_LOG_LEVEL_CRITICAL);
    struct xkb_rule_names names = {.model = model, .layout = layout, .variant = variant, .options = options};
    k->keymap = xkb.keymap_new_from_names(k->context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS);
  }
  if (k->keymap) k->state = xkb.state_new(k->keymap);
  if (!k->state) {
    snprintf(
        message, size, "no keymap for the layout `%s`, variant `%s`, options `%s` (is the package xkb-data installed?)", layout ? layout : "",
        variant ? variant : "", options ? options : "");
    td_keyboard_destroy(k);
    return EINVAL;
  }
  if (locale && *locale) load_compose(k, locale, message, size);
  *out = k;
  return 0;
}

static uint32_t modifier(td_keyboard *k, xkb_keycode_t key, const char *name, uint32_t bit, bool always) {
  if (xkb.state_mod_name_is_active(k->state, name, XKB_STATE_MODS_EFFECTIVE) != 1) return 0;
  xkb_mod_index_t index = xkb.keymap_mod_get_index(k->keymap, name);
  if (!always && xkb.state_mod_index_is_consumed2(k->state, key, index, XKB_CONSUMED_MODE_GTK) == 1) return 0;
  return bit;
}

/// Sets the effect of a key on the Compose sequence.
static void compose(td_keyboard *k, td_key *key) {
  switch (xkb.compose_state_get_status(k->compose)) {
  case XKB_COMPOSE_NOTHING: return;
  case XKB_COMPOSE_COMPOSING: key->compose = td_compose_pending; return;
  case XKB_COMPOSE_COMPOSED:
    key->compose = td_compose_done;
    xkb.compose_state_get_utf8(k->compose, key->text, sizeof key->text);
    key->symbol = xkb.compose_state_get_one_sym(k->compose);
    break;
  case XKB_COMPOSE_CANCELLED: key->compose = td_compose_cancelled; break;
  }
  xkb.compose_state_reset(k->compose);
}

void td_keyboard_press(td_keyboard *k, uint32_t code, int state, td_key *key) {
  memset(key, 0, sizeof *key);
  xkb_keycode_t x = code + 8; // X's offset
  if (code > 0x2ff || x < xkb.keymap_min_keycode(k->keymap) || x > xkb.keymap_max_keycode(k->keymap)) return;
  key->symbol = xkb.state_key_get_one_sym(k->state, x);
  key->repeats = (uint32_t)(xkb.keymap_key_repeats(k->keymap, x) == 1);
  xkb_layout_index_t layout = xkb.state_key_get_layout(k->state, x);
  const xkb_keysym_t *symbols;
  if (layout != XKB_LAYOUT_INVALID && xkb.keymap_key_get_syms_by_level(k->keymap, x, layout, 0, &symbols) == 1) key->plain_symbol = symbols[0];
  key->plain = xkb.keysym_to_utf32(key->plain_symbol);
  key->modifiers = modifier(k, x, XKB_MOD_NAME_SHIFT, 1, true) | modifier(k, x, XKB_MOD_NAME_CTRL, 2, false) |
                   modifier(k, x, XKB_MOD_NAME_ALT, 4, false) | modifier(k, x, XKB_MOD_NAME_LOGO, 8, false);
  if (state != 0) {
    // The table ignores modifiers: with them the sequence stays as it is.
    if (k->compose && state == 1 && xkb.compose_state_feed(k->compose, key->symbol) == XKB_COMPOSE_FEED_ACCEPTED) compose(k, key);
    // Text with Control, Alt or the logo key is a command.
    if (key->compose == td_compose_nothing && !(key->modifiers & (2 | 4 | 8))) xkb.state_key_get_utf8(k->state, x, key->text, sizeof key->text);
    unsigned char first = (unsigned char)key->text[0];
    if (first < 0x20 || first == 0x7f) key->text[0] = 0; // enter, tab, escape, backspace are keys
  }
  if (state != 2) xkb.state_update_key(k->state, x, state ? XKB_KEY_DOWN : XKB_KEY_UP);
}

uint32_t td_keyboard_character(uint32_t symbol) {
  if ((symbol >= 0x20 && symbol <= 0x7e) || (symbol >= 0xa0 && symbol <= 0xff)) return symbol;
  uint32_t character = 0;
  if (symbol >= 0x01000100 && symbol <= 0x0110ffff) {
    character = symbol - 0x01000000;
  } else {
    // Keysyms of legacy character sets and of the number pad.
    if (tl_open(&library)) character = xkb.keysym_to_utf32(symbol);
  }
  bool is_text = character >= 0x20 && character != 0x7f && !(character >= 0xd800 && character <= 0xdfff);
  return is_text ? character : 0;
}

void td_keyboard_reset(td_keyboard *k) {
  if (k->compose) xkb.compose_state_reset(k->compose);
  struct xkb_state *fresh = xkb.state_new(k->keymap);
  if (!fresh) return;
  xkb.state_unref(k->state);
  k->state = fresh;
}

void td_keyboard_destroy(td_keyboard *k) {
  if (!k) return;
  if (k->compose) xkb.compose_state_unref(k->compose);
  if (k->table) xkb.compose_table_unref(k->table);
  if (k->state) xkb.state_unref(k->state);
  if (k->keymap) xkb.keymap_unref(k->keymap);
  if (k->context) xkb.context_unref(k->context);
  free(k);
}
