#include "sink_rows.h"

#include "rows.h"

void ic_rows_put(ic_rows *rows, const uint8_t *from, int channels) {
  int32_t row = rows->row++;
  if (row < rows->part.y || row >= rows->part.y + rows->part.height) return;
  size_t count = (size_t)rows->part.width;
  from += (size_t)rows->part.x * (size_t)channels;
  if (rows->color) {
    ic_color_apply(rows->color, from, rows->room, count);
    from = rows->room;
    channels = ic_color_channels(rows->color);
  }
  ic_row_from_channels(ic_sink_row(rows->sink), from, count, channels);
  ic_sink_commit(rows->sink);
}

bool ic_rows_are_complete(const ic_rows *rows) { return rows->row >= rows->part.y + rows->part.height; }
