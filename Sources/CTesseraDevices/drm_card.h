/// Cards that this process has open, for all displays on them: only the first who opens a card is its master.
///
/// All functions but the locks are called with the lock held, and so is what reads a card or its displays.
#pragma once
#include "drm_state.h"

void td_drm_lock_cards(void);
void td_drm_unlock_cards(void);

/// Returns the card that this process has open under that path; NULL: none.
td_drm_card *td_drm_card_at(const char *path);

/// Opens a card that this process has not open, and becomes its master. Returns 0 or errno; `*step` gets what failed. A card without displays is to be
/// given back with td_drm_drop_card.
int td_drm_open_card(const char *path, td_drm_card **out, const char **step);

/// Closes and frees the card where it has no displays.
void td_drm_drop_card(td_drm_card *card);
