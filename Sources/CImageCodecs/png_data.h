// Image data of a PNG. One thread for each source and sink.
#pragma once
#include "image_codecs.h"
#include "sink_rows.h"
#include "source.h"

// Decodes the rest of a PNG, from the content of its first IDAT chunk, which is `length` bytes long, to the end of the file. The PNG is not
// interlaced and has 8 bits a channel and `channels` channels as stored (1...4: gray, gray and alpha, RGB, RGBA). Rows are passed to the
// sink, premultiplied. If the result is not IC_OK, the request's message has the reason.
ic_status ic_png_data_decode(
    ic_source *source, uint32_t length, uint32_t width, uint32_t height, int channels, ic_rows *rows, const ic_request *request);
// Returns the bytes that this allocates, not counting zlib's own. Sides up to IC_MAX_SIDE.
size_t ic_png_data_cost(uint32_t width, uint32_t height, int channels);
