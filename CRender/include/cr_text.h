// Text: fonts, shaping, line breaking and drawing of glyphs.
//
// Lengths are logical units, text offsets count UTF-8 bytes, y grows downwards. By default every function may be called from
// any thread and objects are immutable after creation. Nothing traps on bad input: sizes that are NaN, infinite or negative count as 0.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "cr_paint.h"
#include "cr_status.h"

// Fonts

// Registered fonts, system fonts, and the cache of rasterised glyphs. Must outlive everything created with it.
typedef struct cr_font_library cr_font_library;
// Families, weight, slant, axes and features of a run of text. Owned by its library, never freed before it.
typedef struct cr_font_style cr_font_style;

cr_status cr_font_library_create(cr_font_library **library);
void cr_font_library_destroy(cr_font_library *library);
// Family name of the embedded font. Static storage.
const char *cr_font_embedded_family(void);
// Registers every face of a font file. The file is mapped if its file system is read-only, else copied, or if large, read on demand; at most
// 64 files stay open. An unchanged registered file (same device, inode, size and modification time) is kept; if it changed, the new faces
// replace the old ones. On CR_BAD_FONT, CR_NOT_FOUND or CR_NO_MEMORY `reason` has an explanation, and existing registrations are kept.
// `visit` (may be NULL) receives each family name once.
typedef void (*cr_name_visitor)(void *context, const char *name);
cr_status cr_font_library_add_file(cr_font_library *library, const char *path, cr_name_visitor visit, void *context, char *reason, size_t reason_size);
// The same from memory, which is copied, unless the same bytes are registered under the name. `name` is for messages.
cr_status cr_font_library_add_bytes(cr_font_library *library, const void *bytes, size_t count, const char *name, cr_name_visitor visit,
                                    void *context, char *reason, size_t reason_size);
// Calls `visit` with the path of each font file (by its suffix) below `directory`, in order of path. CR_NOT_FOUND if it cannot be read.
cr_status cr_font_files(const char *directory, cr_name_visitor visit, void *context);
// Whether system fonts may be used; default true. They are searched when a family or character is first missing.
void cr_font_library_set_uses_system(cr_font_library *library, bool uses);
bool cr_font_library_uses_system(const cr_font_library *library);
// Whether cached letters are drawn heavier the lighter their colour, so that light text on dark looks like dark text on light; default
// true. Existing drawings don't change.
void cr_font_library_set_adjusts_coverage(cr_font_library *library, bool adjusts);
bool cr_font_library_adjusts_coverage(const cr_font_library *library);
// Writes the versions of the libraries that shape and rasterise text, such as `FreeType 2.12.1, HarfBuzz 6.0.0`, zero-terminated to `to` of
// `size` bytes, truncated if necessary. Any thread.
void cr_font_engine_versions(char *to, size_t size);
bool cr_font_library_system_loaded(const cr_font_library *library);
// Calls `visit` with every family: registered, system (searched now if allowed), embedded.
void cr_font_library_families(cr_font_library *library, cr_name_visitor visit, void *context);
// Incremented whenever the same text might get other fonts.
uint32_t cr_font_library_generation(const cr_font_library *library);

typedef struct cr_tag_value {
  uint32_t tag;  // four ASCII letters, the first in the high byte
  double value;
} cr_tag_value;
// Whether horizontal edges of cached glyphs are aligned to whole pixels.
typedef enum cr_hinting {
  CR_HINTING_NONE,
  CR_HINTING_SLIGHT,
  CR_HINTING_AUTOMATIC,  // text of up to 24 pixels per em at scale 1
} cr_hinting;
typedef struct cr_font_request {
  const char *families;      // names separated by line feeds, in order of preference; empty: the embedded font
  size_t families_length;
  int weight;                // 1...1000, clamped
  double width;              // percent of the normal width; 0: 100
  bool italic;
  cr_hinting hinting;
  const cr_tag_value *variations, *features;  // at most 16 and 64
  size_t variation_count, feature_count;
} cr_font_request;
// NULL without memory. Equal requests give the same pointer. Borrows the request's pointers for the call.
const cr_font_style *cr_font_library_style(cr_font_library *library, const cr_font_request *request);
// Removes the faces registered from the file or under the name; false if there are none. Shaped texts keep their faces; the memory is freed
// with the last such text.
bool cr_font_library_remove(cr_font_library *library, const char *source);
// Calls `visit` with each font that could not be opened when a text needed it, and the reason.
typedef void (*cr_problem_visitor)(void *context, const char *source, const char *reason);
void cr_font_library_problems(cr_font_library *library, cr_problem_visitor visit, void *context);
// Calls `visit` with each requested family if all families of its request are unknown; a name may be repeated.
void cr_font_library_missing(cr_font_library *library, cr_name_visitor visit, void *context);

// A glyph defined by an SVG document of its font (OpenType's table `SVG `), with its drawing parameters.
typedef struct cr_glyph_document {
  const uint8_t *bytes;     // the document, possibly gzip-compressed; borrowed for the call
  size_t length;
  uint64_t identity;        // unique per document of a font in this process
  uint32_t glyph;
  double units_per_em;      // of the document; its origin is the pen on the baseline, y downwards
  double pixels_per_em;
  cr_color ink;             // the text's colour, opaque
  const cr_color *palette;  // first palette of the font; borrowed for the call
  size_t palette_count;
} cr_glyph_document;
// Premultiplied argb8888, offset from the pen on the baseline to the top left pixel, y downwards. Width or height 0: invisible.
typedef struct cr_glyph_picture {
  const uint8_t *pixels;
  size_t stride;
  int32_t left, top, width, height;
} cr_glyph_picture;
typedef void (*cr_glyph_picture_receiver)(void *context, const cr_glyph_picture *picture);
// Paints a glyph and passes the picture, which is copied, to `receive`. False: the document is invalid or lacks the glyph; its outline is drawn.
// Called by any thread, concurrently, with no lock held; must not draw text.
typedef bool (*cr_glyph_document_painter)(const cr_glyph_document *document, cr_glyph_picture_receiver receive, void *context);
// Sets the painter of such glyphs for all libraries; NULL, the default: their outlines are drawn. Returns whether a font with such glyphs was
// opened before, so that caches may contain texts and glyphs made without the painter.
bool cr_text_set_glyph_document_painter(cr_glyph_document_painter painter);

// Maximum decoded size of a bitmap in a font (`sbix`, `CBDT`) in bytes; default 256 MiB. For a larger one, the outline or the font's
// missing-glyph sign is drawn. Any thread.
void cr_text_set_bitmap_limit(size_t bytes);

// Current size, limit, and numbers of entries, hits and misses of a cache.
typedef struct cr_cache_statistics {
  size_t bytes, entries, limit;
  uint64_t hits, misses;
} cr_cache_statistics;
// Caches of `cr_text_statistics`: rasterised glyphs with the glyph lists of layouts; short words; characters without contextual shapes; texts.
// Faces: registered ones, removed ones still used by texts, and the bytes of their files.
typedef struct cr_font_counts {
  size_t registered, removed, bytes;
} cr_font_counts;
typedef struct cr_text_statistics {
  cr_cache_statistics glyphs, words, characters, texts;
  cr_font_counts fonts;
  uint64_t layouts, laid_out_glyphs;  // created since the library was, and glyphs in their lines
} cr_text_statistics;
void cr_font_library_set_glyph_limit(cr_font_library *library, size_t bytes);
void cr_font_library_set_word_limit(cr_font_library *library, size_t bytes);
void cr_font_library_set_text_limit(cr_font_library *library, size_t bytes);
// Evict the least recently used entries until at most `bytes` are in use. The limits do not change.
void cr_font_library_trim_glyphs(cr_font_library *library, size_t bytes);
void cr_font_library_trim_texts(cr_font_library *library, size_t bytes);
void cr_font_library_trim_words(cr_font_library *library, size_t bytes);
cr_text_statistics cr_font_library_statistics(cr_font_library *library);

// Shaped text: fonts selected, glyphs shaped, break opportunities found; independent of a width.

// AUTO and AUTO_RTL: the direction of each paragraph's first letter; without one, left to right or right to left. A number keeps its order with
// its sign, unit and currency, and with another number in a range. In an AUTO_RTL paragraph of numbers and signs all of it keeps its order. These
// are higher-level protocols of UAX #9 (HL3). EXACT, added to one of the others: without these protocols.
typedef enum cr_direction {
  CR_DIRECTION_AUTO = 0, CR_DIRECTION_LTR, CR_DIRECTION_RTL, CR_DIRECTION_AUTO_RTL, CR_DIRECTION_EXACT = 8
} cr_direction;

// Same order as TextLineStyle in Swift, after none.
typedef enum cr_line_style {
  CR_LINE_NONE = 0, CR_LINE_SINGLE, CR_LINE_THICK, CR_LINE_DOUBLE, CR_LINE_DOTTED, CR_LINE_DASHED, CR_LINE_WAVY
} cr_line_style;

typedef struct cr_text_run {
  uint32_t start, end;  // UTF-8 bytes; runs cover the text in order without gaps
  const cr_font_style *style;
  double size;            // logical units per em; 0 unless positive and finite
  double letter_spacing;  // after each cluster; ligatures are off unless it is 0
  double word_spacing;    // after each space (U+0020, U+00A0)
  double baseline_offset; // upwards
  cr_color color, background;
  double background_radius;      // of the corners behind a segment of one run on a line
  double outline_width;          // beyond the letters' edges, below the letters; 0: none
  cr_color outline, underline_color, strikethrough_color;
  // Colors in the dark scheme: 0x1RRGGBBAA, 8 bits per channel; 0: the same color.
  uint64_t dark_color, dark_background, dark_outline, dark_underline_color, dark_strikethrough_color;
  cr_line_style underline, strikethrough;
  bool has_background;
  bool skips_ink;                // the underline has gaps around descenders
  bool hyphenates;               // words may be hyphenated by the patterns of `language`
  bool is_object;                // each code point is an object of this size:
  double object_width, object_ascent, object_descent;
  const char *language;   // BCP 47, or NULL; borrowed for the call
} cr_text_run;

typedef struct cr_shaped cr_shaped;
// `text`: valid UTF-8 of `length` bytes (malformed bytes count as U+FFFD). At least one run, also for empty text.
// CR_BAD_SIZE above 256 MiB. Free with cr_shaped_release.
cr_status cr_shaped_create(cr_font_library *library, const char *text, size_t length, const cr_text_run *runs, size_t run_count,
                           cr_direction direction, cr_shaped **shaped);
// The same through the library's cache of shaped texts: looked up there, and added if missing.
cr_status cr_shaped_find_or_create(cr_font_library *library, const char *text, size_t length, const cr_text_run *runs, size_t run_count,
                                   cr_direction direction, cr_shaped **shaped);
cr_shaped *cr_shaped_retain(cr_shaped *shaped);
void cr_shaped_release(cr_shaped *shaped);
size_t cr_shaped_bytes(const cr_shaped *shaped);  // memory held
// The widest piece between two break opportunities.
double cr_shaped_minimum_width(const cr_shaped *shaped);
// Whether all ink has one colour in a scheme, without backgrounds and coloured glyphs; sets `color` if true.
bool cr_shaped_single_color(const cr_shaped *shaped, bool dark, cr_color *color);
bool cr_shaped_letter_color(const cr_shaped *shaped, bool dark, cr_color *color);  // the same for any number of colours: that of the first run

// Glyphs in the order of their runs (within a word of a right-to-left run: left to right), for tools and tests.
typedef struct cr_shaped_glyph {
  uint32_t glyph, cluster;  // cluster: byte offset
  float advance, x_offset, y_offset;
  const char *font;         // file or name of the font; owned by the text
} cr_shaped_glyph;
size_t cr_shaped_glyphs(const cr_shaped *shaped, cr_shaped_glyph *out, size_t capacity);  // returns the total number

// Glyph outlines, for programs that place letters themselves.

// A glyph of a shaped text: logical units, pen at the origin, y downwards. Borrowed for the call.
typedef struct cr_glyph_outline {
  uint32_t cluster, cluster_end;    // bytes of the text; glyphs of one cluster are adjacent
  uint32_t run;                     // index of the attribute run
  uint32_t run_start;               // byte offset of its run of one font, script and direction
  uint8_t level;                    // of UAX #9: odd runs from right to left
  bool is_color;                    // has its own picture; `path` is then empty or the letter without it
  double advance, x, y;
  cr_path path;
} cr_glyph_outline;
typedef void (*cr_outline_visitor)(void *context, const cr_glyph_outline *glyph);
// Calls `visit` with each glyph, clusters in logical order. Glyphs without ink have an empty path.
cr_status cr_shaped_outlines(cr_font_library *library, const cr_shaped *shaped, cr_outline_visitor visit, void *context);

// Lengths of a font for a size of 1, y upwards. Missing values are estimated as HarfBuzz does.
typedef struct cr_font_metrics {
  double ascent, descent;  // both positive
  double x_height, underline, underline_thickness, strike, strike_thickness;  // underline and strike: middle of the line
  double superscript, subscript;  // rise and drop, both positive
} cr_font_metrics;
cr_status cr_font_style_metrics(cr_font_library *library, const cr_font_style *style, cr_font_metrics *metrics);

// Layout: lines.

typedef enum cr_align { CR_ALIGN_START = 0, CR_ALIGN_END, CR_ALIGN_CENTER, CR_ALIGN_LEFT, CR_ALIGN_RIGHT, CR_ALIGN_JUSTIFY } cr_align;
// Direction for START, END and for lines that JUSTIFY does not stretch: that of each paragraph, or one for all.
typedef enum cr_start { CR_START_PARAGRAPH = 0, CR_START_LEFT, CR_START_RIGHT } cr_start;
// Line-breaking mode: between words, and within those that are too wide; between any two clusters; no breaks (next to exclusions: as between
// words).
typedef enum cr_wrapping { CR_WRAP_WORDS = 0, CR_WRAP_CLUSTERS, CR_WRAP_NONE } cr_wrapping;
typedef enum cr_truncation { CR_TRUNCATE_NONE = 0, CR_TRUNCATE_END, CR_TRUNCATE_MIDDLE, CR_TRUNCATE_START } cr_truncation;

// Maximum points of exclusions used exactly; later shapes are replaced by their bounding boxes.
enum { CR_EXCLUSION_POINTS = 1024 };

typedef struct cr_paragraph_style {
  cr_align align;
  cr_start start;
  cr_wrapping wrapping;
  cr_truncation truncation;
  bool truncates_at_words;   // back to a break opportunity, without the punctuation before it, if the line has one
  const char *token;         // UTF-8, shown in place of omitted text, in the attributes around it; borrowed for the call
  size_t token_length;
  cr_shaped *token_text, *token_text_rtl;  // used instead of `token`, or NULL; the second, if set, in right-to-left paragraphs
  size_t line_limit;         // 0: none
  double line_height_multiple, line_spacing;
  double line_height_minimum, line_height_maximum;  // 0: none
  // Font that positions the baseline in lines whose height is limited by these; NULL: the fonts in the line.
  const cr_font_style *strut;
  double strut_size;         // logical units per em
  double paragraph_spacing;  // below each paragraph except the last
  double first_indent, head_indent;  // from the edge where lines start: first line of a paragraph, other lines
  const double *tab_stops;   // ascending, from the edge where lines start; borrowed for the call
  size_t tab_stop_count;
  double tab_interval;       // between later tab stops; 0: 8 spaces
  bool balanced;             // lines of a paragraph of at most 12 lines get similar widths; not with exclusions
  bool ignores_soft_hyphens; // no line breaks after U+00AD
  bool hangs_punctuation;    // opening quotes and brackets at the start of a line, and signs at its end, hang outside its width
  // Polygons that lines flow around, in the layout's box: points, and for each polygon the index after its last point. Borrowed for the call.
  // Ignored if the width is infinite. With exclusions, the layout is as wide as `width`. A polygon may have several contours with a common
  // inside by the even-odd rule: each contour then ends with its first point and a point of NaNs.
  const cr_point *exclusion_points;
  const size_t *exclusion_ends;
  size_t exclusion_count;
} cr_paragraph_style;

typedef struct cr_line {
  uint32_t start, end;       // bytes, including the line break
  double x, y, width, height;// line box; `width` without trailing spaces
  double baseline;           // from the top of the layout
} cr_line;

typedef struct cr_layout cr_layout;
// `width`: the wrapping width; infinite or NaN: a line per paragraph. `height`: lines that don't fit are cut, except the first.
cr_status cr_layout_create(cr_font_library *library, cr_shaped *shaped, const cr_paragraph_style *style, double width, double height,
                           cr_layout **layout);
void cr_layout_destroy(cr_layout *layout);
size_t cr_layout_line_count(const cr_layout *layout);
cr_line cr_layout_line_at(const cr_layout *layout, size_t index);
double cr_layout_width(const cr_layout *layout);   // of the longest line
double cr_layout_height(const cr_layout *layout);
bool cr_layout_is_truncated(const cr_layout *layout);
// Whether lines have the same positions in any box that is at least as wide: they begin at the left edge.
bool cr_layout_is_left_bound(const cr_layout *layout);
// Minimum width without cut lines if the style does not allow breaks; excludes the token.
double cr_layout_minimum_width(const cr_layout *layout);
// Whether a color differs in the dark scheme.
bool cr_layout_is_dynamic(const cr_layout *layout);
// Whether all ink has one colour in a scheme, without backgrounds and coloured glyphs; sets `color` if true. Includes the truncation token.
bool cr_layout_single_color(const cr_layout *layout, bool dark, cr_color *color);
bool cr_layout_letter_color(const cr_layout *layout, bool dark, cr_color *color);  // the same for any number of colours: that of the first run
uint32_t cr_layout_visible_start(const cr_layout *layout);  // above 0 only if the start is omitted
uint32_t cr_layout_visible_end(const cr_layout *layout);
size_t cr_layout_bytes(const cr_layout *layout);
// Bounds of the ink, relative to the layout's top left; one unit wider on each side than the outlines, for snapping and antialiasing.
cr_rect cr_layout_ink_bounds(const cr_layout *layout);
bool cr_layout_has_ink(const cr_layout *layout);  // whether there is any ink; reads only as much as necessary
// Position of the caret: before the cluster at byte `offset`, or after the one that ends there. They differ at wraps and between directions.
typedef struct cr_text_position {
  uint32_t offset;
  bool behind;
} cr_text_position;
cr_text_position cr_layout_position_at(const cr_layout *layout, double x, double y);
cr_rect cr_layout_caret(const cr_layout *layout, uint32_t offset, bool behind);
// A grapheme cluster on a line: its bytes, and whether its run reads from right to left.
typedef struct cr_grapheme {
  uint32_t start, end;
  bool right_to_left;
} cr_grapheme;
// The grapheme clusters of a line from left to right, without its break and the truncation token. Returns their number. At most `capacity` are
// written; their order is valid only if all are.
size_t cr_layout_line_graphemes(const cr_layout *layout, size_t line, cr_grapheme *out, size_t capacity);
bool cr_layout_line_is_broken(const cr_layout *layout, size_t line);  // wrapped: the next line continues the paragraph
bool cr_layout_line_reads_right_to_left(const cr_layout *layout, size_t line);  // its paragraph
// Byte of the truncation token at a point; -1 if there is none.
int64_t cr_layout_token_offset_at(const cr_layout *layout, double x, double y);
// Frame of the truncation token, as high as its line; false if no token is shown, without writing `frame`.
bool cr_layout_token_frame(const cr_layout *layout, cr_rect *frame);
// Calls `visit` with each rectangle, line by line.
typedef void (*cr_rect_visitor)(void *context, cr_rect rect);
void cr_layout_selection(const cr_layout *layout, uint32_t start, uint32_t end, cr_rect_visitor visit, void *context);

// Draws with the layout's top left at (x, y). `scale`: device pixels per logical unit of the canvas. If the canvas's
// transform is this scale and a translation, glyphs come from the cache, with baselines on whole pixels and x on quarter pixels. Otherwise, and
// for glyphs above 128 pixels, their outlines are filled. The picture does not depend on the clip or the thread. `dark`: uses the colors of the
// dark scheme.
cr_status cr_layout_draw(cr_layout *layout, cr_canvas *canvas, double x, double y, double scale, bool dark);

// Unicode

enum { CR_BOUNDARY_GRAPHEME = 1, CR_BOUNDARY_LINE = 2, CR_BOUNDARY_MANDATORY = 4 };
// Flags of the boundaries before each code point: UAX #29 and UAX #14. `flags` has space for `count` bytes.
void cr_unicode_boundaries(const uint32_t *code_points, size_t count, uint8_t *flags);
// The same for words: 1 if a boundary of UAX #29 is before the code point, else 0. Linear time, no allocation.
void cr_unicode_word_boundaries(const uint32_t *code_points, size_t count, uint8_t *flags);
// Embedding levels of one paragraph on one line (UAX #9 with L1), and the order from left to right: `order[i]` is the code point at
// position i. `base`: the paragraph's level. Each array has space for `count` elements. Characters removed by X9 keep a level and a position.
cr_status cr_unicode_bidi(const uint32_t *code_points, size_t count, cr_direction direction, uint8_t *levels, uint32_t *order, uint8_t *base);
