/// AVIF, still and sequence, from memory to rows: an own reader of the boxes, AV1 by libdav1d, which is opened at first use.
///
/// Rows are 32-bit pixels, bytes B G R A. No function keeps a pointer to the file's bytes. All functions may be called on any thread; a decoder or
/// reader is used by one at a time. Source: AV1 Image File Format 1.1.0, ISO/IEC 14496-12, 23000-22 and 23008-12.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Longest side, in pixels, of a picture that is decoded.
#define AV_MAX_SIDE 16384

/// Room that a message needs at the most, its final zero included.
#define AV_MESSAGE_SIZE 240

typedef enum {
  AV_OK = 0,
  AV_NOT_AVIF = 1,
  AV_UNSUPPORTED = 2, ///< A kind that is not decoded (another codec inside, say).
  AV_CORRUPT = 3,
  AV_TRUNCATED = 4, ///< The data ends before the header, or before the picture, does.
  AV_TOO_LARGE = 5, ///< A side is over AV_MAX_SIDE, or decoding needs more memory than the limit.
  AV_NO_MEMORY = 6,
  AV_CANCELLED = 7,
  AV_NO_LIBRARY = 8, ///< libdav1d is not on this machine.
} av_status;

/// What the header says.
typedef struct {
  int32_t width, height;   ///< Pixels as stored: cropped as the file says, before orientation. May be beyond AV_MAX_SIDE: probing does not judge.
  int32_t orientation;     ///< What irot and imir say, as an EXIF orientation, 1...8.
  int32_t is_opaque;       ///< 1 where there is no alpha.
  int32_t depth;           ///< Bits a channel: 8, 10 or 12.
  int32_t frame_count;     ///< 1 for a still picture.
  int32_t loop_count;      ///< How often a sequence is shown; 0: without end.
  size_t profile, profile_length; ///< Where in the file the ICC profile lies; length 0: none.
  int32_t primaries, transfer;    ///< Of nclx, ITU-T H.273; 2: not said.
} av_info;

/// A frame of a sequence.
typedef struct {
  double seconds;  ///< How long it is shown.
  int32_t is_sync; ///< 1: it needs no frame before it.
} av_frame;

/// Polled between the parts of a picture; non-zero: stop and return AV_CANCELLED.
typedef int (*av_cancelled)(void *context);

/// Returns 1 where a file that begins so is an AVIF; 16 bytes and more of the beginning are looked at.
int av_recognizes(const uint8_t *bytes, size_t length);

/// Reads the header. The bytes may be the beginning of a file: AV_TRUNCATED means that more are needed.
/// `message` (AV_MESSAGE_SIZE bytes) gets the reason of a failure, else an empty text.
av_status av_probe(const uint8_t *bytes, size_t length, av_info *info, char *message);

/// A decoded picture; of a sequence, the frame decoded last.
typedef struct av_decoder av_decoder;

/// Opens a file, and decodes nothing yet. `byte_limit` bounds the memory that decoding takes. NULL on failure; free it with av_decoder_destroy.
av_status av_decoder_create(const uint8_t *bytes, size_t length, size_t byte_limit, av_decoder **out, av_info *info, char *message);

/// Decodes frame `index` (0 for a still picture): the one after the last, or one that `is_sync`. After a failure the next has to be such a frame.
/// `bytes` are those of the file that the decoder was made with. `cancelled` may be NULL.
av_status av_decoder_decode(
    av_decoder *decoder, const uint8_t *bytes, size_t length, int32_t index, av_cancelled cancelled, void *context, char *message);

/// Writes row `y`, `info.width` pixels, of what was decoded last, in the picture's own colours. `premultiplied`: 0 leaves colours as they are where
/// alpha is below 1.
void av_decoder_row(av_decoder *decoder, int32_t y, int premultiplied, uint8_t *to);

/// A frame of the sequence; `index` is below frame_count.
av_frame av_decoder_frame(const av_decoder *decoder, int32_t index);

/// Frees a decoder; NULL: nothing.
void av_decoder_destroy(av_decoder *decoder);
