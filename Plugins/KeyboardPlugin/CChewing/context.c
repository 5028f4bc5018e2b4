#include "chewing_context.h"

#include <stddef.h>
#include <tessera_library.h>

typedef int action(ch_context *context);
typedef const char *text(const ch_context *context);

// The types of chewing.h and chewingio.h, which are the same since version 0.4: its headers are not needed.
static struct {
  ch_context *(*new2)(const char *system, const char *user, void (*log)(void *data, int level, const char *format, ...), void *data);
  void (*delete)(ch_context *context);
  void (*set_phraseChoiceRearward)(ch_context *context, int mode);
  int (*handle_Default)(ch_context *context, int key);
  action *handle_Space, *handle_Backspace;
  text *buffer_String_static, *bopomofo_String_static, *commit_String_static;
  action *commit_Check, *commit_preedit_buf, *clean_preedit_buf, *clean_bopomofo_buf;
  action *cand_open, *cand_close, *cand_list_first, *cand_list_has_next, *cand_list_next, *cand_hasNext;
  void (*cand_Enumerate)(ch_context *context);
  text *cand_String_static;
  int (*cand_choose_by_index)(ch_context *context, int index);
} chewing; // written once, before the first read

static const tl_symbol symbols[] = {
#define F(name) {"chewing_" #name, &chewing.name, false},
  F(new2) F(delete) F(set_phraseChoiceRearward) F(handle_Default) F(handle_Space) F(handle_Backspace) F(buffer_String_static)
  F(bopomofo_String_static) F(commit_String_static) F(commit_Check) F(commit_preedit_buf) F(clean_preedit_buf) F(clean_bopomofo_buf)
  F(cand_open) F(cand_close) F(cand_list_first) F(cand_list_has_next) F(cand_list_next) F(cand_hasNext) F(cand_Enumerate)
  F(cand_String_static) F(cand_choose_by_index)
#undef F
};
static tl_library library = {
  .purpose = "Zhuyin", .names = {"libchewing.so.3"}, .package = "libchewing3", .version = "0.4", TL_SYMBOLS(symbols)};

const char *ch_problem(void) { return tl_open(&library) ? "" : library.problem; }

ch_context *ch_create(void) {
  ch_context *context = tl_open(&library) ? chewing.new2(NULL, ":memory:", NULL, NULL) : NULL;
  if (context) chewing.set_phraseChoiceRearward(context, 1);
  return context;
}

// A context exists only if the library is open.
void ch_delete(ch_context *context) {
  if (context) chewing.delete(context);
}

void ch_key(ch_context *context, int code) { chewing.handle_Default(context, code); }
void ch_space(ch_context *context) { chewing.handle_Space(context); }
void ch_backspace(ch_context *context) { chewing.handle_Backspace(context); }

const char *ch_buffer(ch_context *context) { return chewing.buffer_String_static(context); }
const char *ch_letters(ch_context *context) { return chewing.bopomofo_String_static(context); }
const char *ch_committed(ch_context *context) { return chewing.commit_Check(context) == 1 ? chewing.commit_String_static(context) : ""; }

const char *ch_commit(ch_context *context) {
  if (chewing.buffer_String_static(context)[0] == 0) return "";
  if (chewing.commit_preedit_buf(context) == 0) return chewing.commit_String_static(context);
  chewing.clean_preedit_buf(context);
  return "";
}

void ch_clear_letters(ch_context *context) { chewing.clean_bopomofo_buf(context); }

bool ch_open(ch_context *context) {
  if (chewing.cand_open(context) != 0) return false;
  chewing.cand_list_first(context);
  return true;
}

bool ch_next_list(ch_context *context) { return chewing.cand_list_has_next(context) == 1 && chewing.cand_list_next(context) == 0; }
void ch_begin(ch_context *context) { chewing.cand_Enumerate(context); }
const char *ch_next(ch_context *context) { return chewing.cand_hasNext(context) == 1 ? chewing.cand_String_static(context) : NULL; }
void ch_choose(ch_context *context, int index) { chewing.cand_choose_by_index(context, index); }
void ch_close(ch_context *context) { chewing.cand_close(context); }
