// Takes the rows of a picture from the top, full width, and writes them to the target at the size wanted. Pixels are premultiplied BGRA,
// 4 bytes each. One thread.
#pragma once
#include "request.h"

typedef struct ic_sink ic_sink;

// Bytes that a sink for these sizes allocates; 0 where rows go straight to the target. SIZE_MAX: beyond any limit.
size_t ic_sink_cost(int32_t source_width, int32_t source_height, int32_t width, int32_t height);
// Borrows the request's pixels. NULL: no memory. Free with ic_sink_destroy.
ic_sink *ic_sink_create(int32_t source_width, int32_t source_height, const ic_request *request);
// Where the next row of source_width pixels is to be written; owned by the sink.
uint8_t *ic_sink_row(ic_sink *sink);
// The row is written. Rows beyond the last are ignored.
void ic_sink_commit(ic_sink *sink);
void ic_sink_destroy(ic_sink *sink);
