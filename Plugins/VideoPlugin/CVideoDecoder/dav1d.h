// AV1 by libdav1d, loaded at first use and never closed.
#pragma once
#include "software_kind.h"

extern const vd_software_kind vd_dav1d;
