/// GIF (87a and 89a) from memory: the structure of a file, and its images on a canvas.
///
/// A canvas is 32-bit, bytes B G R A, premultiplied, rows from the top. No function keeps a pointer after it returns; any thread.
/// Source: "Graphics Interchange Format, Version 89a" (CompuServe, 1990); loops as Netscape's application extension says them.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  GF_OK = 0,
  GF_TRUNCATED = 1, ///< The data ends in the middle.
  GF_CORRUPT = 2,
  GF_NO_MEMORY = 3,
  GF_CANCELLED = 4,
  GF_NOT_GIF = 5,
} gf_status;

/// Room that a message needs at the most, its final zero included.
#define GF_MESSAGE_SIZE 160

/// What happens to the pixels of an image when its time is over.
typedef enum {
  GF_KEEP = 0,
  GF_CLEAR = 1,   ///< They become transparent, as browsers take "the background".
  GF_RESTORE = 2, ///< They become what they were before.
} gf_disposal;

/// One image of a file.
typedef struct {
  int32_t x, y, width, height; ///< Of the image on the canvas, pixels; may reach beyond it. Width or height may be 0.
  int32_t delay;               ///< Hundredths of a second.
  int32_t disposal;            ///< gf_disposal
  int32_t transparent;         ///< Index of the transparent colour; -1: none.
  int32_t is_interlaced;
  size_t colors;       ///< Where its colour table begins, from the first byte of the file.
  int32_t color_count; ///< Colours in that table; 0: there is none, and the image is drawn in black.
  size_t data;         ///< Where its compressed data begins: the byte with the code size.
} gf_image;

/// What the file says of all images.
typedef struct {
  int32_t width, height; ///< Of the canvas, pixels.
  int32_t loops;         ///< As written by Netscape's extension: 0 is without end; -1: there is no such extension.
} gf_info;

/// Reads the size of the canvas alone; 13 bytes are enough.
gf_status gf_read_size(const uint8_t *bytes, size_t length, gf_info *info, char *message);

/// Takes one image of the file. Returns 0 to stop.
typedef int (*gf_take)(void *context, const gf_image *image);

/// Walks through the blocks of a whole file and hands over each image, in order. What follows the last image may be missing. O(blocks).
/// `message` (GF_MESSAGE_SIZE bytes) gets the reason of a failure.
gf_status gf_scan(const uint8_t *bytes, size_t length, gf_info *info, gf_take take, void *context, char *message);

/// Polled while decoding; non-zero: stop and return GF_CANCELLED.
typedef int (*gf_cancelled)(void *context);

/// Draws an image on a canvas of `width` x `height` pixels, `stride` bytes a row: what the image's colours cover, transparent pixels and those that
/// reach beyond the canvas left out. Pixels that the data lacks although it was ended are left out as well.
///
/// GF_TRUNCATED: the bytes end in the middle; what they have is drawn. `rows` (may be NULL) gets the number of rows of the image decoded, in the order
/// of the file. Takes 20 KiB of the stack and `image->width` bytes. `cancelled` may be NULL.
gf_status gf_draw(
    const uint8_t *bytes, size_t length, const gf_image *image, uint8_t *canvas, int32_t width, int32_t height, size_t stride, int32_t *rows,
    gf_cancelled cancelled, void *context, char *message);

/// An interlaced image whose data is still coming. One thread at a time.
typedef struct gf_arriving gf_arriving;

/// NULL: no memory, or the image is empty or not interlaced. Takes 20 KiB and `image->width` bytes.
gf_arriving *gf_arriving_create(const gf_image *image);
/// NULL is ignored.
void gf_arriving_destroy(gf_arriving *arriving);
/// Draws the rows that have come since the last call on a canvas that holds those before, transparent at first. `bytes` are those of the file that are
/// there: those of the last call, and what follows. Rows stand for those below them that later passes bring. `passes` gets the number of passes that have
/// come as a whole, 0...4. GF_CORRUPT with a message.
gf_status gf_arriving_draw(
    gf_arriving *arriving, const uint8_t *bytes, size_t length, uint8_t *canvas, int32_t width, int32_t height, size_t stride, int32_t *passes,
    char *message);
