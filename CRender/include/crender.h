// Everything that CRender offers: pixels, painting and text in C. No node, no thread of its own, no third-party type.
#pragma once
#include "cr_alloc.h"
#include "cr_filter.h"
#include "cr_paint.h"
#include "cr_status.h"
#include "cr_surface.h"
#if __has_include("cr_text.h")
#include "cr_text.h"
#endif
