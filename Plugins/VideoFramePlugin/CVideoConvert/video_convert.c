#include "video_convert.h"
