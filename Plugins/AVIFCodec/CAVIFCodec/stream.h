// AV1 through libdav1d: decodes a picture, or the frames of a track in order. One thread.
#pragma once
#include "items.h"
#include "planes.h"

typedef struct av_stream av_stream;

// Larger frames than `pixel_limit` are refused. AV_NO_LIBRARY, AV_NO_MEMORY. Free with av_stream_destroy.
av_status av_stream_create(uint32_t pixel_limit, av_stream **out, char *message);
// Decodes the data at `location` of the file. The stream owns `planes` until the next call. `is_sync` means that no earlier frame is
// needed.
av_status av_stream_decode(
    av_stream *stream, av_span file, const av_location *location, bool is_sync, av_planes *planes, char *message);
void av_stream_destroy(av_stream *stream);
