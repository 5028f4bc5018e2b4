/// What of a picture moved up or down. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Columns in which rows are compared together: what stands still beside a list that scrolls, as its bar does, is in few of them.
#define TD_VNC_STRIP 64

/// What became of a strip's row.
enum { TD_VNC_SAME, TD_VNC_MOVED, TD_VNC_CHANGED };

/// Finds by how many rows what is in a picture was moved down, at most `height` - 1 (negative: up); 0: it was not, or there is no memory to
/// find out. Pictures have `width` * `height` pixels of four bytes, each at least 1 and at most 16384. Where something moved, `kinds` says for each
/// strip (outer) and row what became of it: TD_VNC_SAME, TD_VNC_MOVED (the same as the old picture's, so many rows away) or TD_VNC_CHANGED. O(pixels).
int32_t td_vnc_find_scroll(
    const uint8_t *old_picture, size_t old_stride, const uint8_t *new_picture, size_t new_stride, int32_t width, int32_t height, uint8_t *kinds);
