/// BMP, QOI, PNM (PBM, PGM, PPM, PAM) and the directories of ICO and CUR: from memory to premultiplied rows.
///
/// Rows are 32-bit pixels, bytes B G R A, premultiplied. Colours are taken as sRGB. Nothing but a row or two is allocated, whatever a header says.
/// A decoder borrows the bytes that it was made with. All functions may be called on any thread; a decoder is used by one at a time.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Longest side, in pixels, of a picture that is decoded.
#define BC_MAX_SIDE 16384

/// Room that a message needs at the most, its final zero included.
#define BC_MESSAGE_SIZE 240

typedef enum {
  BC_OK = 0,
  BC_NOT_A_BITMAP = 1, ///< None of the formats.
  BC_UNSUPPORTED = 2,  ///< A kind that is not decoded (BMP with JPEG inside, say).
  BC_CORRUPT = 3,
  BC_TRUNCATED = 4, ///< The data ends before the picture, or before the header, does.
  BC_TOO_LARGE = 5, ///< A side is over BC_MAX_SIDE.
  BC_NO_MEMORY = 6,
} bc_status;

typedef enum { BC_NONE = 0, BC_BMP = 1, BC_QOI = 2, BC_PNM = 3, BC_ICO = 4, BC_CUR = 5 } bc_format;

/// What the header says.
typedef struct {
  int32_t format;       ///< bc_format
  int32_t width;        ///< Pixels; of ICO and CUR those of the largest entry. May be beyond BC_MAX_SIDE: probing does not judge.
  int32_t height;       ///< Pixels.
  int32_t is_opaque;    ///< 1 where no pixel can have alpha below 1.
  int32_t is_bottom_up; ///< 1: bc_decoder_row gives the lowest row first.
} bc_info;

/// A picture in an ICO or CUR.
typedef struct {
  size_t offset, length; ///< Bytes of the file.
  int32_t width, height; ///< Pixels, by the picture's own header.
  int32_t is_png;        ///< 1: a PNG file; 0: for bc_decoder_create_entry.
} bc_entry;

/// A picture that is read row by row.
typedef struct bc_decoder bc_decoder;

/// Returns which format the first bytes are of; 18 of them are enough.
bc_format bc_sniff(const uint8_t *bytes, size_t length);

/// Reads the header of a picture. The bytes may be the beginning of a file: BC_TRUNCATED means that more are needed.
/// `message` (BC_MESSAGE_SIZE bytes) gets the reason of a failure, else an empty text.
bc_status bc_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message);

/// Chooses the entry of an ICO or CUR for `width` x `height` pixels: the smallest that is as large in both directions, else the largest; of two
/// equal ones the one with more bits a pixel. Entries that are damaged are passed over while another is left. `message` as for bc_probe.
bc_status bc_choose_entry(const uint8_t *bytes, size_t length, int32_t width, int32_t height, bc_entry *entry, char *message);

/// Opens a whole file of BMP, QOI or PNM for reading rows. Destroy it with bc_decoder_destroy; NULL on failure. `info` is as of bc_probe.
bc_status bc_decoder_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);

/// The same for the `length` bytes of an entry that is no PNG.
bc_status bc_decoder_create_entry(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);

/// Writes the next row, `info.width` pixels, to `to`. Rows beyond the last are BC_CORRUPT. After a failure `to` is undefined, and every row that follows
/// fails likewise. `message` as for bc_probe.
bc_status bc_decoder_row(bc_decoder *decoder, uint8_t *to, char *message);

/// Frees a decoder; NULL: nothing.
void bc_decoder_destroy(bc_decoder *decoder);
