/// GIF (87a and 89a) from memory: the structure of a file, and its images on a canvas.
///
/// A canvas is 32-bit, bytes B G R A, premultiplied, rows from the top. No function keeps a pointer after it returns; any thread. Source:
/// "Graphics Interchange Format, Version 89a" (CompuServe, 1990); loops according to Netscape's application extension.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum {
  GF_OK = 0,
  GF_TRUNCATED = 1, ///< The data is truncated.
  GF_CORRUPT = 2,
  GF_NO_MEMORY = 3,
  GF_CANCELLED = 4,
  GF_NOT_GIF = 5,
} gf_status;

/// Size of a message buffer, including the final zero.
#define GF_MESSAGE_SIZE 160

/// Treatment of an image's pixels at the end of its display time.
typedef enum {
  GF_KEEP = 0,
  GF_CLEAR = 1,   ///< They become transparent, which is how browsers interpret "the background".
  GF_RESTORE = 2, ///< They are restored to the previous content.
} gf_disposal;

/// Image of a file.
typedef struct {
  int32_t x, y, width, height; ///< Position and size of the image on the canvas, pixels; it may extend beyond the canvas. Width or height may be 0.
  int32_t delay;               ///< Hundredths of a second.
  int32_t disposal;            ///< gf_disposal
  int32_t transparent;         ///< Index of the transparent colour; -1 if there is none.
  int32_t is_interlaced;
  size_t colors;       ///< Offset of its colour table, from the first byte of the file.
  int32_t color_count; ///< Number of colours in that table; 0 if there is none and the image is drawn in black.
  size_t data;         ///< Offset of its compressed data: the byte with the code size.
} gf_image;

/// Properties of the whole file.
typedef struct {
  int32_t width, height; ///< Size of the canvas, pixels.
  int32_t loops;         ///< Value of Netscape's extension: 0 means unlimited; -1 if there is no such extension.
} gf_info;

/// Reads only the size of the canvas; 13 bytes are enough.
gf_status gf_read_size(const uint8_t *bytes, size_t length, gf_info *info, char *message);

/// Callback for an image of the file. Returns 0 to stop.
typedef int (*gf_take)(void *context, const gf_image *image);

/// Walks through the blocks of a whole file and passes each image to `take`, in order. Data after the last image may be missing. O(n) in
/// blocks. `message` (GF_MESSAGE_SIZE bytes) receives the reason of a failure.
gf_status gf_scan(const uint8_t *bytes, size_t length, gf_info *info, gf_take take, void *context, char *message);

/// Polled while decoding. A nonzero result stops the call, which returns GF_CANCELLED.
typedef int (*gf_cancelled)(void *context);

/// Draws an image on a canvas of `width` x `height` pixels, `stride` bytes a row. Transparent pixels and those beyond the canvas are
/// skipped. So are pixels that are missing although the data has an end code.
///
/// GF_TRUNCATED means that the data is truncated; the available pixels are drawn. `rows` (may be NULL) receives the number of decoded rows,
/// in the order of the file. Uses 20 KiB of stack and allocates `image->width` bytes. `cancelled` may be NULL.
gf_status gf_draw(
    const uint8_t *bytes, size_t length, const gf_image *image, uint8_t *canvas, int32_t width, int32_t height, size_t stride, int32_t *rows,
    gf_cancelled cancelled, void *context, char *message);

/// Interlaced image whose data is still arriving. One thread at a time.
typedef struct gf_arriving gf_arriving;

/// Creates the decoder. Returns NULL if an allocation fails, or if the image is empty or not interlaced. Allocates 20 KiB and
/// `image->width` bytes.
gf_arriving *gf_arriving_create(const gf_image *image);
/// Frees the decoder; NULL is ignored.
void gf_arriving_destroy(gf_arriving *arriving);
/// Draws the rows received since the last call on a canvas that contains the previous ones; initially it is transparent. `bytes` are all
/// bytes of the file received so far. Rows are repeated in place of those below them that later passes contain. `passes` receives the
/// number of complete passes, 0...4. GF_CORRUPT with a message.
gf_status gf_arriving_draw(
    gf_arriving *arriving, const uint8_t *bytes, size_t length, uint8_t *canvas, int32_t width, int32_t height, size_t stride, int32_t *passes,
    char *message);
