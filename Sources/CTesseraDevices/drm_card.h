/// Open cards of this process, shared by all displays on them: only the first opener of a card is its master.
///
/// All functions except the locks require the lock, as does code that reads a card or its displays.
#pragma once
#include "drm_state.h"

void td_drm_lock_cards(void);
void td_drm_unlock_cards(void);

/// Returns the open card with that path; NULL if there is none.
td_drm_card *td_drm_card_at(const char *path);

/// Opens a card that is not open yet, and becomes its master. Returns 0 or errno; `*step` is set to the failed step. A card without
/// displays must be released with td_drm_drop_card.
int td_drm_open_card(const char *path, td_drm_card **out, const char **step);

/// Closes and frees the card if it has no displays.
void td_drm_drop_card(td_drm_card *card);
