/// AVIF, still and sequence, from memory to rows: a parser of the boxes; AV1 by libdav1d, which is loaded at first use.
///
/// Rows are 32-bit pixels, bytes B G R A. No function keeps a pointer to the file's bytes. All functions may be called on any thread; a
/// decoder is used by one thread at a time. Source: AV1 Image File Format 1.1.0, ISO/IEC 14496-12, 23000-22 and 23008-12.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Maximum width and height in pixels of a decoded picture.
#define AV_MAX_SIDE 16384

/// Size of a message buffer, including the final zero.
#define AV_MESSAGE_SIZE 240

typedef enum {
  AV_OK = 0,
  AV_NOT_AVIF = 1,
  AV_UNSUPPORTED = 2, ///< A valid variant that is not supported (another codec, for example).
  AV_CORRUPT = 3,
  AV_TRUNCATED = 4, ///< The data ends within the header or the picture.
  AV_TOO_LARGE = 5, ///< A side exceeds AV_MAX_SIDE, or decoding needs more memory than the limit.
  AV_NO_MEMORY = 6,
  AV_CANCELLED = 7,
  AV_NO_LIBRARY = 8, ///< libdav1d is not installed.
} av_status;

/// Parsed header.
typedef struct {
  int32_t width, height;   ///< Pixels as stored: cropped according to the file, before orientation. May exceed AV_MAX_SIDE: probing does not check it.
  int32_t orientation;     ///< irot and imir as an EXIF orientation, 1...8.
  int32_t is_opaque;       ///< 1 if there is no alpha.
  int32_t depth;           ///< Bits a channel: 8, 10 or 12.
  int32_t frame_count;     ///< 1 for a still picture.
  int32_t loop_count;      ///< Number of loops of a sequence; 0 means unlimited.
  size_t profile, profile_length; ///< Range of the ICC profile in the file; length 0 if there is none.
  int32_t primaries, transfer;    ///< From nclx, ITU-T H.273; 2 means unspecified.
} av_info;

/// Frame of a sequence.
typedef struct {
  double seconds;  ///< Display time.
  int32_t is_sync; ///< 1 if it depends on no earlier frame.
} av_frame;

/// Polled between the parts of a picture. A nonzero result stops the call, which returns AV_CANCELLED.
typedef int (*av_cancelled)(void *context);

/// Returns 1 if a file with this beginning is an AVIF; requires at least 16 bytes.
int av_recognizes(const uint8_t *bytes, size_t length);

/// Parses the header. The bytes may be the beginning of a file: AV_TRUNCATED means that more are needed. `message` (AV_MESSAGE_SIZE bytes)
/// receives the reason of a failure, otherwise an empty string.
av_status av_probe(const uint8_t *bytes, size_t length, av_info *info, char *message);

/// Decoded picture; for a sequence, the frame decoded last.
typedef struct av_decoder av_decoder;

/// Opens a file without decoding. `byte_limit` limits the memory for decoding. Returns NULL in `out` on failure; free it with
/// av_decoder_destroy.
av_status av_decoder_create(const uint8_t *bytes, size_t length, size_t byte_limit, av_decoder **out, av_info *info, char *message);

/// Decodes frame `index` (0 for a still picture): the one after the last, or one with `is_sync`. After a failure the next must be such a
/// frame. `bytes` are those of the file that the decoder was created with. `cancelled` may be NULL.
av_status av_decoder_decode(
    av_decoder *decoder, const uint8_t *bytes, size_t length, int32_t index, av_cancelled cancelled, void *context, char *message);

/// Writes row `y`, `info.width` pixels, of the last decoded frame, in the picture's colour space. If `premultiplied` is 0, colours are not
/// multiplied by alpha.
void av_decoder_row(av_decoder *decoder, int32_t y, int premultiplied, uint8_t *to);

/// Returns a frame of the sequence; `index` must be below frame_count.
av_frame av_decoder_frame(const av_decoder *decoder, int32_t index);

/// Frees a decoder; NULL is ignored.
void av_decoder_destroy(av_decoder *decoder);
