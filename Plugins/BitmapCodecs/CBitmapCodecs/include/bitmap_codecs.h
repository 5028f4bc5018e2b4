/// BMP, QOI, PNM (PBM, PGM, PPM, PAM) and the directories of ICO and CUR: from memory to premultiplied rows.
///
/// Rows are 32-bit pixels, bytes B G R A, premultiplied. Colours are taken as sRGB. Only one or two rows are allocated, regardless of the
/// header. A decoder borrows the bytes that it was created with. All functions may be called on any thread; a decoder is used by one thread
/// at a time.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Maximum width and height in pixels of a decoded picture.
#define BC_MAX_SIDE 16384

/// Size of a message buffer, including the final zero.
#define BC_MESSAGE_SIZE 240

typedef enum {
  BC_OK = 0,
  BC_NOT_A_BITMAP = 1, ///< No supported format.
  BC_UNSUPPORTED = 2,  ///< A valid variant that is not supported (BMP with embedded JPEG, for example).
  BC_CORRUPT = 3,
  BC_TRUNCATED = 4, ///< The data ends within the header or the picture.
  BC_TOO_LARGE = 5, ///< A side exceeds BC_MAX_SIDE.
  BC_NO_MEMORY = 6,
} bc_status;

typedef enum { BC_NONE = 0, BC_BMP = 1, BC_QOI = 2, BC_PNM = 3, BC_ICO = 4, BC_CUR = 5 } bc_format;

/// Parsed header.
typedef struct {
  int32_t format;       ///< bc_format
  int32_t width;        ///< Pixels; for ICO and CUR those of the largest entry. May exceed BC_MAX_SIDE: probing does not check it.
  int32_t height;       ///< Pixels.
  int32_t is_opaque;    ///< 1 if all pixels have alpha 1.
  int32_t is_bottom_up; ///< 1 if bc_decoder_row returns the lowest row first.
} bc_info;

/// Picture in an ICO or CUR.
typedef struct {
  size_t offset, length; ///< Range in the file.
  int32_t width, height; ///< Pixels, from the picture's own header.
  int32_t is_png;        ///< 1 for a PNG file; 0 for a picture for bc_decoder_create_entry.
} bc_entry;

/// Picture that is read row by row.
typedef struct bc_decoder bc_decoder;

/// Returns the format of the first bytes; 18 are enough.
bc_format bc_sniff(const uint8_t *bytes, size_t length);

/// Parses the header of a picture. The bytes may be the beginning of a file: BC_TRUNCATED means that more are needed. `message`
/// (BC_MESSAGE_SIZE bytes) receives the reason of a failure, otherwise an empty string.
bc_status bc_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message);

/// Chooses the entry of an ICO or CUR for `width` x `height` pixels: the smallest that covers this size, or else the largest. Of two
/// entries of equal size, the one with more bits a pixel is chosen. Damaged entries are skipped if there are others. `message` as for
/// bc_probe.
bc_status bc_choose_entry(const uint8_t *bytes, size_t length, int32_t width, int32_t height, bc_entry *entry, char *message);

/// Opens a whole file of BMP, QOI or PNM for reading rows. Destroy it with bc_decoder_destroy; NULL on failure. `info` as for bc_probe.
bc_status bc_decoder_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);

/// Opens the `length` bytes of an entry that is not a PNG, like bc_decoder_create.
bc_status bc_decoder_create_entry(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message);

/// Writes the next row, `info.width` pixels, to `to`. Rows beyond the last are BC_CORRUPT. After a failure `to` is undefined, and all
/// following rows fail with the same status. `message` as for bc_probe.
bc_status bc_decoder_row(bc_decoder *decoder, uint8_t *to, char *message);

/// Frees a decoder; NULL is ignored.
void bc_decoder_destroy(bc_decoder *decoder);
