// Decoded frame.
#pragma once
#include "library.h"
#include "video_decoder.h"

struct vd_frame {
  const vd_av *av;
  AVFrame *samples; // Owned.
  double time, duration;
};

// Returns a frame that owns `samples`; NULL without memory, and `samples` is then freed.
vd_frame *vd_frame_create(const vd_av *av, AVFrame *samples, double time, double duration);
