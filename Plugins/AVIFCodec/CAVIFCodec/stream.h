// AV1 through libdav1d: what a picture or a track holds, one frame after the other. One thread.
#pragma once
#include "items.h"
#include "planes.h"

typedef struct av_stream av_stream;

// `pixel_limit`: frames with more are refused. AV_NO_LIBRARY, AV_NO_MEMORY. Free with av_stream_destroy.
av_status av_stream_create(uint32_t pixel_limit, av_stream **out, char *message);
// Decodes what lies at `location` of the file. `planes` are owned by the stream, until the next call. `is_sync`: nothing before is needed.
av_status av_stream_decode(
    av_stream *stream, av_span file, const av_location *location, bool is_sync, av_planes *planes, char *message);
void av_stream_destroy(av_stream *stream);
