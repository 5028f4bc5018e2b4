// Interlaced PNG while it arrives. One thread for each picture.
#pragma once
#include "arriving_format.h"

extern const ic_arriving_format ic_arriving_png;
