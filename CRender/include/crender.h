// All of CRender: pixels, painting and text in C. Independent of nodes, starts no threads, exposes no third-party types.
#pragma once
#include "cr_alloc.h"
#include "cr_filter.h"
#include "cr_paint.h"
#include "cr_planes.h"
#include "cr_status.h"
#include "cr_surface.h"
#if __has_include("cr_text.h")
#include "cr_text.h"
#endif
