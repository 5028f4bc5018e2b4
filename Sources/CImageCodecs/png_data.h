// The image data of a PNG. One thread for each source and sink.
#pragma once
#include "image_codecs.h"
#include "sink_rows.h"
#include "source.h"

// Decodes the rest of a PNG that is not interlaced and has 8 bits a channel, `channels` of them as stored (1...4: gray, gray and alpha, RGB, RGBA):
// from the content of its first IDAT chunk, which is `length` bytes long, to the file's end. Rows go to the sink, premultiplied. What is returned
// other than IC_OK has its reason in the request's message.
ic_status ic_png_data_decode(
    ic_source *source, uint32_t length, uint32_t width, uint32_t height, int channels, ic_rows *rows, const ic_request *request);
// Bytes that this allocates, zlib's own not counted. Sides up to IC_MAX_SIDE.
size_t ic_png_data_cost(uint32_t width, uint32_t height, int channels);
