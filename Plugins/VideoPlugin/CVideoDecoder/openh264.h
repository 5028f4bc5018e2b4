// H.264 by libopenh264, loaded at first use and never closed.
#pragma once
#include "software_kind.h"

extern const vd_software_kind vd_openh264;
