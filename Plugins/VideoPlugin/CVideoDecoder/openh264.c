#if !__has_include(<wels/codec_api.h>)
#error "libopenh264's headers are missing: apt-get install libopenh264-dev"
#endif
#include "openh264.h"

#include "failure.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <wels/codec_api.h>
#include <wels/codec_ver.h>

static struct {
  __typeof__(WelsCreateDecoder) *create;
  __typeof__(WelsDestroyDecoder) *destroy;
  __typeof__(WelsGetCodecVersionEx) *version;
} library;

static const tl_symbol symbols[] = {
    {"WelsCreateDecoder", &library.create, false},
    {"WelsDestroyDecoder", &library.destroy, false},
    {"WelsGetCodecVersionEx", &library.version, false},
};

static bool check_version(char *problem) {
  OpenH264Version version = {0};
  library.version(&version);
  if (version.uMajor == OPENH264_MAJOR && version.uMinor >= 2) return true;
  snprintf(
      problem, TL_MESSAGE_SIZE, "H.264 video needs version 2.2 or a later 2 of libopenh264; the installed one is %u.%u", version.uMajor,
      version.uMinor);
  return false;
}

// The functions of the decoder are the same in all of them.
static tl_library file = {.purpose = "H.264 video", .names = {"libopenh264.so.7", "libopenh264.so.8", "libopenh264.so.6"},
                          .package = "libopenh264-7", TL_SYMBOLS(symbols), .start = check_version};

typedef struct {
  ISVCDecoder *decoder;
  SBufferInfo ready; // The picture that was decoded, if its status is 1.
  unsigned char *rows[3];
  int is_at_end;
} openh264;

static void end(openh264 *d) {
  if (!d->decoder) return;
  (*d->decoder)->Uninitialize(d->decoder);
  library.destroy(d->decoder);
  d->decoder = NULL;
}

static vd_status begin(openh264 *d, char *message) {
  d->ready.iBufferStatus = 0;
  d->is_at_end = 0;
  if (library.create(&d->decoder) != 0 || !d->decoder) return vd_fail(message, VD_NO_MEMORY, "no memory for the decoder");
  // Errors are returned; the library must not write to the program's standard error.
  int quiet = WELS_LOG_QUIET;
  (*d->decoder)->SetOption(d->decoder, DECODER_OPTION_TRACE_LEVEL, &quiet);
  SDecodingParam parameters = {.sVideoProperty = {.size = sizeof(SVideoProperty), .eVideoBsType = VIDEO_BITSTREAM_AVC}};
  // Lost parts of a picture are copied from the one before, as other decoders do.
  parameters.eEcActiveIdc = ERROR_CON_SLICE_COPY;
  if ((*d->decoder)->Initialize(d->decoder, &parameters) != 0) {
    library.destroy(d->decoder);
    d->decoder = NULL;
    return vd_fail(message, VD_NO_MEMORY, "libopenh264 cannot start");
  }
  return VD_OK;
}

static vd_status open_decoder(vd_software_codec codec, const vd_options *options, void **state, char *message) {
  (void)codec, (void)options; // It decodes in the caller's thread.
  if (!tl_open(&file)) return vd_fail(message, VD_NO_LIBRARY, "%s", file.problem);
  openh264 *d = calloc(1, sizeof *d);
  if (!d) return vd_fail(message, VD_NO_MEMORY, "no memory for the decoder");
  vd_status status = begin(d, message);
  if (status == VD_OK) *state = d;
  else free(d);
  return status;
}

static vd_status send_packet(void *state, const uint8_t *bytes, size_t count, int64_t number, char *message) {
  openh264 *d = state;
  if (!bytes) {
    int is_end = 1;
    (*d->decoder)->SetOption(d->decoder, DECODER_OPTION_END_OF_STREAM, &is_end);
    d->is_at_end = 1;
    return VD_OK;
  }
  if (count == 0 || count > INT_MAX) return vd_fail(message, VD_CORRUPT, "a packet has %zu bytes", count);
  d->ready = (SBufferInfo){.uiInBsTimeStamp = (unsigned long long)number};
  // In spite of its name it delays pictures, to return them in order of presentation.
  DECODING_STATE result = (*d->decoder)->DecodeFrameNoDelay(d->decoder, bytes, (int)count, d->rows, &d->ready);
  if (result & dsOutOfMemory) return vd_fail(message, VD_NO_MEMORY, "no memory for a frame");
  // A picture with concealed parts comes with an error code.
  if (d->ready.iBufferStatus == 1 || result == dsErrorFree || result == dsFramePending) return VD_OK;
  return vd_fail(message, VD_CORRUPT, "libopenh264 refuses a packet with error %#x", (unsigned)result);
}

static vd_status receive_picture(void *state, vd_software_picture *out, char *message) {
  (void)message;
  openh264 *d = state;
  if (d->ready.iBufferStatus != 1 && d->is_at_end) {
    d->ready = (SBufferInfo){0};
    (*d->decoder)->FlushFrame(d->decoder, d->rows, &d->ready);
    if (d->ready.iBufferStatus != 1) return VD_END;
  }
  if (d->ready.iBufferStatus != 1) return VD_OK;
  d->ready.iBufferStatus = 0;
  const SSysMEMBuffer *memory = &d->ready.UsrData.sSystemBuffer;
  out->samples.width = memory->iWidth;
  out->samples.height = memory->iHeight;
  out->samples.depth = 8;
  out->samples.planes = 3;
  out->samples.chroma_x = out->samples.chroma_y = 1;
  out->samples.siting = 1;
  for (int i = 0; i < 3; i++) {
    out->bytes[i] = d->ready.pDst[i];
    out->stride[i] = memory->iStride[i > 0];
  }
  out->number = (int64_t)d->ready.uiOutYuvTimeStamp;
  return VD_OK;
}

static vd_status restart(void *state, char *message) {
  openh264 *d = state;
  end(d);
  return begin(d, message);
}

static void close_decoder(void *state) {
  end(state);
  free(state);
}

const vd_software_kind vd_openh264 = {
    .name = "libopenh264", .open = open_decoder, .send = send_packet, .receive = receive_picture, .restart = restart, .close = close_decoder};
