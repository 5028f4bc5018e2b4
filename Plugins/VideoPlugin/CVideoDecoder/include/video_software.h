/// Decoders of one codec each that need no FFmpeg: libopenh264 (H.264), libvpx (VP8, VP9) and libdav1d (AV1). Each library is loaded with its first
/// decoder. Samples are converted to pixels with the loops of video frames.
///
/// All functions may be called on any thread; a decoder is used by one thread at a time. `message` (VD_MESSAGE_SIZE bytes) receives the reason of
/// a failure, otherwise an empty string.
#pragma once
#include "video_decoder.h"

typedef enum { VD_SOFTWARE_H264 = 0, VD_SOFTWARE_VP8 = 1, VD_SOFTWARE_VP9 = 2, VD_SOFTWARE_AV1 = 3 } vd_software_codec;

/// Samples of a picture in memory: rows without padding, one plane behind the other. Samples of more than 8 bits have two bytes, the lower first.
typedef struct {
  int32_t width, height;     ///< Pixels.
  int32_t depth;             ///< Bits of a sample, 8 to 12.
  int32_t planes;            ///< 3, or 1 without chroma.
  int32_t chroma_x, chroma_y; ///< Binary logarithms of the luma samples of a chroma sample, 0 or 1.
  int32_t matrix;            ///< Number of the matrix, ITU-T H.273; 2 if unknown.
  int32_t is_full;           ///< Whether luma uses all values.
  int32_t siting;            ///< Place of chroma samples: 0 unknown, 1 left, 2 center, 3 top left.
} vd_samples;

/// Decoded picture in the memory of the decoder, valid until its next call.
typedef struct {
  vd_samples samples;
  const uint8_t *bytes[3]; ///< First rows; the first is NULL if no picture is ready.
  ptrdiff_t stride[3];     ///< Bytes from row to row.
  int32_t range;           ///< 0 unknown, 1 limited, 2 full.
  int32_t primaries, transfer; ///< Numbers, ITU-T H.273; 2 if unknown.
  char type;               ///< `I`, `P` or `?`.
  int64_t number;          ///< Number of its packet.
} vd_software_picture;

typedef struct vd_software vd_software;

/// Opens a decoder. VD_NO_LIBRARY: `message` has the library and its Debian package. Free with vd_software_close.
vd_status vd_software_open(vd_software_codec codec, const vd_options *options, vd_software **out, char *message);

/// Name of the library, such as `libdav1d`. A constant.
const char *vd_software_name(vd_software_codec codec);

/// Decodes a packet: H.264 with start codes, a frame of VP8 or VP9, or OBUs of AV1. NULL: no packets follow. `number` is not negative. Call
/// vd_software_receive until it has no picture before the next packet. VD_CORRUPT: the packet cannot be decoded; the next one may be.
vd_status vd_software_send(vd_software *decoder, const uint8_t *bytes, size_t count, int64_t number, char *message);

/// Takes the next picture in order of presentation. VD_OK without one: it needs the next packet. VD_END: there are no more.
vd_status vd_software_receive(vd_software *decoder, vd_software_picture *out, char *message);

/// Drops all pictures. The next packet is a key frame.
vd_status vd_software_restart(vd_software *decoder, char *message);

/// Frees a decoder; NULL is ignored.
void vd_software_close(vd_software *decoder);

/// Returns the bytes of samples; 0 if the description is invalid.
size_t vd_samples_size(const vd_samples *samples);

/// Copies a picture; `to` has the bytes of vd_samples_size.
void vd_samples_pack(const vd_software_picture *picture, uint8_t *to);

/// Returns the size in pixels of converted samples.
void vd_samples_result(const vd_samples *samples, const vd_conversion *conversion, int32_t *width, int32_t *height);

/// Writes opaque pixels, bytes B G R 255, `stride` bytes a row. VD_CORRUPT: `count` bytes are not enough for the samples.
vd_status vd_samples_convert(
    const vd_samples *samples, const uint8_t *bytes, size_t count, const vd_conversion *conversion, uint8_t *pixels, size_t stride);

/// Writes the MD5 of the samples, as hexadecimal text (VD_CHECKSUM_SIZE bytes).
void vd_samples_checksum(const uint8_t *bytes, size_t count, char *text);
