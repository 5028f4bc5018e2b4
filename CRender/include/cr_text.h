// Text: fonts, shaping, line breaking and drawing of glyphs.
//
// Lengths are logical units, text offsets count UTF-8 bytes, y grows downwards. Unless said otherwise every function may be called from
// any thread, objects are immutable once made, and nothing traps on bad input: sizes that are NaN, infinite or negative count as 0.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "cr_paint.h"
#include "cr_status.h"

// Fonts

// Registered fonts, the system's fonts, and the cache of rasterised glyphs. Outlives everything that was made with it.
typedef struct cr_font_library cr_font_library;
// Families, weight, slant, axes and features that a part of a text asks for. Owned by its library, never freed before it.
typedef struct cr_font_style cr_font_style;

cr_status cr_font_library_create(cr_font_library **library);
void cr_font_library_destroy(cr_font_library *library);
// Family name of the font that is compiled in. Static storage.
const char *cr_font_embedded_family(void);
// Registers every face of a font file: mapped where its file system is read-only, else copied, or read as it is needed where it is large; at most 64
// files stay open. A file that is registered already (same device, inode, size and time of modification) stays as it is; faces of an earlier state of it
// make way for the new ones. On CR_BAD_FONT, CR_NOT_FOUND or CR_NO_MEMORY `reason` says why, and what was registered stays.
// `visit` (may be NULL) gets each family name once.
typedef void (*cr_name_visitor)(void *context, const char *name);
cr_status cr_font_library_add_file(cr_font_library *library, const char *path, cr_name_visitor visit, void *context, char *reason, size_t reason_size);
// The same from memory, which is copied, unless the same bytes are registered under the name. `name` is for messages.
cr_status cr_font_library_add_bytes(cr_font_library *library, const void *bytes, size_t count, const char *name, cr_name_visitor visit,
                                    void *context, char *reason, size_t reason_size);
// Calls `visit` with the path of each font file (by its suffix) below `directory`, in order of path. CR_NOT_FOUND where it cannot be read.
cr_status cr_font_files(const char *directory, cr_name_visitor visit, void *context);
// Whether fonts of the system may be used: true until set. They are looked for when a family or character is first missing.
void cr_font_library_set_uses_system(cr_font_library *library, bool uses);
bool cr_font_library_uses_system(const cr_font_library *library);
// Whether letters from the cache are made as much heavier as their colour is light, so that light text on dark looks like dark text on light:
// true until set. What was drawn stays as it is.
void cr_font_library_set_adjusts_coverage(cr_font_library *library, bool adjusts);
bool cr_font_library_adjusts_coverage(const cr_font_library *library);
// Writes the releases of the libraries that shape and rasterise text, such as `FreeType 2.12.1, HarfBuzz 6.0.0`, and a final zero into `to` of `size`
// bytes; cut off where it does not fit. Any thread.
void cr_font_engine_versions(char *to, size_t size);
bool cr_font_library_system_loaded(const cr_font_library *library);
// Calls `visit` with every family: registered, the system's (which are looked for now, where allowed), the embedded one.
void cr_font_library_families(cr_font_library *library, cr_name_visitor visit, void *context);
// Grows by one whenever the same text might get other fonts than before.
uint32_t cr_font_library_generation(const cr_font_library *library);

typedef struct cr_tag_value {
  uint32_t tag;  // four ASCII letters, the first in the high byte
  double value;
} cr_tag_value;
// Whether glyphs from the cache have their horizontal edges on whole pixels.
typedef enum cr_hinting {
  CR_HINTING_NONE,
  CR_HINTING_SLIGHT,
  CR_HINTING_AUTOMATIC,  // of text of up to 24 pixels an em that is drawn at scale 1
} cr_hinting;
typedef struct cr_font_request {
  const char *families;      // names separated by line feeds, in order of preference; empty: the embedded font
  size_t families_length;
  int weight;                // 1...1000, clamped
  double width;              // percent of the normal; 0: 100
  bool italic;
  cr_hinting hinting;
  const cr_tag_value *variations, *features;  // at most 16 and 64
  size_t variation_count, feature_count;
} cr_font_request;
// NULL where memory is short. Equal requests give the same pointer. Borrows what the request points to for the call.
const cr_font_style *cr_font_library_style(cr_font_library *library, const cr_font_request *request);
// Forgets the faces that were registered from the file or under the name; false where there are none. What was shaped with them keeps them:
// their memory is freed with the last such text.
bool cr_font_library_remove(cr_font_library *library, const char *source);
// Calls `visit` with each font that could not be opened when a text asked for it, and why.
typedef void (*cr_problem_visitor)(void *context, const char *source, const char *reason);
void cr_font_library_problems(cr_font_library *library, cr_problem_visitor visit, void *context);
// Calls `visit` with each family that a text asked for where no font of any family beside it is known either; a name may come several times.
void cr_font_library_missing(cr_font_library *library, cr_name_visitor visit, void *context);

// A glyph that its font describes by an SVG document (OpenType's table `SVG `), and what it is to be painted with.
typedef struct cr_glyph_document {
  const uint8_t *bytes;     // the document, in gzip or not; borrowed for the call
  size_t length;
  uint64_t identity;        // the same for the same document of the same font, else another, in one process
  uint32_t glyph;
  double units_per_em;      // of the document, whose origin is the pen on the baseline, y downwards
  double pixels_per_em;
  cr_color ink;             // the text's colour, opaque
  const cr_color *palette;  // the first of the font's; borrowed for the call
  size_t palette_count;
} cr_glyph_document;
// Premultiplied argb8888, from the pen on the baseline to the top left pixel, y downwards. Width or height 0: nothing is seen.
typedef struct cr_glyph_picture {
  const uint8_t *pixels;
  size_t stride;
  int32_t left, top, width, height;
} cr_glyph_picture;
typedef void (*cr_glyph_picture_receiver)(void *context, const cr_glyph_picture *picture);
// Paints a glyph and hands the picture, which is copied, to `receive`; false: the document is none, or lacks the glyph, whose outline is drawn then.
// Called by any thread, by several at once, with no lock held; must not draw text.
typedef bool (*cr_glyph_document_painter)(const cr_glyph_document *document, cr_glyph_picture_receiver receive, void *context);
// What paints such glyphs in all libraries; NULL, as from the start: their outlines are drawn. Returns whether a font with such glyphs was opened before,
// so that caches may hold texts and glyphs that were made without.
bool cr_text_set_glyph_document_painter(cr_glyph_document_painter painter);

// Most bytes that a bitmap in a font (`sbix`, `CBDT`) may take decoded; 256 MiB from the start. Of a glyph with a larger one the outline is drawn, or the
// font's sign for a missing glyph. Any thread.
void cr_text_set_bitmap_limit(size_t bytes);

// What a cache holds, the most bytes that it may, and how often what was looked for was there.
typedef struct cr_cache_statistics {
  size_t bytes, entries, limit;
  uint64_t hits, misses;
} cr_cache_statistics;
// Rasterised glyphs with the lists of them that layouts keep; short words; characters that look the same wherever they stand; whole texts.
// Faces that are registered, those that were removed and that texts still have fonts of, and the bytes of their files.
typedef struct cr_font_counts {
  size_t registered, removed, bytes;
} cr_font_counts;
typedef struct cr_text_statistics {
  cr_cache_statistics glyphs, words, characters, texts;
  cr_font_counts fonts;
  uint64_t layouts, laid_out_glyphs;  // made since the library was, and glyphs in their lines
} cr_text_statistics;
void cr_font_library_set_glyph_limit(cr_font_library *library, size_t bytes);
void cr_font_library_set_word_limit(cr_font_library *library, size_t bytes);
void cr_font_library_set_text_limit(cr_font_library *library, size_t bytes);
// Give up what was longest not used until `bytes` are held. The limits stay as they are.
void cr_font_library_trim_glyphs(cr_font_library *library, size_t bytes);
void cr_font_library_trim_texts(cr_font_library *library, size_t bytes);
void cr_font_library_trim_words(cr_font_library *library, size_t bytes);
cr_text_statistics cr_font_library_statistics(cr_font_library *library);

// Shaped text: fonts chosen, glyphs made, break opportunities known; no width yet.

// AUTO and AUTO_RTL: that of each paragraph's first letter; without one left to right, or right to left. A number keeps its order with its sign,
// unit and currency, with another number in a range, and in an AUTO_RTL paragraph of numbers and signs with everything there: higher-level
// protocols of UAX #9 (HL3). EXACT, added to one of the others: without them.
typedef enum cr_direction {
  CR_DIRECTION_AUTO = 0, CR_DIRECTION_LTR, CR_DIRECTION_RTL, CR_DIRECTION_AUTO_RTL, CR_DIRECTION_EXACT = 8
} cr_direction;

// The order is that of TextLine.Style in Swift, after none.
typedef enum cr_line_style {
  CR_LINE_NONE = 0, CR_LINE_SINGLE, CR_LINE_THICK, CR_LINE_DOUBLE, CR_LINE_DOTTED, CR_LINE_DASHED, CR_LINE_WAVY
} cr_line_style;

typedef struct cr_text_run {
  uint32_t start, end;  // UTF-8 bytes; runs cover the text in order without gaps
  const cr_font_style *style;
  double size;            // logical units per em; 0 where it is not positive and finite
  double letter_spacing;  // after each cluster; ligatures are off where it is not 0
  double word_spacing;    // after each space (U+0020, U+00A0)
  double baseline_offset; // upwards
  cr_color color, background;
  double background_radius;      // of the corners behind a stretch of one run on a line
  double outline_width;          // beyond the letters' edges, beneath them; 0: none
  cr_color outline, underline_color, strikethrough_color;
  // Those colors in the dark scheme: 0x1RRGGBBAA, 8 bits a channel; 0: the same.
  uint64_t dark_color, dark_background, dark_outline, dark_underline_color, dark_strikethrough_color;
  cr_line_style underline, strikethrough;
  bool has_background;
  bool skips_ink;                // the underline leaves room for what reaches down into it
  bool hyphenates;               // words may be parted by the patterns of `language`
  bool is_object;                // each code point stands for something else that is as large as this:
  double object_width, object_ascent, object_descent;
  const char *language;   // BCP 47, or NULL; borrowed for the call
} cr_text_run;

typedef struct cr_shaped cr_shaped;
// `text`: valid UTF-8 of `length` bytes (malformed bytes count as U+FFFD). At least one run, also for empty text.
// CR_BAD_SIZE above 256 MiB. Free with cr_shaped_release.
cr_status cr_shaped_create(cr_font_library *library, const char *text, size_t length, const cr_text_run *runs, size_t run_count,
                           cr_direction direction, cr_shaped **shaped);
// The same, from the library's cache of shaped texts where it is there; kept there where it was not.
cr_status cr_shaped_find_or_create(cr_font_library *library, const char *text, size_t length, const cr_text_run *runs, size_t run_count,
                                   cr_direction direction, cr_shaped **shaped);
cr_shaped *cr_shaped_retain(cr_shaped *shaped);
void cr_shaped_release(cr_shaped *shaped);
size_t cr_shaped_bytes(const cr_shaped *shaped);  // memory held
// The widest piece between two break opportunities.
double cr_shaped_minimum_width(const cr_shaped *shaped);
// One colour for all ink in a scheme, no background and no coloured glyph: true and `color` filled.
bool cr_shaped_single_color(const cr_shaped *shaped, bool dark, cr_color *color);
bool cr_shaped_letter_color(const cr_shaped *shaped, bool dark, cr_color *color);  // the same whatever the colours: that of the first run

// Glyphs in the order of their runs (within a word of a right-to-left run: left to right), for tools and tests.
typedef struct cr_shaped_glyph {
  uint32_t glyph, cluster;  // cluster: byte offset
  float advance, x_offset, y_offset;
  const char *font;         // file or name of the font; owned by the text
} cr_shaped_glyph;
size_t cr_shaped_glyphs(const cr_shaped *shaped, cr_shaped_glyph *out, size_t capacity);  // the number there are

// Glyphs as outlines, for programs that place letters themselves.

// A glyph of a shaped text: logical units, pen at the origin, y downwards. Borrowed for the call.
typedef struct cr_glyph_outline {
  uint32_t cluster, cluster_end;    // bytes of the text; glyphs of one cluster follow each other
  uint32_t run;                     // which of the attributes' runs
  uint32_t run_start;               // byte where the stretch of one font, script and direction begins
  uint8_t level;                    // of UAX #9: odd runs from right to left
  bool is_color;                    // has a picture of its own; `path` is then empty or the letter without it
  double advance, x, y;
  cr_path path;
} cr_glyph_outline;
typedef void (*cr_outline_visitor)(void *context, const cr_glyph_outline *glyph);
// Calls `visit` with each glyph, clusters in logical order. Glyphs that draw nothing have an empty path.
cr_status cr_shaped_outlines(cr_font_library *library, const cr_shaped *shaped, cr_outline_visitor visit, void *context);

// Lengths of a font for a size of 1, y upwards. Those that the font does not tell are guessed as HarfBuzz does.
typedef struct cr_font_metrics {
  double ascent, descent;  // both positive
  double x_height, underline, underline_thickness, strike, strike_thickness;  // underline and strike: middle of the line
  double superscript, subscript;  // how far up and down these stand, both positive
} cr_font_metrics;
cr_status cr_font_style_metrics(cr_font_library *library, const cr_font_style *style, cr_font_metrics *metrics);

// Layout: lines.

typedef enum cr_align { CR_ALIGN_START = 0, CR_ALIGN_END, CR_ALIGN_CENTER, CR_ALIGN_LEFT, CR_ALIGN_RIGHT, CR_ALIGN_JUSTIFY } cr_align;
// Which side START, END and the lines that JUSTIFY leaves go by: where each paragraph starts, or one side for all.
typedef enum cr_start { CR_START_PARAGRAPH = 0, CR_START_LEFT, CR_START_RIGHT } cr_start;
// Where lines may break for want of room: between words, and within those that are too wide; between any two clusters; nowhere (not beside
// exclusions, where that is as between words).
typedef enum cr_wrapping { CR_WRAP_WORDS = 0, CR_WRAP_CLUSTERS, CR_WRAP_NONE } cr_wrapping;
typedef enum cr_truncation { CR_TRUNCATE_NONE = 0, CR_TRUNCATE_END, CR_TRUNCATE_MIDDLE, CR_TRUNCATE_START } cr_truncation;

// Points of exclusions that are taken as they are; the shapes beyond count as the boxes around them.
enum { CR_EXCLUSION_POINTS = 1024 };

typedef struct cr_paragraph_style {
  cr_align align;
  cr_start start;
  cr_wrapping wrapping;
  cr_truncation truncation;
  bool truncates_at_words;   // back to a break opportunity, without the signs before it, where there is one on the line
  const char *token;         // UTF-8, shown where text is left out, in the attributes of what is there; borrowed for the call
  size_t token_length;
  cr_shaped *token_text, *token_text_rtl;  // shown instead, or NULL; in paragraphs that run from right to left the second, where there is one
  size_t line_limit;         // 0: none
  double line_height_multiple, line_spacing;
  double line_height_minimum, line_height_maximum;  // 0: none
  // Where the baseline stands in lines whose height these limits say: as in a line of this font; NULL: by what stands on the line.
  const cr_font_style *strut;
  double strut_size;         // logical units per em
  double paragraph_spacing;  // below each paragraph but the last
  double first_indent, head_indent;  // from the edge where lines start: of a paragraph's first line, and of the others
  const double *tab_stops;   // ascending, from the edge where lines start; borrowed for the call
  size_t tab_stop_count;
  double tab_interval;       // between the stops behind these; 0: 8 spaces
  bool balanced;             // lines of a paragraph of at most 12 are about as wide as each other; not beside exclusions
  bool ignores_soft_hyphens; // no line breaks behind U+00AD
  bool hangs_punctuation;    // opening quotes and brackets before the start of a line, and signs at its end, stand outside of its width
  // Polygons that lines stay clear of, in the layout's box: points, and how many there are up to the end of each. Borrowed for the call;
  // without effect where the width is infinite. Where there are some, the layout is as wide as `width`. A polygon may have several contours,
  // whose insides are decided together, by the even-odd rule: each then ends with its first point, and a point of NaNs.
  const cr_point *exclusion_points;
  const size_t *exclusion_ends;
  size_t exclusion_count;
} cr_paragraph_style;

typedef struct cr_line {
  uint32_t start, end;       // bytes, the line's break included
  double x, y, width, height;// line box; `width` without trailing spaces
  double baseline;           // from the top of the layout
} cr_line;

typedef struct cr_layout cr_layout;
// `width`: the wrapping width; infinite or NaN: a line per paragraph. `height`: lines that do not fit are cut, the first is kept.
cr_status cr_layout_create(cr_font_library *library, cr_shaped *shaped, const cr_paragraph_style *style, double width, double height,
                           cr_layout **layout);
void cr_layout_destroy(cr_layout *layout);
size_t cr_layout_line_count(const cr_layout *layout);
cr_line cr_layout_line_at(const cr_layout *layout, size_t index);
double cr_layout_width(const cr_layout *layout);   // of the longest line
double cr_layout_height(const cr_layout *layout);
bool cr_layout_is_truncated(const cr_layout *layout);
// Whether the lines begin at the left edge, so that they stand the same in any box that is as wide as they are.
bool cr_layout_is_left_bound(const cr_layout *layout);
// The width below which lines would be cut where the style does not let them break; the token not counted.
double cr_layout_minimum_width(const cr_layout *layout);
// Whether a color differs in the dark scheme.
bool cr_layout_is_dynamic(const cr_layout *layout);
// One colour for all ink in a scheme, no background and no coloured glyph: true and `color` filled. Counts the truncation token, too.
bool cr_layout_single_color(const cr_layout *layout, bool dark, cr_color *color);
bool cr_layout_letter_color(const cr_layout *layout, bool dark, cr_color *color);  // the same whatever the colours: that of the first run
uint32_t cr_layout_visible_start(const cr_layout *layout);  // above 0 only where the start is left out
uint32_t cr_layout_visible_end(const cr_layout *layout);
size_t cr_layout_bytes(const cr_layout *layout);
// Where ink may fall, relative to the layout's top left; one unit wider on each side than the outlines, for snapping and antialiasing.
cr_rect cr_layout_ink_bounds(const cr_layout *layout);
bool cr_layout_has_ink(const cr_layout *layout);  // whether that is anything; takes a look at as much as is needed to know
// A place of the caret: before the cluster at byte `offset`, or behind the one that ends there. The two differ at wraps and between directions.
typedef struct cr_text_position {
  uint32_t offset;
  bool behind;
} cr_text_position;
cr_text_position cr_layout_position_at(const cr_layout *layout, double x, double y);
cr_rect cr_layout_caret(const cr_layout *layout, uint32_t offset, bool behind);
// A grapheme cluster on a line: bytes, and whether it belongs to a run that reads from right to left.
typedef struct cr_grapheme {
  uint32_t start, end;
  bool right_to_left;
} cr_grapheme;
// The grapheme clusters of a line from left to right, without its break and the truncation token. Returns their number. At most `capacity` are
// written; their order is valid only if all are.
size_t cr_layout_line_graphemes(const cr_layout *layout, size_t line, cr_grapheme *out, size_t capacity);
bool cr_layout_line_is_broken(const cr_layout *layout, size_t line);  // for want of room: the next line goes on with the paragraph
bool cr_layout_line_reads_right_to_left(const cr_layout *layout, size_t line);  // its paragraph
// The byte of the truncation token that is shown at a point; -1: none is.
int64_t cr_layout_token_offset_at(const cr_layout *layout, double x, double y);
// Where the truncation token is shown, as high as its line; false: it is not, and `frame` stays as it is.
bool cr_layout_token_frame(const cr_layout *layout, cr_rect *frame);
// Calls `visit` with each rectangle, line by line.
typedef void (*cr_rect_visitor)(void *context, cr_rect rect);
void cr_layout_selection(const cr_layout *layout, uint32_t start, uint32_t end, cr_rect_visitor visit, void *context);

// Draws with the layout's top left at (x, y). `scale`: device pixels a logical unit that the canvas was made with: where the canvas's
// transform is this scale and a translation, glyphs come from the cache, baselines on whole pixels, x on quarter pixels; else, and for
// glyphs above 128 pixels, their outlines are filled. The picture does not depend on the clip or the thread. `dark`: in the colors of the dark scheme.
cr_status cr_layout_draw(cr_layout *layout, cr_canvas *canvas, double x, double y, double scale, bool dark);

// Unicode

enum { CR_BOUNDARY_GRAPHEME = 1, CR_BOUNDARY_LINE = 2, CR_BOUNDARY_MANDATORY = 4 };
// For each code point, which boundaries lie before it: UAX #29 and UAX #14. `flags` has room for `count` bytes.
void cr_unicode_boundaries(const uint32_t *code_points, size_t count, uint8_t *flags);
// The same for words: 1 where a boundary of UAX #29 lies before the code point, else 0. Linear time, no allocation.
void cr_unicode_word_boundaries(const uint32_t *code_points, size_t count, uint8_t *flags);
// Embedding levels of one paragraph that is one line (UAX #9 with L1), and the order from left to right: `order[i]` is the code point at
// place i. `base`: the paragraph's level. Each array has room for `count`. What X9 removes keeps a level and a place.
cr_status cr_unicode_bidi(const uint32_t *code_points, size_t count, cr_direction direction, uint8_t *levels, uint32_t *order, uint8_t *base);
