/// Detection of vertical movement in a picture. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Columns in which rows are compared together: still content next to a scrolled list, such as its scroll bar, affects only a few of them.
#define TD_VNC_STRIP 64

/// Change of a strip's row.
enum { TD_VNC_SAME, TD_VNC_MOVED, TD_VNC_CHANGED };

/// Finds the number of rows that content was moved down, at most `height` - 1 (negative: up); 0: not moved, or allocation failure.
/// Pictures have `width` * `height` pixels of four bytes, each at least 1 and at most 16384. If content moved, `kinds` is set for each
/// strip (outer) and row: TD_VNC_SAME, TD_VNC_MOVED (equal to the old picture at that distance) or TD_VNC_CHANGED. O(pixels).
int32_t td_vnc_find_scroll(
    const uint8_t *old_picture, size_t old_stride, const uint8_t *new_picture, size_t new_stride, int32_t width, int32_t height, uint8_t *kinds);
