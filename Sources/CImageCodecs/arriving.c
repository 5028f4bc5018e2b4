#include "failure.h"
#include "jpeg_arriving.h"
#include "png_arriving.h"
#include <stdlib.h>

struct ic_arriving {
  const ic_arriving_format *format;
  void *state;
  ic_arrived arrived;
  ic_status status; // IC_OK until the first permanent failure
};

ic_arriving *ic_arriving_create(ic_arriving_kind kind, size_t byte_limit) {
  ic_arriving *a = calloc(1, sizeof *a);
  if (!a) return NULL;
  a->format = kind == IC_ARRIVING_PNG ? &ic_arriving_png : &ic_arriving_jpeg;
  a->arrived.info.orientation = 1;
  a->state = a->format->create(byte_limit);
  if (a->state) return a;
  free(a);
  return NULL;
}

void ic_arriving_destroy(ic_arriving *a) {
  if (!a) return;
  a->format->destroy(a->state);
  free(a);
}

const ic_arrived *ic_arriving_state(const ic_arriving *a) { return &a->arrived; }

ic_status ic_arriving_append(ic_arriving *a, const uint8_t *bytes, size_t length, char *message) {
  message[0] = 0;
  if (a->status != IC_OK) return ic_fail(message, a->status, "the picture has failed before");
  return a->status = a->format->append(a->state, bytes, length, &a->arrived, message);
}

// A cancelled call does not make the picture fail.
static ic_status keep(ic_arriving *a, ic_status status) {
  if (status != IC_CANCELLED) a->status = status;
  return status;
}

ic_status ic_arriving_prepare(ic_arriving *a, const ic_request *request) {
  request->message[0] = 0;
  if (a->status != IC_OK) return ic_fail(request->message, a->status, "the picture has failed before");
  if (!a->arrived.has_info) return ic_fail(request->message, IC_BAD_ARGUMENT, "the header has not arrived");
  return keep(a, a->format->prepare(a->state, request, &a->arrived));
}

ic_status ic_arriving_preview(ic_arriving *a, const ic_request *request) {
  request->message[0] = 0;
  if (a->status != IC_OK) return ic_fail(request->message, a->status, "the picture has failed before");
  if (a->arrived.width == 0 || a->arrived.scans == 0) return ic_fail(request->message, IC_BAD_ARGUMENT, "no pixels have arrived");
  if (request->width < 1 || request->height < 1 || request->width > a->arrived.width || request->height > a->arrived.height ||
      request->stride < (size_t)request->width * 4 || !request->pixels)
    return ic_fail(request->message, IC_BAD_ARGUMENT, "cannot decode to %d x %d pixels", request->width, request->height);
  return keep(a, a->format->preview(a->state, request, &a->arrived));
}
