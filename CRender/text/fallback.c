#include "fallback.h"

#include "font_search.h"
#include "text_memory.h"

enum { MEMO_SIZE = 4096 };

struct cr_fallback_entry {
  uint64_t key;  // 0: empty
  const cr_instance *instance;
};

void cr_fallback_memo_free(cr_fallback_memo *memo) { cr_free(memo->entries); }

static void forget(cr_fallback_memo *memo) {
  if (memo->entries) memset(memo->entries, 0, MEMO_SIZE * sizeof *memo->entries);
  memo->count = 0;
}

const cr_instance *cr_fallback_font(cr_fallback_memo *memo, cr_font_set *set, const cr_font_style *style, const char *language, const uint32_t *text,
                                    size_t count, bool emoji) {
  uint64_t key = tx_hash(TX_HASH, text, count * sizeof *text);
  key = tx_hash(key, &style, sizeof style);
  key = tx_hash(key, language, strlen(language));
  key = (key ^ emoji) * UINT64_C(0x9E3779B97F4A7C15) | 1;
  pthread_mutex_lock(&set->lock);
  const uint32_t generation = cr_font_set_generation(set);
  if (memo->generation != generation) {
    forget(memo);
    memo->generation = generation;
  }
  if (!memo->entries) memo->entries = tx_calloc(MEMO_SIZE, sizeof *memo->entries);
  size_t at = (key >> 40) & (MEMO_SIZE - 1);
  if (memo->entries)
    for (; memo->entries[at].key; at = (at + 1) & (MEMO_SIZE - 1))
      if (memo->entries[at].key == key) {
        const cr_instance *known = memo->entries[at].instance;
        pthread_mutex_unlock(&set->lock);
        return known;
      }
  const cr_instance *found = cr_font_search_cluster(set, style, language, (cr_cluster_text){text, count}, emoji);
  if (memo->entries) {
    if (memo->count >= MEMO_SIZE * 3 / 4) {
      forget(memo);
      at = (key >> 40) & (MEMO_SIZE - 1);
    }
    memo->entries[at] = (struct cr_fallback_entry){key, found};
    memo->count++;
  }
  pthread_mutex_unlock(&set->lock);
  return found;
}
