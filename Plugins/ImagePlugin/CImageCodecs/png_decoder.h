// PNG by libpng; the image data of the usual kinds by png_data. Any thread.
#pragma once
#include "request.h"

// As ic_probe and ic_decode, of bytes that begin as a PNG does.
ic_status ic_png_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message);
ic_status ic_png_decode(const ic_request *request);
