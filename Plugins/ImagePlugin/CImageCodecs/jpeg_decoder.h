// JPEG by libjpeg-turbo. Any thread.
#pragma once
#include "request.h"

// As ic_probe and ic_decode, of bytes that begin as a JPEG does.
ic_status ic_jpeg_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message);
ic_status ic_jpeg_decode(const ic_request *request);
