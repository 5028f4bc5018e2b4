// Glyphs of shaped texts as paths, and line metrics of fonts.
#include <hb-ot.h>
#include <math.h>

#include "cr_text.h"
#include "font_style.h"
#include "glyph_cache.h"
#include "glyph_document.h"
#include "glyph_raster.h"
#include "library.h"
#include "shaped.h"

// Pixels per em of the outlines to be scaled: enough to make their 64ths invisible.
#define DESIGN_PIXELS 2048.0

/// Whether a glyph has its own coloured picture, as far as the font's tables tell.
static bool is_picture(const cr_instance *font, uint32_t glyph) {
  return font->color || (cr_instance_is_colored(font) && glyph != CR_NO_GLYPH && cr_glyph_has_document(font, glyph));
}

// Glyphs of one cluster, from pen position 0 on.
static bool visit_cluster(const cr_shaped *s, const cr_run *run, uint32_t index, cr_raster *raster, cr_outline_visitor visit, void *context) {
  const cr_cluster *c = &s->clusters[index];
  const bool is_last = index + 1 == run->first_cluster + run->cluster_count;
  const uint32_t end = is_last ? run->end : s->clusters[index + 1].start;
  const double size = (double)s->attributes[run->attribute].size, factor = size / DESIGN_PIXELS;
  for (uint32_t g = 0; g < c->glyphs; g++) {
    const cr_glyph *glyph = &s->glyphs[run->glyph_base + c->glyph + g];
    cr_glyph_outline out = {.cluster = s->offsets[c->start], .cluster_end = end < s->count ? s->offsets[end] : (uint32_t)s->length,
                            .run = run->attribute, .run_start = s->offsets[run->start], .level = run->level, .is_color = is_picture(run->font, glyph->id),
                            .advance = (double)glyph->advance, .x = (double)glyph->x, .y = (double)glyph->y};
    cr_path path = {0};
    if (glyph->id != CR_NO_GLYPH && size > 0 && cr_raster_path(raster, run->font, glyph->id, DESIGN_PIXELS, &path)) {
      // The path is owned by the raster, and new for each glyph.
      cr_point *points = (cr_point *)path.points;
      for (size_t i = 0; i < path.point_count; i++) points[i].x *= factor, points[i].y *= factor;
      out.path = path;
    }
    visit(context, &out);
  }
  return true;
}

cr_status cr_shaped_outlines(cr_font_library *library, const cr_shaped *s, cr_outline_visitor visit, void *context) {
  cr_glyph_cache *cache = cr_font_library_glyphs(library);
  cr_raster *raster = cr_glyph_cache_borrow_raster(cache);
  if (!raster) return CR_NO_MEMORY;
  for (size_t r = 0; r < s->run_count; r++) {
    const cr_run *run = &s->runs[r];
    for (uint32_t c = run->first_cluster; c < run->first_cluster + run->cluster_count; c++) visit_cluster(s, run, c, raster, visit, context);
  }
  cr_glyph_cache_return_raster(cache, raster);
  return CR_OK;
}

static double position(hb_font_t *font, hb_ot_metrics_tag_t tag) {
  hb_position_t value = 0;
  hb_ot_metrics_get_position_with_fallback(font, tag, &value);
  return value;
}

cr_status cr_font_style_metrics(cr_font_library *library, const cr_font_style *style, cr_font_metrics *metrics) {
  struct cr_scratch *scratch = cr_font_library_borrow_scratch(library);
  if (!scratch) return CR_NO_MEMORY;
  const cr_stack *stack = cr_font_style_stack(library, style);
  if (stack) {
    const cr_instance *f = stack->fonts[0];
    const double em = (double)f->units_per_em;
    *metrics = (cr_font_metrics){
        .ascent = (double)f->ascent / em, .descent = (double)f->descent / em,
        .x_height = position(f->font, HB_OT_METRICS_TAG_X_HEIGHT) / em,
        .underline = -((double)f->underline_offset + (double)f->underline_thickness / 2) / em,
        .underline_thickness = (double)f->underline_thickness / em,
        .strike = ((double)f->strike_offset - (double)f->strike_thickness / 2) / em,
        .strike_thickness = (double)f->strike_thickness / em,
        .superscript = position(f->font, HB_OT_METRICS_TAG_SUPERSCRIPT_EM_Y_OFFSET) / em,
        .subscript = position(f->font, HB_OT_METRICS_TAG_SUBSCRIPT_EM_Y_OFFSET) / em,
    };
  }
  cr_font_library_return_scratch(library, scratch);
  return stack ? CR_OK : CR_NO_MEMORY;
}
