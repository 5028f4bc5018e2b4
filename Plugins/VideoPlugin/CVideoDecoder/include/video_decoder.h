/// Frames of video files by libavformat and libavcodec, which are loaded at first use. Only the caller's input is read: no other file, no
/// network.
///
/// All functions may be called on any thread; a reader or frame is used by one thread at a time. Times are in seconds, as in the file with
/// its edit lists applied. `message` (VD_MESSAGE_SIZE bytes) receives the reason of a failure, otherwise an empty string.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Maximum width and height in pixels of a decoded frame.
#define VD_MAX_SIDE 16384

/// Maximum bytes of one allocation of the libraries: a plane of 7680 x 4320 pixels with 16 bits a sample has half of them. Larger ones fail
/// with VD_NO_MEMORY.
#define VD_MOST_ALLOCATED ((size_t)128 << 20)

/// Size of a message buffer, including the final zero.
#define VD_MESSAGE_SIZE 240

/// Size of the hexadecimal text of a checksum, including the final zero.
#define VD_CHECKSUM_SIZE 33

typedef enum {
  VD_OK = 0,
  VD_END = 1,         ///< No more frames.
  VD_NOT_VIDEO = 2,   ///< No known container, or a file without a video track.
  VD_UNSUPPORTED = 3, ///< The codec or the pixel format is not supported.
  VD_CORRUPT = 4,
  VD_TOO_LARGE = 5, ///< A frame exceeds VD_MAX_SIDE or the limit of pixels.
  VD_NO_MEMORY = 6,
  VD_CANCELLED = 7,
  VD_NO_LIBRARY = 8, ///< A library is not installed; vd_library_problem returns the reason.
} vd_status;

/// Bytes of a file. The context must be valid for the lifetime of the reader.
typedef struct {
  void *context;
  int64_t size; ///< Bytes.
  /// Copies at most `count` bytes at `offset`; returns their number, 0 at the end, -1 after a failure.
  int32_t (*read)(void *context, int64_t offset, uint8_t *bytes, int32_t count);
  /// Polled while reading. A nonzero result stops the call, which returns VD_CANCELLED. May be NULL.
  int32_t (*is_cancelled)(void *context);
} vd_input;

typedef struct {
  int64_t most_pixels; ///< Pixels of a frame.
  int32_t threads;     ///< Threads of the decoder, at least 1.
  int32_t track;       ///< Index among the video tracks, from 0.
} vd_options;

/// Facts of the file. Texts are constants of the libraries.
typedef struct {
  const char *container, *codec, *profile;
  int32_t profile_number; ///< Negative: unknown.
  int32_t width, height; ///< Pixels as the container has them; a frame's are after cropping.
  int32_t sar_width, sar_height; ///< Pixel aspect, at least 1 each.
  double rotation;      ///< Degrees counterclockwise that turn the picture for display, -180...180.
  int32_t video_tracks; ///< Without cover pictures.
  int32_t audio_tracks;
  double start;      ///< Time of the earliest sample of any track; 0 if unknown.
  double duration;   ///< -1 if unknown.
  double frame_rate; ///< Mean frames a second; 0 if unknown.
  int32_t is_plain;  ///< Whether the samples are 4:2:0 with 8 bits.
  int32_t matrix;    ///< Number of the matrix, ITU-T H.273; 2 if unknown.
  int32_t is_full;   ///< Whether luma uses 0...255.
} vd_info;

/// Facts of a frame. Texts are constants of the libraries; NULL: not in the stream.
typedef struct {
  double time;     ///< When it is shown; never before the previous frame.
  double duration; ///< 0 if unknown.
  int32_t width, height; ///< Pixels after cropping, before rotation.
  int32_t is_key, is_interlaced;
  char type; ///< `I`, `P`, `B` or `?`.
  const char *pixel_format, *range, *matrix, *primaries, *transfer;
} vd_frame_info;

/// Facts of an audio track.
typedef struct {
  const char *codec;
  int32_t rate, channels;
  int64_t samples;     ///< Decoded samples of a channel, without priming.
  double rms;          ///< Root mean square of all samples as 16-bit numbers.
  double first_packet; ///< Time of the first packet.
} vd_audio;

typedef struct vd_reader vd_reader;
typedef struct vd_frame vd_frame;

/// Opens a file. Returns NULL in `out` on failure; free it with vd_reader_close.
vd_status vd_reader_open(const vd_input *input, const vd_options *options, vd_reader **out, vd_info *info, char *message);

/// Live stream on the network, which the libraries open themselves: RTSP, HLS, and MPEG-TS over HTTP.
typedef struct {
  const char *url;
  void *context;
  int32_t (*is_cancelled)(void *context); ///< As of vd_input; polled also while the libraries wait for the network.
  double open_patience;                   ///< Seconds after which opening fails.
  double read_patience;                   ///< Seconds without a packet after which a read fails.
} vd_stream;

/// Opens a live stream. Only the network protocols of such streams are used: a playlist that names a file is refused. Returns NULL in `out` on
/// failure; free it with vd_reader_close. It cannot seek. Times may decrease if the stream begins again. A stream with sound only is read by
/// vd_reader_next_part; its width and height are 0.
vd_status vd_reader_open_stream(const vd_stream *stream, const vd_options *options, vd_reader **out, vd_info *info, char *message);

/// Decodes the next frame in order of presentation. Packets that cannot be decoded are skipped. Free the frame with vd_frame_free.
vd_status vd_reader_next(vd_reader *reader, vd_frame **out, char *message);

/// Parts of a live stream that a call may return.
typedef struct {
  int32_t picture; ///< 1: the next picture. 2: its next packet. 0: its packets are kept, at most 512 with 16 MiB.
  int32_t sound;   ///< 1: sound is decoded. 0: its packets are dropped.
} vd_demand;

/// Packet of the pictures as decoders of the kernel take it: H.264 and H.265 with start codes.
typedef struct {
  const uint8_t *bytes; ///< Valid until the next call of the reader.
  size_t count;
  double time, duration; ///< When its picture is shown: NaN if unknown; 0 if unknown.
  int32_t is_key;
} vd_packet;

/// Part of a live stream or a file: a picture, its packet, or sound. All are NULL if no picture was demanded and no more packets can be kept.
typedef struct {
  vd_packet packet;     ///< Bytes are NULL for others.
  vd_frame *frame;      ///< Free with vd_frame_free; NULL for others.
  const float *samples; ///< Interleaved stereo, full scale 1; valid until the next call of the reader. NULL for others.
  int32_t frames;       ///< Number of stereo frames.
  int32_t rate;         ///< Stereo frames a second.
  double time;          ///< When the first of them is heard, on the same scale as the times of pictures.
} vd_part;

/// Returns the next part of a live stream, or of a file without its sound, in the order of its packets. The sound is the best audio track of the picture's program, mixed down to
/// stereo; one that cannot be decoded is left out. Returns VD_END at the end.
vd_status vd_reader_next_part(vd_reader *reader, const vd_demand *demand, vd_part *out, char *message);

/// Continues at the last key frame not after `time`, or at the first frame.
vd_status vd_reader_seek(vd_reader *reader, double time, char *message);

/// Frees a reader; NULL is ignored. Frames stay valid.
void vd_reader_close(vd_reader *reader);

/// Decodes audio track `index`, from 0, of a file and returns its facts.
vd_status vd_audio_measure(const vd_input *input, int32_t index, vd_audio *out, char *message);

typedef struct vd_sound vd_sound;

/// Facts of a track of sound.
typedef struct {
  int32_t rate;  ///< Frames a second.
  double start;  ///< Time of the earliest sample of any track; 0 if unknown.
} vd_sound_info;

/// Opens audio track `index`, from 0, of a file of sound or video. Free with vd_sound_close.
vd_status vd_sound_open(const vd_input *input, int32_t index, vd_sound **out, vd_sound_info *info, char *message);

/// Decodes the next frames: interleaved stereo samples, valid until the next call, mixed down if the track has other channels. `time` receives
/// the time of the first one. Packets that cannot be decoded are skipped.
vd_status vd_sound_next(vd_sound *sound, const float **samples, int32_t *frames, double *time, char *message);

/// Continues at the last packet not after `time`, or at the first one.
vd_status vd_sound_seek(vd_sound *sound, double time, char *message);

/// Frees a track; NULL is ignored.
void vd_sound_close(vd_sound *sound);

/// Returns the facts of a frame.
vd_frame_info vd_frame_facts(const vd_frame *frame);

/// Writes the MD5 of the planes without padding, as hexadecimal text (VD_CHECKSUM_SIZE bytes).
vd_status vd_frame_checksum(const vd_frame *frame, char *text);

/// Frees a frame; NULL is ignored.
void vd_frame_free(vd_frame *frame);

/// Conversion of a frame to pixels.
typedef struct {
  int32_t quarter_turns; ///< Clockwise, 0...3.
  int32_t shrink;        ///< 1, 2, 4 or 8: each pixel is the mean of `shrink` x `shrink`.
  int32_t is_smooth;     ///< 1: chroma is interpolated according to its siting; 0: repeated.
  int32_t is_mirrored;   ///< 1: left and right are swapped, after the rotation.
} vd_conversion;

/// Returns the size in pixels of a converted frame.
void vd_frame_size(const vd_frame *frame, const vd_conversion *conversion, int32_t *width, int32_t *height);

/// Writes opaque pixels, bytes B G R 255, `stride` bytes a row. The matrix is that of the frame, BT.601 if unknown; PQ and HLG are not mapped.
vd_status vd_frame_convert(const vd_frame *frame, const vd_conversion *conversion, uint8_t *pixels, size_t stride);

/// Returns the reason why the libraries cannot be used, with the names of their Debian packages, or an empty string. Loads them. The text is
/// valid for the lifetime of the program.
const char *vd_library_problem(void);
