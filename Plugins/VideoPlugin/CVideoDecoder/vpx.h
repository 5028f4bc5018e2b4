// VP8 and VP9 by libvpx, loaded at first use and never closed.
#pragma once
#include "software_kind.h"

extern const vd_software_kind vd_vpx;
